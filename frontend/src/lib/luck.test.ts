import { expect, test } from 'vitest';
import { luckARoll, luckOfSides, luckWords, signed } from './luck';

test('luck is told with the number of rolls', () => {
  expect(luckWords(2.31, 41)).toBe('+2.3 over 41 rolls');
  expect(luckWords(-0.5, 1)).toBe('−0.5 over 1 roll');
  expect(luckWords(0, 0)).toBe('');
});

test('both sides are told at once', () => {
  const sides = [
    { name: 'German', luck: 0.33, rolls: 6 },
    { name: 'Soviet', luck: -0.33, rolls: 6 },
  ];
  expect(luckOfSides(sides)).toBe('German +0.3, Soviet −0.3, over 6 rolls');
  expect(luckOfSides([])).toBe('');
});

test('and on average', () => {
  expect(luckARoll(2.31, 41)).toBe('+0.06 a roll');
  expect(luckARoll(0, 0)).toBe('');
});

test('what rounds to nothing has no sign', () => {
  expect([signed(0.04), signed(-0.04), signed(-0.06)]).toEqual(['0.0', '0.0', '−0.1']);
});
