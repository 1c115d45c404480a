import { expect, it } from 'vitest';
import { battleActions, oddsActions } from './battle';
import { corner, lean, stacks, unchanged } from './stacks';
import type { PieceAt, Planner } from './types';

const piece = (id: string, at: string): PieceAt => ({
  id,
  at,
  face: 0,
  steps: 1,
  side: 'a',
  hidden: false,
  markers: [],
  flags: [],
  back: '',
  hint: '',
  note: '',
});

it('stacks keep the order of the view', () => {
  const found = stacks([piece('a', '1'), piece('b', '2'), piece('c', '1')]);
  expect(found.get('1')!.map((one) => one.id)).toEqual(['a', 'c']);
});

it('a high stack stays within its place', () => {
  for (const height of [1, 2, 5, 12]) {
    const [x, y] = lean(height - 1, height, 40);
    expect(Math.abs(x)).toBeLessThan(8);
    expect(Math.abs(y)).toBeLessThan(8);
  }
  expect(lean(0, 1, 40).map(Math.abs)).toEqual([0, 0]);
});

it('tokens of a place lie apart', () => {
  const spots = [0, 1, 2, 3].map((i) => corner(i, 40).join());
  expect(new Set(spots).size).toBe(4);
});

const planner: Planner = {
  open: 'attack {place}',
  add: 'with {unit}',
  roll: 'resolve',
  target: '',
  joined: [],
  says: '',
  alone: false,
  closes: [],
  commits: [],
  targets: [{ place: '3723', units: ['7Pz', '20Pz'], defenders: ['25C'], gain: '' }],
};

it('a battle is declared, joined and rolled', () => {
  expect(oddsActions(planner, '3723', ['7Pz'])).toEqual(['attack 3723', 'with 7Pz']);
  expect(battleActions(planner, '3723', ['7Pz'])).toEqual(['attack 3723', 'with 7Pz', 'resolve']);
  // with everybody in it rolls by itself
  expect(battleActions(planner, '3723', ['7Pz', '20Pz'])).toEqual(['attack 3723', 'with 7Pz', 'with 20Pz']);
  expect(oddsActions(planner, '3723', [])).toEqual([]);
});

it('the only attacker joins by itself where the game says so', () => {
  const one = { ...planner, alone: true, targets: [{ place: '3723', units: ['7Pz'], defenders: ['25C'], gain: '' }] };
  expect(oddsActions(one, '3723', ['7Pz'])).toEqual(['attack 3723']);
  expect(battleActions(one, '3723', ['7Pz'])).toEqual(['attack 3723']);
  expect(oddsActions(one, '3723', [])).toEqual([]);
  // of several they are named
  expect(oddsActions({ ...planner, alone: true }, '3723', ['7Pz'])).toEqual(['attack 3723', 'with 7Pz']);
});

it('an open battle is only joined or rolled', () => {
  const open = {
    ...planner,
    target: '3723',
    joined: ['7Pz'],
    targets: [{ place: '3723', units: ['20Pz'], defenders: [], gain: '' }],
  };
  expect(oddsActions(open, '3723', [])).toEqual(['resolve']);
  expect(battleActions(open, '3723', [])).toEqual(['resolve']);
  expect(battleActions(open, '3723', ['20Pz'])).toEqual(['with 20Pz']);
});

it('a piece that has not changed stays the same object', () => {
  const before = [piece('a', '1'), piece('b', '2')];
  const now = unchanged(before, [piece('a', '1'), piece('b', '3')]);
  expect(now[0]).toBe(before[0]);
  expect(now[1]!.at).toBe('3');
});
