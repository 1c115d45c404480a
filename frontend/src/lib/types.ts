/** What the server sends and receives: generated from its structs, under the names the page uses for them. */

import type { Along, SeatView } from './schema';

export type * from './schema';
export type {
  Asked as Decision,
  BoardPicture as BoardInfo,
  GameSummary as Saved,
  OddsTable as Odds,
  Reason as Objection,
  ResultInfo as Result,
  SeatView as View,
  VerifyResponse as Verification,
} from './schema';

export type Point = [number, number];

/** The answer to a click: the view, and with it what the page would have to ask for next. */
export type Answer = SeatView & { along?: Along };
