import { expect, test } from 'vitest';
import { bare, parts } from './rulebook';

test('a rule is its number without the mark of the game', () => {
  expect(bare('AVD 9.5.4')).toBe('9.5.4');
  expect(bare('9.5')).toBe('9.5');
});

test('a clause stands for itself, or for its lettered parts, never for its sections', () => {
  const numbers = ['5.1', '5.1a', '5.1.2', '5.2a', '5.2b', '5.2.1'];
  expect(parts(numbers, '5.1')).toEqual(['5.1']);
  expect(parts(numbers, '5.2')).toEqual(['5.2a', '5.2b']);
  expect(parts(numbers, '6')).toEqual([]);
});
