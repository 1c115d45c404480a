import { describe, expect, it } from 'vitest';
import { bytes, sentence, toMake, toSign } from './passkeys';
import { text } from './pwa';

describe('passkeys', () => {
  it('have bytes in letters', () => {
    expect([...bytes('__79')]).toEqual([255, 254, 253]);
    for (const length of [0, 1, 2, 3, 4, 32]) {
      const all = Uint8Array.from({ length }, (_, i) => 255 - i);
      expect([...bytes(text(all.buffer))]).toEqual([...all]);
    }
  });
  it('are asked for as the site says', () => {
    const made = toMake({
      challenge: 'AQI',
      rp: { id: 'play.example', name: 'Club' },
      user: { id: 'Aw', name: 'Anna', displayName: 'Anna' },
      excludeCredentials: [{ id: 'BA', type: 'public-key' }],
      timeout: 5,
    });
    expect([...(made.challenge as Uint8Array)]).toEqual([1, 2]);
    expect([...(made.user.id as Uint8Array)]).toEqual([3]);
    expect(made.user.name).toBe('Anna');
    expect(made.timeout).toBe(5);
    expect(made.excludeCredentials).toEqual([{ id: bytes('BA'), type: 'public-key' }]);
    const signed = toSign({ challenge: 'AQI', rpId: 'play.example', userVerification: 'preferred' });
    expect([...(signed.challenge as Uint8Array)]).toEqual([1, 2]);
    expect(signed).toMatchObject({ rpId: 'play.example', userVerification: 'preferred', allowCredentials: [] });
  });
  it('say in words what went wrong', () => {
    expect(new Set(['NotAllowedError', 'InvalidStateError', 'SecurityError'].map(sentence)).size).toBe(3);
    expect(sentence('AbortError')).toBe(sentence('NotAllowedError'));
  });
});
