import { expect, test } from 'vitest';
import { ago, clockWords, offeredSeat, opponents, span, standing, watchWords } from './matchwords';
import type { ChallengeInfo, MatchCard } from './types';

const NOW = 1_000_000;
const card = (more: Partial<MatchCard>) =>
  ({
    turn: 3,
    ended: 0,
    winner: '',
    reason: '',
    since: 0,
    deadline: 0,
    seats: [
      { seat: 'German', name: 'Anna', level: '', mine: true, awaited: false },
      { seat: 'Soviet', name: '', level: 'recruit', mine: false, awaited: true },
    ],
    ...more,
  }) as MatchCard;

test('spans are as rough as people say them', () => {
  expect([30, 80, 3 * 3600 + 5, 86400, 30 * 3600, 5 * 86400].map(span)).toEqual([
    'a moment',
    '1 min',
    '3 h',
    '1 day',
    '30 h',
    '5 days',
  ]);
  expect(ago(NOW - 20, NOW)).toBe('just now');
  expect(ago(NOW - 7200, NOW)).toBe('2 h ago');
});

test('a card says whose turn it is, since when, and what is left', () => {
  expect(standing(card({}), NOW)).toBe('Turn 3, Soviet to play');
  const mine = card({ since: NOW - 7200, deadline: NOW + 86400 });
  mine.seats[0]!.awaited = true;
  expect(standing(mine, NOW)).toBe('Turn 3, your turn for 2 h, 1 day left');
  expect(standing(card({ ended: NOW, reason: 'The German player concedes.' }), NOW)).toBe(
    'The German player concedes.',
  );
  expect(opponents(card({}))).toBe('German: you, Soviet: recruit');
});

test('terms in words', () => {
  expect(clockWords({ game: 'x' })).toBe('No clock');
  expect(clockWords({ game: 'x', clock: 'move', seconds: 3 * 86400 })).toBe('3 days a move');
  expect(clockWords({ game: 'x', clock: 'bank', seconds: 30 * 86400 })).toBe('30 days for the game');
  expect(watchWords({ game: 'x', watch: 'delay', delay: 1 })).toBe('Others watch 1 turn later');
  expect(watchWords({ game: 'x' })).toBe('Others may watch');
});

test('a challenge says which seat is to be had', () => {
  const offer = (choosing: string, ...open: string[]) =>
    ({
      choosing,
      places: ['German', 'Soviet'].map((seat) => ({ seat, open: open.includes(seat) })),
    }) as ChallengeInfo;
  expect(offeredSeat(offer('seat', 'Soviet'))).toBe('you play Soviet');
  expect(offeredSeat(offer('random', 'Soviet'))).toBe('sides at random');
  expect(offeredSeat(offer('other', 'German', 'Soviet'))).toBe('you choose your side');
});
