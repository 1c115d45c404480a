// Made by `make types` from the structs of the server; do not edit.

/** `name` is for somebody without an account, who comes by a link. */
export interface AcceptRequest {
  key?: string;
  seat?: string;
  name?: string;
}

export interface AddressRequest {
  email: string;
  password: string;
}

/** What the page would otherwise ask for after each change; `reach` is of the unit in hand. */
export interface Along {
  log: LogResponse;
  reach: Overlay | null;
  overlays: Overlay[];
}

/** What the answer to a change should bring along: log lines after an entry, the overlays that are shown. */
export interface AlongRequest {
  log: number;
  overlays?: OverlayRequest[];
}

/** What whoever runs the site tells everybody. */
export interface Announcement {
  id: number;
  text: string;
  created: number;
}

export interface AnswerRequest {
  agree: boolean;
}

export interface Area {
  tone: string;
  label: string;
  places: string[];
  line: boolean;
}

/** An open decision. */
export interface Asked {
  seat: string;
  kind: string;
  prompt: string;
  rule: string;
  clause: string;
  window: boolean;
  secrecy: string;
  in_hand: string;
  focus: Focus;
  groups: Group[];
  count: number;
  only: string;
  attempt: Attempt;
  leads_to: Record<string, string>;
  planner: Planner | null;
}

export interface AttacksResponse {
  moment: number;
  attacks: OddsBrief[];
}

/** What to ask `why` about when the player clicks something that is not offered. */
export interface Attempt {
  place: string;
  unit: string;
  chit: string;
}

/** How a face-down piece looks. */
export interface Back {
  id: string;
  name: string;
  fill: string;
  edge: string;
  ink: string;
}

/** A marker or a flag, with its meaning. */
export interface Badge {
  id: string;
  name: string;
  short: string;
  tone: string;
  rule: string;
  meaning: string;
}

/**
 * A battle from its declaration to the advance, as far as a seat may know it.
 *
 * `entry` names it; `end` is the entry after which the last thing happened, `settled` the one after which the result
 * was known (0: not yet).
 */
export interface BattleCard {
  entry: number;
  end: number;
  over: boolean;
  title: string;
  place: string;
  side: string;
  forces: BattleForces;
  stages: BattleStage[];
  result: string;
  settled: number;
}

/** The declared battle: who fights, and what the odds are made of. `unknown` attackers are not named. */
export interface BattleForces {
  attackers: PieceAt[];
  defenders: PieceAt[];
  unknown: number;
  odds: string;
  shifts: OddsShift[];
}

/** What happened after an entry of the game, with the dice that were rolled for it. */
export interface BattleLine {
  entry: number;
  spans: Span[];
  dice: number[];
}

export interface BattleStage {
  title: string;
  kind: string;
  rule: string;
  clause: string;
  lines: BattleLine[];
  now: boolean;
}

/** A possible target, the units that could attack it, and its defenders; `gain` is what taking it would bring. */
export interface Battlefield {
  place: string;
  units: string[];
  defenders: string[];
  gain: string;
}

/** A challenge was accepted: `match` is empty while other seats are open. */
export interface Begun {
  match: string;
}

export interface BlockRequest {
  name: string;
}

/** The names of those whom one has blocked. */
export interface BlocksResponse {
  names: string[];
}

/** A board. A game measures in hex sides; the server scales it to its picture and adds the picture's address. */
export interface BoardPicture {
  id: string;
  title: string;
  width: number;
  height: number;
  shape: [number, number][];
  counter: number;
  image: string;
}

/** A private board from the text of a record or a position. */
export interface BoardRequest {
  text: string;
}

/** What a player reads before the first decision. */
export interface Briefing {
  story: string;
  length: string;
  purposes: Purpose[];
  rule: string;
}

/** A browser that takes push messages; `mark` is the digest of its address. */
export interface BrowserInfo {
  browser: string;
  mark: string;
}

/** `shared` is the address for guests in the local network, empty if the table is not shared. */
export interface Catalogue {
  version: string;
  games: CatalogueGame[];
  levels: Level[];
  usual: string;
  shared: string;
}

/** A game to choose; its shortest scenario is the first, `seats` are those of it with the default options. */
export interface CatalogueGame {
  id: string;
  title: string;
  complete: boolean;
  rules_version: string;
  scenarios: Offer[];
  options: GameOption[];
  seats: SeatOffered[];
  image: string;
  lesson: string;
}

/** A challenge as somebody sees it. `options` are those that are not as usual, in words. */
export interface ChallengeInfo {
  id: string;
  by: string;
  rating: number | null;
  invited: "link" | "member" | "open";
  to: string;
  state: string;
  terms: Terms;
  title: string;
  scenario: string;
  options: string[];
  choosing: "other" | "random" | "seat";
  places: ChallengePlace[];
  created: number;
  expires: number;
  match: string;
  mine: boolean;
  joined: boolean;
}

/** A challenge that was just made, with the link to it if there is one, and its QR code. */
export interface ChallengeMade {
  challenge: ChallengeInfo;
  link: string;
  code: string[];
}

/** Open challenges; `next` is where the next page begins, empty if there is none. */
export interface ChallengePage {
  challenges: ChallengeInfo[];
  next: string;
}

/** A seat of a challenge: a computer's, somebody's, or open to whoever accepts. */
export interface ChallengePlace {
  seat: string;
  level: string;
  name: string;
  open: boolean;
}

/**
 * An offer to play. `to` is who may accept it; `name` is that of a member.
 *
 * `choosing` says which seat is mine: this `seat`, any at random, or whichever the others leave. `computers` gives
 * the level of each seat that a computer plays; people take the rest.
 */
export interface ChallengeRequest {
  terms: Terms;
  to: "link" | "member" | "open";
  name?: string;
  choosing?: "other" | "random" | "seat";
  seat?: string;
  computers?: Record<string, string>;
}

export interface ChangesResponse {
  changed: boolean;
  etag: string;
}

export interface ChartRow {
  label: string;
  cells: string[];
  note: string;
}

export interface ChartSeries {
  id: string;
  title: string;
  side: string;
  points: [number, number][];
}

export interface ChartsResponse {
  series: ChartSeries[];
}

/** `seat` is empty for those who watch. */
export interface ChatMessage {
  n: number;
  watching: boolean;
  seat: string;
  name: string;
  text: string;
  at: number;
  mine: boolean;
}

export interface ChatRequest {
  text: string;
}

/** The chat as far as its reader may see it; players and those who watch read each other once it is over. */
export interface ChatResponse {
  messages: ChatMessage[];
  read: number;
  may_write: boolean;
}

export interface Chit {
  id: string;
  name: string;
  side: string;
  text: string;
  note: string;
}

/** What may still be committed to a battle before the dice: the answer that does it, and how many are left. */
export interface Commitment {
  action: string;
  text: string;
  left: number;
}

/**
 * Who plays, with clocks, and what they have agreed on; `now` is the time of the server.
 *
 * `seat` is the one that asks, empty for those who watch. `proposals` holds the open one and the latest.
 */
export interface CompanyResponse {
  now: number;
  seat: string;
  over: boolean;
  rated: boolean;
  clock: "bank" | "move" | "none";
  seconds: number;
  watch: "after" | "delay" | "nobody" | "public";
  delay: number;
  watching: number;
  players: PlayerInfo[];
  proposals: ProposalInfo[];
  draws: boolean;
  may_call_off: boolean;
  takeback: number | null;
  unread: number;
  shows: string;
  seats: string[];
}

/** An attack that is declared, or a battle that is still to be fought. */
export interface Declared {
  target: string;
  units: string[];
  odds: string;
}

export interface DraftInfo {
  after: number;
  actions: string[];
}

export interface DraftRequest {
  after: number;
  actions: string[];
  along?: AlongRequest | null;
}

/** Either a letter is on its way, or this is who is logged in now. */
export interface EnterResponse {
  letter: boolean;
  me: Me | null;
}

export interface Face {
  symbol: string;
  echelon: string;
  top: string;
  left: string;
  values: string;
  strength: string;
  movement: string;
  stripe: string;
  fill: string;
  reduced: boolean;
  label: string;
  ink: string;
  pips: string[];
  pip: string;
}

/** Facts beside the map: `chits` (then unknown backs) or `counts`. */
export interface FactPanel {
  id: string;
  title: string;
  kind: string;
  chits: string[];
  unknown: number;
  rows: Row[];
  note: string;
}

/** Why a request was refused. */
export interface Fault {
  kind: string;
  message: string;
  objections: Reason[];
}

export interface Focus {
  units: string[];
  places: string[];
}

export interface ForgotRequest {
  email: string;
}

/** An option; `words` are its choices in words, `excludes` options that do not go together with it. */
export interface GameOption {
  id: string;
  title: string;
  summary: string;
  choices: (string | number | boolean)[];
  words: string[];
  default: string | number | boolean;
  rule: string;
  scenarios: string[];
  excludes: string[];
}

/** A game as the list shows it; `unreadable` says why it cannot be read or opened, if so. */
export interface GameSummary {
  id: string;
  game: string;
  title: string;
  scenario: string;
  kind: string;
  created: string;
  changed: string;
  turn: number;
  moment: number;
  awaited: string[];
  result: SavedResult | null;
  commitment: string;
  seats: SeatInfo[];
  unreadable: string;
  parent: string;
}

export interface GamesResponse {
  games: GameSummary[];
}

export interface Gone {
  place: string;
  title: string;
  units: string[];
}

/** The legal actions of one verb; the contract says how their texts are built. */
export interface Group {
  verb: string;
  label: string;
  help: string;
  takes: string[];
  targets: string[];
  paths: string[][];
  text: string;
}

/** Advice: the sentence, what to light on the board, and the actions that carry it out. */
export interface Hint {
  says: string;
  line: string[];
  units: string[];
  places: string[];
}

export interface HintResponse {
  by: string;
  moment: number;
  action: string;
  why: string;
  hint: Hint;
}

export interface HistoryResponse {
  moment: number;
  stops: number[];
  turns: TurnStart[];
}

/** My games by whose turn it is, and the challenges to me and by me. */
export interface HomeResponse {
  mine: MatchCard[];
  waiting: MatchPage;
  over: MatchPage;
  boards: MatchCard[];
  received: ChallengeInfo[];
  sent: ChallengeInfo[];
}

export interface ImportRequest {
  text: string;
  seats?: SeatRequest[];
}

/** A seat that is played by link; `code` is the QR code of the link, a row of ones and zeros for each line. */
export interface Invitation {
  seat: string;
  name: string;
  taken: boolean;
  link: string;
  code: string[];
}

/** `exposed` says in words what sharing means; `address` is empty if the table is not shared. */
export interface InvitationsResponse {
  address: string;
  exposed: string;
  invitations: Invitation[];
}

export interface InviteRequest {
  seat: string;
}

export interface JoinRequest {
  game: string;
  invitation: string;
  name?: string;
}

export interface JoinResponse {
  game: string;
  seat: string;
}

/** The name confirms that it is meant; guests have no password. */
export interface LeaveRequest {
  name: string;
  password?: string;
}

/** A guided game, as the page reads it. */
export interface Lesson {
  title: string;
  seat: string;
  steps: LessonStep[];
}

/**
 * Where the student is.
 *
 * step: the first step after the last deed. awaits: the step whose deed is awaited; the number of steps if none is
 * left. possible: the deed can be done now. strayed: since the last deed the student has done something else.
 */
export interface LessonAt {
  step: number;
  awaits: number;
  possible: boolean;
  strayed: boolean;
}

/** The guided game of this game. */
export interface LessonRequest {
  game: string;
}

/**
 * A step: what is said, what is lit, and the deed it waits for.
 *
 * `deed` has patterns of actions, any of which will do; `*` stands for anything. A step without one is only read.
 * `also` are actions that belong to the deed and come before or after it, such as the units that join an attack.
 * `sheet` names a sheet of the reference that belongs to it. `free`: the student plays on as he likes until the deed
 * can be done. A step with a `turn` waits for that turn instead of a deed.
 */
export interface LessonStep {
  title: string;
  text: string;
  deed: string[];
  also: string[];
  units: string[];
  places: string[];
  rule: string;
  sheet: string;
  free: boolean;
  turn: number;
}

/** A computer player to choose, in one sentence. */
export interface Level {
  id: string;
  title: string;
  summary: string;
}

/**
 * A sentence of the log. `step` is the title of a step of the sequence of play that begins here.
 *
 * `battle` is the entry after which the battle began that it tells of; 0 for none.
 */
export interface LogLine {
  entry: number;
  turn: number;
  kind: string;
  spans: Span[];
  icon: string;
  side: string;
  step: string;
  opens: LogSection | null;
  battle: number;
}

export interface LogResponse {
  from: number;
  moment: number;
  lines: LogLine[];
}

/** A phase, an activation or an impulse, begun by the line that has it. */
export interface LogSection {
  title: Span[];
  side: string;
}

export interface LoginRequest {
  email: string;
  password: string;
}

/** `key` is what the link of a challenge holds; it stays out of addresses, which are logged. */
export interface LookRequest {
  key?: string;
}

/** Of each side, once the game is over; hidden rolls count too. */
export interface LuckResponse {
  sides: SideLuck[];
}

/** A game as a list shows it. `since`, `left` and `deadline` are those of whoever is awaited first. */
export interface MatchCard {
  id: string;
  game: string;
  title: string;
  scenario: string;
  kind: string;
  turn: number;
  changed: number;
  seats: MatchSeat[];
  since: number;
  left: number;
  deadline: number;
  rated: boolean;
  clock: string;
  watch: string;
  ended: number;
  end: string;
  winner: string;
  reason: string;
  outcome: string;
  parent: string;
}

export interface MatchPage {
  games: MatchCard[];
  next: string;
}

export interface MatchSeat {
  seat: string;
  name: string;
  level: string;
  mine: boolean;
  awaited: boolean;
}

/** Whoever is logged in; a guest came by a link and gave no address. */
export interface Me {
  name: string;
  kind: string;
  email: string;
  verified: boolean;
}

/** Nobody is logged in if `me` is missing. */
export interface MeResponse {
  site: SiteInfo;
  me: Me | null;
  announcements: Announcement[];
}

/** A guest becomes a member. */
export interface MemberRequest {
  email: string;
  password: string;
}

/** A new game; with `lesson` the guided one, which has its own scenario, options, seats and dice. */
export interface NewGameRequest {
  game: string;
  seats: SeatRequest[];
  scenario?: string;
  options?: Record<string, unknown>;
  lesson?: boolean;
}

export interface NoteChange {
  text: string;
  shared: boolean;
}

/** A note; a seat numbers its own. */
export interface NoteInfo {
  seat: string;
  n: number;
  kind: string;
  place: string;
  target: string;
  text: string;
  shared: boolean;
  mine: boolean;
}

/** A new note: an arrow from place to target, a note on a place, or one for the game. */
export interface NoteRequest {
  kind: string;
  place?: string;
  target?: string;
  text?: string;
  shared?: boolean;
}

export interface NotesResponse {
  notes: NoteInfo[];
}

/** How one is told. Without a `push_key` the site sends no push messages. */
export interface NoticeSettings {
  mail: string;
  webhook: string;
  push: string;
  digest_at: number;
  reminders: boolean;
  chat: boolean;
  mail_works: boolean;
  push_key: string;
  webhooks: WebhookInfo[];
  browsers: BrowserInfo[];
}

/** How somebody wants to be told; the digest comes so many minutes after midnight, UTC. */
export interface NoticeWishesRequest {
  mail: "digest" | "later" | "never" | "once";
  webhook: "later" | "never" | "once";
  push: "later" | "never" | "once";
  digest_at: number;
  reminders: boolean;
  chat: boolean;
}

export interface OddsAnswer {
  answer: string;
  text: string;
  rows: OddsRow[];
}

/** The odds of one of several actions, to compare them. */
export interface OddsBrief {
  action: string;
  title: string;
  column: string;
  strengths: [number, number] | null;
  taken: number;
  ends: OddsEnd[];
}

export interface OddsChange {
  rule: string;
  text: string;
  clause: string;
}

/** A way a battle can end, in short and in words. */
export interface OddsEnd {
  text: string;
  meaning: string;
  chance: number;
  takes: boolean;
}

/** What a unit, or without one whatever `text` says, adds to the strength of its side. */
export interface OddsPart {
  attacks: boolean;
  unit: string;
  factor: string;
  value: number;
  changes: OddsChange[];
  text: string;
}

export interface OddsRequest {
  actions: string[];
}

export interface OddsRow {
  outcome: string;
  chance: number;
  fraction: string;
  meaning: string;
  ends: string;
  takes: boolean;
}

export interface OddsShift {
  rule: string;
  text: string;
  value: string;
  clause: string;
}

export interface OddsTable {
  title: string;
  policy: string;
  shifts: OddsShift[];
  rows: OddsRow[];
  answers: OddsAnswer[];
  parts: OddsPart[];
  strengths: [number, number] | null;
  measure: string;
  column: string;
  taken: number;
}

/** A scenario to choose. `minutes`: against a computer, and between people; `begins`: a side, if not the first. */
export interface Offer {
  id: string;
  title: string;
  name: string;
  line: string;
  story: string;
  turns: string;
  minutes: [number, number] | null;
  players: [number, number];
  begins: string;
  image: string;
}

export interface OrderInfo {
  window: string;
  answer: string;
  when: string;
  this_phase: boolean;
}

export interface OrderRequest {
  answer: string;
  when?: string;
  this_phase?: boolean;
}

export interface Overlay {
  id: string;
  title: string;
  legend: string;
  rule: string;
  areas: Area[];
  labels: Record<string, string>;
  units: UnitArea[];
  actions: Record<string, string>;
}

export interface OverlayInfo {
  id: string;
  title: string;
  meaning: string;
  needs: string;
  on: boolean;
}

/** An overlay to be sent along; `about` is a unit or a place, if it needs one. */
export interface OverlayRequest {
  id: string;
  about?: string;
}

/** A passkey of one's own; `used` is 0 if it was not yet. */
export interface PasskeyInfo {
  id: number;
  name: string;
  created: number;
  used: number;
}

/** What the browser is to make or sign, in the JSON of WebAuthn. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

/** A passkey that the browser has made. */
export interface PasskeyRequest {
  name: string;
  id: string;
  client_data: string;
  attestation: string;
}

export interface PasskeysResponse {
  passkeys: PasskeyInfo[];
}

export interface PasswordRequest {
  old: string;
  new: string;
}

export interface PeopleResponse {
  names: string[];
}

export interface Piece {
  id: string;
  name: string;
  side: string;
  faces: Face[];
  noun: string;
  kind: string;
  group: string;
  steps: number;
  shape: string;
}

export interface PieceAt {
  id: string;
  at: string;
  side: string;
  face: number;
  steps: number;
  hidden: boolean;
  markers: string[];
  flags: string[];
  back: string;
  hint: string;
  note: string;
}

export interface Place {
  id: string;
  name: string;
  kind: string;
  board: string;
  x: number;
  y: number;
  outline: [number, number][] | null;
  ground: string;
  tags: string[];
  clear: [number, number, number, number][];
}

export interface PlacePanel {
  id: string;
  title: string;
  places: string[];
}

/**
 * How a battle is put together, as templates of actions.
 *
 * Without `add` every unit named fights; without `open` as well it only looks ahead, at the odds of `roll`.
 * `says` is the label of the button where no dice are rolled at once. `alone`: a single unit that could attack joins
 * without being named. `commits` may still be sent in, and `closes` declines them all: one of the two follows the
 * actions that open the battle, if there is any. With a `target` and without `add` the battle is complete but for
 * `commits`, and `roll` declines them.
 */
export interface Planner {
  open: string;
  add: string;
  roll: string;
  targets: Battlefield[];
  target: string;
  joined: string[];
  says: string;
  alone: boolean;
  closes: string[];
  commits: Commitment[];
}

/**
 * A game that is over. `change` is that of the rating; `open`: whoever asks may look at it.
 *
 * `outcome` is won, lost, drew, or off if it was called off. `luck` is that of the side over so many `rolls` of
 * battles.
 */
export interface PlayedGame {
  id: string;
  game: string;
  title: string;
  scenario: string;
  seats: PlayedSeat[];
  outcome: string;
  end: string;
  ended: number;
  rated: boolean;
  change: number | null;
  luck: number;
  rolls: number;
  open: boolean;
}

export interface PlayedPage {
  games: PlayedGame[];
  next: string;
}

/** Who played a seat of a game that is over; nobody's name if the account is gone. */
export interface PlayedSeat {
  seat: string;
  side: string;
  name: string;
  level: string;
  outcome: string;
}

/** A player of a match. Times are seconds since 1970, 0 is never; `left` is what the clock shows at `since`. */
export interface PlayerInfo {
  seat: string;
  name: string;
  kind: string;
  level: string;
  mine: boolean;
  online: boolean;
  visited: number;
  vacation_until: number;
  awaited: boolean;
  since: number;
  left: number;
  deadline: number;
}

/** Somebody at this site. `histories` are the ratings after each rated game, by game. */
export interface ProfileResponse {
  name: string;
  kind: string;
  since: number;
  me: boolean;
  away: number;
  ratings: RatingInfo[];
  histories: Record<string, RatingPoint[]>;
  record: RecordRow[];
  games: PlayedPage;
}

/** A proposal; `by` is a seat, or empty for an administrator. `waits` are the seats that have not answered. */
export interface ProposalInfo {
  n: number;
  kind: string;
  by: string;
  moment: number;
  target: number;
  turn: number;
  state: string;
  mine: boolean;
  asked: boolean;
  waits: string[];
  created: number;
}

/** A takeback goes back to the moment `target`, or to before one's last action. */
export interface ProposalRequest {
  kind: "draw" | "takeback";
  target?: number | null;
}

/** The password, again, before something that only its owner may do. */
export interface ProvenRequest {
  password: string;
}

/** What one side is and what it wants in a scenario. */
export interface Purpose {
  side: string;
  who: string;
  wins: string[];
}

export interface PushEndRequest {
  endpoint: string;
}

/** A browser that is to take push messages, in the words of its subscription. */
export interface PushRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Ranked {
  rank: number;
  name: string;
  shown: number;
  games: number;
}

/** The leader board of a game, or of all games, from the highest rating down. */
export interface RankingResponse {
  game: string;
  title: string;
  ranked: Ranked[];
  next: string;
}

/** A rating in a game, or of all games if `game` is empty; provisional until it rests on a few games. */
export interface RatingInfo {
  game: string;
  title: string;
  shown: number;
  games: number;
  provisional: boolean;
}

export interface RatingPoint {
  at: number;
  shown: number;
}

/** Messages up to this one have been read. */
export interface ReadRequest {
  n: number;
}

export interface Reason {
  rule: string;
  text: string;
  clause: string;
}

export interface ReckoningRow {
  label: string;
  values: Record<string, string>;
  rule: string;
}

/** How somebody did with a side of a scenario, and how lucky. */
export interface RecordRow {
  game: string;
  title: string;
  scenario: string;
  side: string;
  won: number;
  lost: number;
  drew: number;
  luck: number;
  rolls: number;
}

/** Everything beside the map that never changes during a game. */
export interface Reference {
  mark: string;
  briefing: Briefing | null;
  sequence: SequenceStep[];
  charts: RuleChart[];
  sections: RuleSection[];
}

export interface RegisterRequest {
  name: string;
  email: string;
  password: string;
}

/** What came of asking for a rematch: a game that has begun, or a challenge to the other player. */
export interface Rematch {
  match: string;
  challenge: string;
}

export interface RenameRequest {
  name: string;
}

export interface ReportRequest {
  name: string;
  text: string;
  game?: string;
}

export interface ResetRequest {
  token: string;
  password: string;
}

/** How a game ended. `end` is played, conceded, time, agreed or called off. */
export interface ResultInfo {
  winner: string;
  end: string;
  reason: string;
  rule: string;
  clause: string;
  grade: string;
  score: Record<string, number>;
  reckoning: ReckoningRow[];
}

/** How a position stood for the first side. */
export interface ReviewPoint {
  moment: number;
  turn: number;
  value: number;
}

/** The officer's view of a game that is over; without points the officer has none. */
export interface ReviewResponse {
  sides: string[];
  scale: string;
  points: ReviewPoint[];
  turning: TurningPoint[];
}

export interface Row {
  label: string;
  value: string;
  side: string;
  rule: string;
}

/** A chart. `group` is combat, terrain, turns, victory or other; `corner` is the heading of its labels. */
export interface RuleChart {
  id: string;
  title: string;
  group: string;
  columns: string[];
  rows: ChartRow[];
  corner: string;
  rule: string;
  notes: string[];
}

export interface RuleClause {
  number: string;
  summary: string;
  kind: string;
}

export interface RuleSection {
  number: string;
  title: string;
  clauses: RuleClause[];
}

export interface SavedResult {
  winner: string;
  reason: string;
}

export interface ScoreRow {
  side: string;
  label: string;
  value: string;
  points: number | null;
  rule: string;
}

export interface SeatAt {
  id: string;
  side: string;
  team: string;
}

export interface SeatInfo {
  seat: string;
  player: string;
  level: string;
  name: string;
  token: string;
}

export interface SeatOffered {
  id: string;
  side: string;
}

export interface SeatPlayer {
  seat: string;
  player: string;
  level: string;
  name: string;
}

export interface SeatRequest {
  seat: string;
  player: string;
  level?: string;
  name?: string;
}

/** Everything a seat sees that changes during a game. `etag` stays first: it is a digest of the rest. */
export interface SeatView {
  etag: string;
  game: string;
  seat: string;
  moment: number;
  live: boolean;
  turn: number;
  phase: string;
  headline: string;
  awaited: string[];
  players: SeatPlayer[];
  thinking: string;
  pieces: PieceAt[];
  tokens: Token[];
  gone: Gone[];
  panels: FactPanel[];
  tracks: TrackAt[];
  score: ScoreRow[];
  step: string;
  reckoning: ReckoningRow[];
  declared: Declared[];
  asked: Asked[];
  draft: DraftInfo;
  orders: OrderInfo[];
  checkpoint: number;
  notes: string;
  result: ResultInfo | null;
  hides: Record<string, string>;
  taken_back: number;
  beside: string;
  lesson: LessonAt | null;
}

/** Which seats does this game have, with this scenario and these options? */
export interface SeatsRequest {
  game: string;
  scenario?: string;
  options?: Record<string, unknown>;
}

export interface SeatsResponse {
  seats: SeatOffered[];
}

/**
 * A step of the sequence of play. `at` says which steps of the program it stands for.
 *
 * Each of them is a procedure, a `procedure: step`, or either of them `, name=value` with a local of the procedure.
 */
export interface SequenceStep {
  id: string;
  title: string;
  rule: string;
  note: string;
  side: string;
  depth: number;
  at: string[];
}

/** A browser that is logged in. */
export interface SessionInfo {
  id: string;
  browser: string;
  begun: number;
  seen: number;
  here: boolean;
}

export interface SessionsResponse {
  sessions: SessionInfo[];
}

export interface Side {
  id: string;
  name: string;
  fill: string;
  ink: string;
  edge: string;
  pattern: string;
}

/** How lucky a side was: the sum of the ranks of all rolls of battles, by either side, less one half each. */
export interface SideLuck {
  side: string;
  luck: number;
  rolls: number;
}

/** How a side of a scenario did in the games that were played to an end at this site. */
export interface SideStatistics {
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  side: string;
  people: boolean;
  games: number;
  won: number;
  lost: number;
  drew: number;
  conceded: number;
  on_time: number;
  moves: number;
  luck: number;
  rolls: number;
}

/** What a passkey has signed to log in, and whose it says it is. */
export interface SignedRequest {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  handle: string;
}

/** How many entries a game had when one last looked; below 0 if one never did. */
export interface SinceResponse {
  moment: number;
}

/** What everybody may know of the site. */
export interface SiteInfo {
  name: string;
  version: string;
  registration: string;
  mail: boolean;
  passkeys: boolean;
}

/** A game against computers: I play this seat, they play the others, each at its level. It starts at once. */
export interface SoloRequest {
  terms: Terms;
  seat: string;
  computers: Record<string, string>;
}

/** A part of a line. With a noun it is a unit, a place or a chit, shown by its name. */
export interface Span {
  text: string;
  noun: string;
  id: string;
}

export interface StatisticsResponse {
  sides: SideStatistics[];
}

export interface Table {
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  rules_version: string;
  sides: Side[];
  seats: SeatAt[];
  boards: BoardPicture[];
  places: Place[];
  panels: PlacePanel[];
  tracks: Track[];
  pieces: Piece[];
  chits: Chit[];
  markers: Badge[];
  flags: Badge[];
  overlays: OverlayInfo[];
  verbs: Record<string, VerbInfo>;
  windows: WindowInfo[];
  options: Record<string, unknown>;
  credits: string;
  backs: Back[];
  tips: Tip[];
  schema: number;
}

/**
 * The terms of a game.
 *
 * A clock gives `seconds` for each move, or for the whole game. Others may watch what both sides may see (`public`),
 * everything once the game is over (`after`), or everything as it was `delay` turns ago.
 */
export interface Terms {
  game: string;
  scenario?: string;
  options?: Record<string, unknown>;
  clock?: "bank" | "move" | "none";
  seconds?: number;
  rated?: boolean;
  watch?: "after" | "delay" | "nobody" | "public";
  delay?: number;
}

/** Something worth knowing about this game at this table. */
export interface Tip {
  title: string;
  text: string;
}

export interface Token {
  id: string;
  at: string;
  kind: string;
  tone: string;
  label: string;
  text: string;
  side: string;
  hidden: boolean;
}

export interface Track {
  id: string;
  title: string;
  boxes: TrackBox[];
}

export interface TrackAt {
  id: string;
  at: string;
  note: string;
}

export interface TrackBox {
  id: string;
  title: string;
  place: string;
  lines: string[];
}

/** What became of a test; empty if it went well. */
export interface Tried {
  failure: string;
}

export interface TurnStart {
  turn: number;
  moment: number;
}

/** Where the game turned: the decision it begins with, and what the log says most tellingly about it. */
export interface TurningPoint {
  moment: number;
  turn: number;
  change: number;
  line: LogLine | null;
}

export interface UndoRequest {
  moment: number;
  along?: AlongRequest | null;
}

export interface UnitArea {
  tone: string;
  label: string;
  units: string[];
}

export interface VacationRequest {
  days: number;
}

export interface VacationResponse {
  until: number;
  days_left: number;
}

export interface VerbInfo {
  label: string;
  help: string;
  takes: string[];
  ends: string;
}

/** The secret of a link; another name if the one that was chosen is taken by now. */
export interface VerifyRequest {
  token: string;
  name?: string;
}

export interface VerifyResponse {
  over: boolean;
  ok: boolean | null;
  commitment: string;
  secret: string;
  faults: string[];
}

/** A game in which one is awaited. */
export interface WaitingGame {
  id: string;
  title: string;
  against: string;
  since: number;
  deadline: number;
}

export interface WaitingResponse {
  games: WaitingGame[];
  count: number;
}

/** A webhook of one's own. Its address is a secret: `shown` is what tells it from others. */
export interface WebhookInfo {
  id: number;
  kind: string;
  shown: string;
  secret: string;
  failure: string;
  off: boolean;
}

export interface WebhookRequest {
  kind: "discord" | "json";
  url: string;
}

export interface WhatIfRequest {
  moment: number;
}

export interface Why {
  action: string;
  legal: boolean;
  objections: Reason[];
}

export interface WhyRequest {
  action: string;
}

export interface WindowInfo {
  kind: string;
  title: string;
  rule: string;
  answers: string[];
  facts: string[];
  seats: string[];
}
