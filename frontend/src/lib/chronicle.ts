import type { LogLine, Span } from './types';

/** An activation, an impulse, a phase: the lines under one heading. */
export interface Section {
  key: string;
  title: Span[];
  side: string;
  lines: LogLine[];
}
export interface Turn {
  turn: number;
  sections: Section[];
}
export type Filter = 'all' | 'battles' | 'mine';

const FIGHTING = new Set(['battle', 'dice', 'loss', 'retreat', 'advance', 'artillery', 'air']);
const texts = new WeakMap<LogLine, string>();

const said = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');

export const spoken = (line: LogLine): string => said(line.spans);

/** A line in small letters, for the search; made once a line. */
function searched(line: LogLine): string {
  let found = texts.get(line);
  if (found === undefined) {
    found = `${spoken(line)} ${line.spans.map((span) => span.id).join(' ')}`.toLowerCase();
    texts.set(line, found);
  }
  return found;
}

/** Whether a line says no more than the heading that it opens. */
const repeats = ({ opens, spans }: LogLine): boolean =>
  !!opens && said(spans).replace(/\.$/, '') === said(opens.title);

/** The log by turns and sections. The line that only says which turn it is is the heading itself. */
export function arrange(lines: readonly LogLine[]): Turn[] {
  const turns: Turn[] = [];
  let section: Section | undefined;
  for (const line of lines) {
    let turn = turns.at(-1);
    if (!turn || turn.turn !== line.turn) {
      turn = { turn: line.turn, sections: [] };
      turns.push(turn);
      section = undefined;
    }
    if (line.kind === 'turn') continue;
    if (!section || line.opens) {
      section = {
        key: `${line.turn} ${turn.sections.length}`,
        title: line.opens?.title ?? [],
        side: line.opens?.side ?? '',
        lines: [],
      };
      turn.sections.push(section);
    }
    if (!repeats(line)) section.lines.push(line);
  }
  return turns;
}

/** What is left of it under a filter and a search; empty sections and turns are gone. */
export function sift(turns: readonly Turn[], filter: Filter, query: string, mine: string): Turn[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (filter === 'all' && words.length === 0) return [...turns];
  const fits = (line: LogLine, section: Section): boolean =>
    (filter !== 'battles' || FIGHTING.has(line.icon)) &&
    (filter !== 'mine' || (line.side || section.side) === mine) &&
    words.every((word) => searched(line).includes(word));
  return turns
    .map(({ turn, sections }) => ({
      turn,
      sections: sections
        .map((section) => ({ ...section, lines: section.lines.filter((line) => fits(line, section)) }))
        .filter((section) => section.lines.length > 0),
    }))
    .filter((turn) => turn.sections.length > 0);
}

/** The keys of the newest sections, with their turns, that have about so many lines together. */
export function newestKeys(turns: readonly Turn[], most: number): string[] {
  const keys: string[] = [];
  let drawn = 0;
  for (const turn of [...turns].reverse())
    for (const section of [...turn.sections].reverse()) {
      drawn += section.lines.length;
      if (drawn > most && keys.length > 0) return keys;
      keys.push(`turn ${turn.turn}`, section.key);
    }
  return keys;
}
