import { describe, expect, it } from 'vitest';
import { arrange, sift } from './chronicle';
import type { LogLine } from './types';

const line = (entry: number, text: string, more: Partial<LogLine> = {}): LogLine => ({
  entry,
  turn: 1,
  kind: 'go',
  spans: [{ text, noun: 'unit', id: `U${entry}` }],
  icon: 'move',
  side: '',
  step: '',
  opens: null,
  battle: 0,
  ...more,
});
const opens = (title: string, side = '') => ({ title: [{ text: title, noun: '', id: '' }], side });
const LINES = [
  line(1, 'Ninth Army is drawn.', { icon: 'chit', opens: opens('Ninth Army', 'german') }),
  line(2, 'A unit moves.', { side: 'german' }),
  line(3, 'It attacks.', { icon: 'battle', side: 'german' }),
  line(4, 'A unit retreats.', { icon: 'retreat', side: 'soviet' }),
  line(5, 'Turn 2.', { turn: 2, kind: 'turn', icon: '' }),
  line(6, 'Supply is drawn.', { turn: 2, icon: 'chit', opens: opens('Supply') }),
];

describe('the log', () => {
  it('has a section for each heading and none for the turn itself', () => {
    const turns = arrange(LINES);
    expect(turns.map((one) => one.turn)).toEqual([1, 2]);
    expect(turns[0]!.sections.map((one) => one.lines.length)).toEqual([4]);
    expect(turns[1]!.sections.map((one) => one.title[0]!.text)).toEqual(['Supply']);
  });
  it('does not say under a heading what the heading says', () => {
    const [turn] = arrange([line(1, 'German player turn.', { opens: opens('German player turn') }), LINES[1]!]);
    expect(turn!.sections.map((one) => one.lines.map((kept) => kept.entry))).toEqual([[2]]);
  });
  it('keeps the keys of its sections when lines are added', () => {
    const keys = (lines: LogLine[]) => arrange(lines).flatMap((one) => one.sections.map((section) => section.key));
    expect(keys(LINES).slice(0, 1)).toEqual(keys(LINES.slice(0, 3)));
    expect(new Set(keys(LINES)).size).toBe(2);
  });
  it('shows battles, or what belongs to a side, or what is searched for', () => {
    const left = (...how: [Parameters<typeof sift>[1], string, string]) =>
      sift(arrange(LINES), ...how).flatMap((turn) =>
        turn.sections.flatMap((section) => section.lines.map((one) => one.entry)),
      );
    expect(left('battles', '', 'german')).toEqual([3, 4]);
    expect(left('mine', '', 'german')).toEqual([1, 2, 3]);
    expect(left('all', 'unit RETREATS', '')).toEqual([4]);
    expect(left('all', 'u6', '')).toEqual([6]);
    expect(left('battles', 'nothing', 'german')).toEqual([]);
  });
  it('is quick for a long war', () => {
    const long = Array.from({ length: 10_000 }, (_, i) =>
      line(i, `Unit ${i} moves.`, { turn: 1 + Math.floor(i / 400), opens: i % 40 ? null : opens('Army') }),
    );
    const turns = arrange(long);
    expect(turns.length).toBe(25);
    expect(sift(turns, 'all', 'unit 9999', '').length).toBe(1);
  });
});
