// Made by `make types` from the structs of the server; do not edit.

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

/** A possible target, the units that could attack it, and its defenders. */
export interface Battlefield {
  place: string;
  units: string[];
  defenders: string[];
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

export interface Catalogue {
  version: string;
  games: CatalogueGame[];
  levels: Named[];
}

/** A game to choose; `seats` are those of its first scenario with the default options. */
export interface CatalogueGame {
  id: string;
  title: string;
  complete: boolean;
  rules_version: string;
  scenarios: Named[];
  options: GameOption[];
  seats: SeatOffered[];
  image: string;
}

export interface ChangesResponse {
  changed: boolean;
  etag: string;
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

export interface Chit {
  id: string;
  name: string;
  side: string;
  text: string;
  note: string;
}

export interface DraftInfo {
  after: number;
  actions: string[];
}

export interface DraftRequest {
  after: number;
  actions: string[];
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

/** Facts beside the map: `chits` (then unknown backs), `counts`, or the `steps` of what happens at a place. */
export interface FactPanel {
  id: string;
  title: string;
  kind: string;
  chits: string[];
  unknown: number;
  rows: Row[];
  note: string;
  at: string;
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

export interface GameOption {
  id: string;
  summary: string;
  choices: (string | number | boolean)[];
  default: string | number | boolean;
  rule: string;
  scenarios: string[];
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

export interface HintResponse {
  by: string;
  moment: number;
  action: string;
  why: string;
}

export interface HistoryResponse {
  moment: number;
  stops: number[];
  turns: TurnStart[];
}

export interface ImportRequest {
  text: string;
  seats?: SeatRequest[];
}

/** A card of the tutorial. */
export interface Lesson {
  title: string;
  text: string;
}

export interface LogLine {
  entry: number;
  turn: number;
  kind: string;
  spans: Span[];
}

export interface LogResponse {
  from: number;
  moment: number;
  lines: LogLine[];
}

/** A scenario or a level to choose. */
export interface Named {
  id: string;
  title: string;
}

export interface NewGameRequest {
  game: string;
  seats: SeatRequest[];
  scenario?: string;
  options?: Record<string, unknown>;
}

export interface OddsAnswer {
  answer: string;
  rows: OddsRow[];
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
 * without being named.
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

export interface ResultInfo {
  winner: string;
  reason: string;
  rule: string;
  clause: string;
  grade: string;
  score: Record<string, number>;
  reckoning: ReckoningRow[];
}

export interface Row {
  label: string;
  value: string;
  side: string;
  rule: string;
  dice: number[];
  now: boolean;
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
  asked: Asked[];
  draft: DraftInfo;
  orders: OrderInfo[];
  checkpoint: number;
  result: ResultInfo | null;
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

export interface Side {
  id: string;
  name: string;
  fill: string;
  ink: string;
  edge: string;
  pattern: string;
}

export interface Span {
  text: string;
  noun: string;
  id: string;
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
  lessons: Lesson[];
  schema: number;
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

export interface TurnStart {
  turn: number;
  moment: number;
}

export interface UndoRequest {
  moment: number;
}

export interface UnitArea {
  tone: string;
  label: string;
  units: string[];
}

export interface VerbInfo {
  help: string;
  takes: string[];
}

export interface VerifyResponse {
  over: boolean;
  ok: boolean | null;
  commitment: string;
  secret: string;
  faults: string[];
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
