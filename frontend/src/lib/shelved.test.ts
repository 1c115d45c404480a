import { describe, expect, it } from 'vitest';
import { lately, shelved, sides, standing } from './shelved';
import type { Saved } from './types';

const saved = (id: string, facts: Partial<Saved> = {}): Saved => ({
  id,
  game: 'g',
  title: 'G',
  scenario: 's',
  kind: 'table',
  created: '',
  changed: '',
  turn: 3,
  moment: 1,
  awaited: ['Red'],
  result: null,
  commitment: '',
  unreadable: '',
  parent: '',
  seats: [
    { seat: 'Red', player: 'human', level: '', name: 'Anna', token: 't' },
    { seat: 'Blue', player: 'computer', level: 'recruit', name: '', token: '' },
  ],
  ...facts,
});

describe('saved games', () => {
  it('lie on the shelf where one looks for them', () => {
    const games = [
      saved('a', { awaited: ['Blue'] }),
      saved('b'),
      saved('c', { result: { winner: 'red', reason: 'Red has won.' } }),
      saved('d', { kind: 'whatif' }),
      saved('e', { unreadable: 'It is damaged.' }),
      saved('f'),
    ];
    const found = shelved(games).map((shelf) => [shelf.id, shelf.games.map((game) => game.id).join('')]);
    expect(found).toEqual([
      ['yours', 'bf'],
      ['waiting', 'a'],
      ['over', 'c'],
      ['whatif', 'd'],
      ['broken', 'e'],
    ]);
  });
  it('say who plays and how it stands', () => {
    expect(sides(saved('a'))).toBe('Red: Anna, Blue: recruit');
    expect(standing(saved('a'))).toBe('Turn 3, Red to play');
    expect(standing(saved('a', { result: { winner: '', reason: 'A draw.' } }))).toBe('A draw.');
  });
  it('say when they were played', () => {
    const now = new Date(2026, 10, 18, 16, 0);
    expect(lately(new Date(2026, 10, 18, 9, 5).toISOString(), now)).toMatch(/^today, /);
    expect(lately(new Date(2026, 10, 17, 9, 5).toISOString(), now)).toBe('yesterday');
    expect(lately(new Date(2026, 9, 1).toISOString(), now)).toMatch(/2026/);
    expect(lately('', now)).toBe('');
  });
});
