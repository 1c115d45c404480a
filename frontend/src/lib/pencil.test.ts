import { describe, expect, it } from 'vitest';
import { arrowPath, lines } from './pencil';

describe('arrows and notes', () => {
  it('keeps clear of both ends and points at the second', () => {
    const numbers = arrowPath(0, 0, 100, 0, 40)
      .match(/-?[\d.]+/g)!
      .map(Number);
    const xs = numbers.filter((_, i) => i % 2 === 0);
    expect(Math.min(...xs)).toBe(18);
    expect(Math.max(...xs)).toBe(82);
    expect(arrowPath(5, 5, 5, 5, 40)).toBe('');
  });
  it('breaks a text into lines and cuts what is too long', () => {
    expect(lines('hold the bridge', 9, 3)).toEqual(['hold the', 'bridge']);
    expect(lines('one two three four', 5, 2)).toEqual(['one', 'two …']);
    expect(lines('incomprehensible', 6, 2)).toEqual(['incom…']);
  });
});
