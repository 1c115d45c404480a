import { describe, expect, it } from 'vitest';
import { against, lasting, people, settled, yours } from './newgame';
import type { GameOption, Offer } from './types';

const option = (id: string, excludes: string[]): GameOption => ({
  id,
  title: id,
  summary: '',
  choices: ['no', 'yes'],
  words: ['No', 'Yes'],
  default: 'no',
  rule: '',
  scenarios: [],
  excludes,
});
const players = option('players', ['teams']);
const teams = option('teams', ['players']);
const free = option('free', []);

describe('options that rule each other out', () => {
  it('name the one that stands against', () => {
    expect(against(teams, [players, teams, free], { players: 'yes' })).toBe(players);
    expect(against(players, [players, teams, free], { players: 'yes' })).toBeUndefined();
    expect(against(free, [players, teams, free], { players: 'yes', teams: 'yes' })).toBeUndefined();
  });
  it('work also when only one of the two says so', () => {
    expect(against(players, [{ ...players, excludes: [] }, teams], { teams: 'yes' })).toBe(teams);
  });
  it('are never asked for together', () => {
    const asked = settled([players, teams, free], { players: 'yes', teams: 'yes', free: 'yes' });
    expect(asked).toEqual({ players: 'yes', teams: 'no', free: 'yes' });
  });
});

describe('words', () => {
  it('say how long a game takes', () => {
    expect(lasting([45, 90])).toBe('45–90 min');
    expect(lasting([75, 150])).toBe('1¼–2½ h');
    expect(lasting([180, 360])).toBe('3–6 h');
    expect(lasting(null)).toBe('');
  });
  it('say how many play', () => {
    expect(people([2, 2])).toBe('2 players');
    expect(people([2, 8])).toBe('2–8 players');
  });
});

describe('your seat', () => {
  const seats = [
    { id: 'German', side: 'german' },
    { id: 'Soviet', side: 'soviet' },
  ];
  it('is that of the side that begins, or the first', () => {
    expect(yours(seats, { begins: 'soviet' } as Offer)).toBe('Soviet');
    expect(yours(seats, { begins: '' } as Offer)).toBe('German');
  });
});
