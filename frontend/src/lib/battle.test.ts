import { expect, test } from 'vitest';
import { battleActions, changed, mixed, oddsActions, percent, ranked } from './battle';
import type { OddsBrief, OddsPart, Planner } from './types';

const PLANNER: Planner = {
  open: 'attack {place}',
  add: 'with {unit}',
  roll: 'resolve',
  target: '',
  joined: [],
  says: '',
  alone: false,
  closes: ['pass'],
  commits: [{ action: 'stuka', text: 'commit a Stuka', left: 3 }],
  targets: [
    { place: '0101', units: ['A', 'B'], defenders: ['X'], gain: '' },
    { place: '0202', units: ['A'], defenders: ['Y'], gain: 'a victory chit' },
    { place: '0303', units: ['B'], defenders: ['Z'], gain: '' },
  ],
};
const brief = (action: string, taken: number): OddsBrief => ({
  action,
  title: '',
  column: '3-1',
  strengths: null,
  taken,
  ends: [],
});

test('rolling declines what may still be committed, in the same request', () => {
  expect(battleActions(PLANNER, '0101', ['A'])).toEqual(['attack 0101', 'with A', 'resolve', 'pass']);
  expect(battleActions(PLANNER, '0101', ['A', 'B'])).toEqual(['attack 0101', 'with A', 'with B', 'pass']);
});

test('what is committed takes the place of declining', () => {
  expect(battleActions(PLANNER, '0101', ['A'], 'stuka')).toEqual(['attack 0101', 'with A', 'resolve', 'stuka']);
});

test('where nothing can be committed nothing follows the roll', () => {
  expect(battleActions({ ...PLANNER, closes: [] }, '0101', ['A'])).toEqual(['attack 0101', 'with A', 'resolve']);
});

test('the last call before the dice is one answer', () => {
  const last = { ...PLANNER, open: '', add: '', roll: 'pass', target: '0101', joined: ['A'] };
  expect(battleActions(last, '0101', [])).toEqual(['pass']);
  expect(battleActions(last, '0101', [], 'stuka')).toEqual(['stuka']);
  expect(oddsActions(last, '0101', [])).toEqual(['pass']);
});

test('attacks are ranked by the chance to take the place, then by the gain', () => {
  const found = new Map(
    [brief('attack 0101', 0.5), brief('attack 0202', 0.5), brief('attack 0303', 0.9)].map((one) => [one.action, one]),
  );
  expect(ranked(PLANNER, found).map((one) => one.place)).toEqual(['0303', '0202', '0101']);
  expect(ranked(PLANNER, new Map()).map((one) => one.place)).toEqual(['0202', '0101', '0303']);
});

test('numbers are written as players write them', () => {
  expect([4.5, 9, 0.25, 0, -0.5, -1.75].map(mixed)).toEqual(['4½', '9', '¼', '0', '−½', '−1¾']);
  expect([0, 0.05, 0.667, 1].map(percent)).toEqual(['0 %', '5 %', '67 %', '100 %']);
});

test('a part is changed when it counts other than the counter shows', () => {
  const part: OddsPart = { attacks: true, unit: 'A', factor: '9', value: 4.5, changes: [], text: '' };
  expect([part, { ...part, value: 9 }, { ...part, factor: '', value: -0.5 }].map(changed)).toEqual([
    true,
    false,
    false,
  ]);
});
