/** The contract of docs/design/table.md, as the page reads it. Unknown fields are ignored. */

export type Point = [number, number];

export interface Side {
  id: string;
  name: string;
  fill: string;
  ink: string;
  edge: string;
  pattern: string;
}
export interface SeatAt {
  id: string;
  side: string;
  team: string;
}
export interface BoardInfo {
  id: string;
  title: string;
  width: number;
  height: number;
  image: string;
  shape: Point[];
  counter: number;
}
export interface Place {
  id: string;
  name: string;
  kind: string;
  board: string;
  x: number;
  y: number;
  outline: Point[] | null;
  ground: string;
  tags: string[];
  clear: [number, number, number, number][];
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
export interface Piece {
  id: string;
  noun: string;
  name: string;
  side: string;
  kind: string;
  group: string;
  steps: number;
  faces: Face[];
  shape: string;
}
export interface Back {
  id: string;
  name: string;
  fill: string;
  edge: string;
  ink: string;
}
export interface Chit {
  id: string;
  name: string;
  side: string;
  text: string;
  note: string;
}
export interface Mark {
  id: string;
  name: string;
  short: string;
  tone: string;
  rule: string;
  meaning: string;
}
export interface OverlayInfo {
  id: string;
  title: string;
  meaning: string;
  needs: string;
  on: boolean;
}
export interface WindowInfo {
  kind: string;
  title: string;
  rule: string;
  answers: string[];
  facts: string[];
  seats: string[];
}
export interface TrackBox {
  id: string;
  title: string;
  place: string;
  lines: string[];
}
export interface Table {
  schema: number;
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  rules_version: string;
  options: Record<string, unknown>;
  credits: string;
  sides: Side[];
  seats: SeatAt[];
  boards: BoardInfo[];
  places: Place[];
  panels: { id: string; title: string; places: string[] }[];
  tracks: { id: string; title: string; boxes: TrackBox[] }[];
  pieces: Piece[];
  chits: Chit[];
  markers: Mark[];
  flags: Mark[];
  overlays: OverlayInfo[];
  verbs: Record<string, { help: string; takes: string[] }>;
  windows: WindowInfo[];
  backs: Back[];
  lessons: { title: string; text: string }[];
}

export interface PieceAt {
  id: string;
  at: string;
  face: number;
  steps: number;
  side: string;
  hidden: boolean;
  markers: string[];
  flags: string[];
  back: string;
  hint: string;
  note: string;
}
export interface Token {
  id: string;
  at: string;
  kind: string;
  text: string;
  tone: string;
  side: string;
  hidden: boolean;
  label: string;
}
export interface FactPanel {
  id: string;
  title: string;
  kind: string;
  chits: string[];
  unknown: number;
  rows: { label: string; value: string; side: string; rule: string; dice: number[]; now: boolean }[];
  note: string;
  at: string;
}
export interface ScoreRow {
  side: string;
  label: string;
  value: string;
  points: number | null;
  rule: string;
}
export interface Group {
  verb: string;
  label: string;
  help: string;
  takes: string[];
  targets: string[];
  paths: string[][];
  text: string;
}
export interface Planner {
  open: string;
  add: string;
  roll: string;
  target: string;
  joined: string[];
  targets: { place: string; units: string[]; defenders: string[] }[];
  says: string;
}
export interface Decision {
  seat: string;
  kind: string;
  prompt: string;
  rule: string;
  clause: string;
  window: boolean;
  secrecy: string;
  in_hand: string;
  focus: { units: string[]; places: string[] };
  groups: Group[];
  count: number;
  only: string;
  attempt: { place: string; unit: string; chit: string };
  leads_to: Record<string, string>;
  planner: Planner | null;
}
export interface Player {
  seat: string;
  player: string;
  level: string;
  name: string;
  token?: string;
}
export interface Order {
  window: string;
  answer: string;
  when: string;
  this_phase: boolean;
}
export interface Result {
  winner: string;
  reason: string;
  rule: string;
  clause: string;
  score: Record<string, number>;
  reckoning: { label: string; values: Record<string, string>; rule: string }[];
}
export interface View {
  game: string;
  seat: string;
  moment: number;
  live: boolean;
  etag: string;
  turn: number;
  phase: string;
  headline: string;
  awaited: string[];
  players: Player[];
  thinking: string;
  pieces: PieceAt[];
  tokens: Token[];
  gone: { place: string; title: string; units: string[] }[];
  panels: FactPanel[];
  tracks: { id: string; at: string; note: string }[];
  score: ScoreRow[];
  asked: Decision[];
  draft: { after: number; actions: string[] };
  orders: Order[];
  checkpoint: number;
  result: Result | null;
}

export interface Objection {
  rule: string;
  text: string;
  clause: string;
}
export interface Why {
  action: string;
  legal: boolean;
  objections: Objection[];
}
export interface OddsRow {
  outcome: string;
  chance: number;
  fraction: string;
  meaning: string;
  ends: string;
}
export interface Odds {
  title: string;
  policy: string;
  shifts: { rule: string; text: string; value: string; clause: string }[];
  rows: OddsRow[];
  answers: { answer: string; rows: OddsRow[] }[];
}
export interface Overlay {
  id: string;
  title: string;
  legend: string;
  rule: string;
  areas: { tone: string; label: string; places: string[]; line: boolean }[];
  labels: Record<string, string>;
  units: { tone: string; label: string; units: string[] }[];
  actions: Record<string, string>;
}
export interface Span {
  text: string;
  noun: string;
  id: string;
}
export interface LogLine {
  entry: number;
  turn: number;
  kind: string;
  spans: Span[];
}
export interface History {
  moment: number;
  stops: number[];
  turns: { turn: number; moment: number }[];
}
export interface Series {
  id: string;
  title: string;
  side: string;
  points: Point[];
}
export interface Hint {
  by: string;
  moment: number;
  action: string;
  why: string;
}
export interface Verification {
  over: boolean;
  ok: boolean | null;
  commitment: string;
  secret: string;
  faults: string[];
}

export interface GameOption {
  id: string;
  summary: string;
  choices: (string | number | boolean)[];
  default: string | number | boolean;
  rule: string;
  scenarios: string[];
}
export interface SeatOffered {
  id: string;
  side: string;
}
export interface CatalogueGame {
  id: string;
  title: string;
  complete: boolean;
  rules_version: string;
  scenarios: { id: string; title: string }[];
  options: GameOption[];
  seats: SeatOffered[];
  image: string;
}
export interface Catalogue {
  version: string;
  games: CatalogueGame[];
  levels: { id: string; title: string }[];
}
export interface Saved {
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
  result: { winner: string; reason: string } | null;
  commitment: string;
  seats: Player[];
}
export interface Fault {
  kind: string;
  message: string;
  objections: Objection[];
}
