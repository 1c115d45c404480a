import { describe, expect, it } from 'vitest';
import { browserName, markOf, text } from './pwa';

describe('browsers', () => {
  it('have a name', () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
    expect(browserName(chrome)).toBe('Chrome on Linux');
    expect(browserName(`${chrome} Edg/142.0`)).toBe('Edge on Linux');
    expect(browserName('Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0')).toBe(
      'Firefox on Android',
    );
    expect(browserName('')).toBe('A browser');
  });
  it('have keys in letters', () => {
    expect(text(new Uint8Array([255, 254, 253]).buffer)).toBe('__79');
    expect(text(null)).toBe('');
  });
  it('are told apart by a digest', async () => {
    expect(await markOf('https://push.example/1')).toMatch(/^[0-9a-f]{16}$/);
    expect(await markOf('https://push.example/1')).not.toBe(await markOf('https://push.example/2'));
  });
});
