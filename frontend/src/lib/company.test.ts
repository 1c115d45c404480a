import { expect, test } from 'vitest';
import { ago, clockText, leftNow } from './company.svelte';
import type { PlayerInfo } from './types';

test('a clock shows what matters', () => {
  expect(clockText(3 * 86400 + 5 * 3600 + 59)).toBe('3 d 5 h');
  expect(clockText(3 * 86400)).toBe('3 d');
  expect(clockText(2 * 3600 + 5 * 60)).toBe('2 h 05 min');
  expect(clockText(65)).toBe('1:05');
  expect(clockText(-3)).toBe('0:00');
});

test('only a running clock gets less, and not before a vacation ends', () => {
  const player = { left: 100, since: 50, deadline: 150 } as PlayerInfo;
  expect(leftNow(player, 70)).toBe(80);
  expect(leftNow(player, 20)).toBe(100);
  expect(leftNow({ ...player, deadline: 0, since: 0 }, 70)).toBe(100);
});

test('times past are told roughly', () => {
  expect([30, 300, 4000, 7300, 90000, 300000].map(ago)).toEqual([
    'just now',
    '5 minutes ago',
    'an hour ago',
    '2 hours ago',
    'yesterday',
    '3 days ago',
  ]);
});
