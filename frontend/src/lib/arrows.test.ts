import { expect, test } from 'vitest';
import { arrow, arrows } from './arrows';

const SPOTS = new Map([
  ['1', { x: 0, y: 0 }],
  ['2', { x: 100, y: 0 }],
  ['3', { x: 0, y: 100 }],
]);
const WHERE = new Map([
  ['A', '1'],
  ['B', '1'],
  ['C', '3'],
  ['D', '2'],
]);

test('units of one place share an arrow, and who is there already needs none', () => {
  const found = arrows([{ target: '2', units: ['A', 'B', 'C', 'D'], odds: '3-1' }], WHERE, (id) => SPOTS.get(id), 40);
  expect(found.map((one) => [one.from, one.to])).toEqual([
    ['1', '2'],
    ['3', '2'],
  ]);
});

test('an arrow to a place of another board is not drawn', () => {
  expect(arrows([{ target: '9', units: ['A'], odds: '' }], WHERE, (id) => SPOTS.get(id), 40)).toEqual([]);
});

test('an arrow points at its target', () => {
  const points = arrow([0, 0], [100, 0], 40, 1)
    .slice(1, -1)
    .split('L')
    .map((pair) => pair.split(' ').map(Number));
  const tip = points.reduce((most, one) => (one[0]! > most[0]! ? one : most));
  expect(tip[1]).toBeCloseTo(0);
  expect(tip[0]).toBeLessThan(100);
});
