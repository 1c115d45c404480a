import { expect, test } from 'vitest';
import { luckARoll, luckWords, signed } from './luck';

test('luck is told with the number of rolls', () => {
  expect(luckWords(2.31, 41)).toBe('+2.3 over 41 rolls');
  expect(luckWords(-0.5, 1)).toBe('−0.5 over 1 roll');
  expect(luckWords(0, 0)).toBe('');
});

test('and on average', () => {
  expect(luckARoll(2.31, 41)).toBe('+0.06 a roll');
  expect(luckARoll(0, 0)).toBe('');
});

test('what rounds to nothing has no sign', () => {
  expect([signed(0.04), signed(-0.04), signed(-0.06)]).toEqual(['0.0', '0.0', '−0.1']);
});
