import { describe, expect, it } from 'vitest';
import { localTime, utcMinutes } from './notices';

describe('the time of the digest', () => {
  it('is shown where the reader is', () => {
    expect(localTime(7 * 60, 0)).toBe('07:00');
    expect(localTime(7 * 60, -120)).toBe('09:00');
    expect(localTime(60, 300)).toBe('20:00');
    expect(localTime(23 * 60 + 30, -330)).toBe('05:00');
  });
  it('is kept as it was meant', () => {
    for (const offset of [0, -120, 300, -330, 720, -840])
      for (const minutes of [0, 1, 61, 719, 1439])
        expect(utcMinutes(localTime(minutes, offset), offset)).toBe(minutes);
  });
});
