/** What the table sends and takes: made from its structs, under the names the page has for them. */

import type { GameSummary, Reason } from './schema';

export type * from './schema';
export type {
  Asked as Decision,
  BoardPicture as BoardInfo,
  OddsTable as Odds,
  Reason as Objection,
  ResultInfo as Result,
  SeatView as View,
  VerifyResponse as Verification,
} from './schema';

export type Point = [number, number];

// ---- what the server puts together without a struct ----------------------------------------------------

export type Saved = GameSummary & { result: { winner: string; reason: string } | null };

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
export interface Fault {
  kind: string;
  message: string;
  objections: Reason[];
}
