import type { LogLine, Span } from './types';

/** One thing to look at when a turn is played back: a move, a battle, or what happened at once. */
export interface Beat {
  entry: number;
  lines: LogLine[];
  battle: number;
}

const named = (spans: readonly Span[], noun: string) =>
  spans.filter((span) => span.noun === noun).map((span) => span.id);
export const unitsOf = (beat: Beat) => beat.lines.flatMap((line) => named(line.spans, 'unit'));
export const placesOf = (beat: Beat) => beat.lines.flatMap((line) => named(line.spans, 'place'));

/** A line that names nothing on the board is said with what follows it. */
const bare = (line: LogLine) => !line.battle && line.spans.every((span) => span.noun === '');

/** Whether a line goes on with what the one before told of. */
function goesOn(before: LogLine, line: LogLine): boolean {
  if (before.kind !== line.kind) return false;
  const [last, first] = [named(before.spans, 'place'), named(line.spans, 'place')];
  // no way but a place: many units are set up, or placed, or marked at once
  if (last.length <= 1 && first.length <= 1) return true;
  const [mover, next] = [named(before.spans, 'unit'), named(line.spans, 'unit')];
  return mover.join() === next.join() && (next.length > 0 || last.at(-1) === first[0]);
}

/** The lines after an entry, put together to what is looked at as one. */
export function beats(lines: readonly LogLine[], from: number): Beat[] {
  const found: Beat[] = [];
  let waiting: LogLine[] = [];
  let open: Beat | null = null;
  for (const line of lines) {
    if (line.entry <= from) continue;
    if (bare(line)) {
      // within a battle it belongs to it
      waiting.push(line);
      continue;
    }
    const before = open?.lines.at(-1);
    const same = line.battle
      ? open?.battle === line.battle
      : Boolean(before && !open!.battle && waiting.length === 0 && goesOn(before, line));
    if (!open || !same) {
      open = { entry: line.entry, lines: [], battle: line.battle };
      found.push(open);
    }
    open.lines.push(...waiting, line);
    open.entry = line.entry;
    waiting = [];
  }
  if (waiting.length > 0) found.push({ entry: waiting.at(-1)!.entry, lines: waiting, battle: 0 });
  return found;
}

/** How long a beat is looked at, in milliseconds. */
export const PACES = { slow: 1600, normal: 850, fast: 320, rapid: 40 };
export type Pace = keyof typeof PACES | 'off';

/** The first line of every battle. */
export function declarations(log: readonly LogLine[]): Set<LogLine> {
  const first = new Map<number, LogLine>();
  for (const line of log) if (line.battle && !first.has(line.battle)) first.set(line.battle, line);
  return new Set(first.values());
}
