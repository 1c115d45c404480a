import { expect, test } from 'vitest';
import { rematch } from './rematch';
import type { Saved, Table } from './types';

const table = (...seats: [string, string][]) =>
  ({
    game: 'victory-denied',
    scenario: 'smolensk',
    options: { fog: true },
    seats: seats.map(([id, team]) => ({ id, side: team, team })),
  }) as unknown as Table;
const saved = (kind: string, ...players: [string, string, string][]) =>
  ({
    kind,
    seats: players.map(([seat, player, level]) => ({ seat, player, level, name: seat[0], token: 'secret' })),
  }) as unknown as Saved;

test('the players of two seats change places', () => {
  const game = saved('table', ['German', 'human', ''], ['Soviet', 'computer', 'recruit']);
  expect(rematch(game, table(['German', 'german'], ['Soviet', 'soviet']))).toEqual({
    game: 'victory-denied',
    scenario: 'smolensk',
    options: { fog: true },
    seats: [
      { seat: 'German', player: 'computer', level: 'recruit', name: 'S' },
      { seat: 'Soviet', player: 'human', level: '', name: 'G' },
    ],
  });
});

test('in teams of equal size each takes the seat opposite', () => {
  const game = saved(
    'table',
    ['A1', 'human', ''],
    ['A2', 'friend', ''],
    ['S1', 'computer', 'x'],
    ['S2', 'computer', 'y'],
  );
  const found = rematch(game, table(['A1', 'axis'], ['A2', 'axis'], ['S1', 'soviet'], ['S2', 'soviet']));
  expect(found?.seats.map((one) => one.level || one.player)).toEqual(['x', 'y', 'human', 'friend']);
});

test('unequal teams, what-if boards and imports have none', () => {
  const three = saved('table', ['A1', 'human', ''], ['A2', 'friend', ''], ['S1', 'computer', 'x']);
  expect(rematch(three, table(['A1', 'axis'], ['A2', 'axis'], ['S1', 'soviet']))).toBeNull();
  const two = table(['German', 'german'], ['Soviet', 'soviet']);
  expect(rematch(saved('whatif', ['German', 'human', ''], ['Soviet', 'friend', '']), two)).toBeNull();
  expect(rematch(saved('import', ['German', 'human', ''], ['Soviet', 'friend', '']), two)).toBeNull();
});
