import { expect, test } from 'vitest';
import { qrPath } from './qr';

test('a run of dark squares is one box', () => {
  expect(qrPath(['0110', '0001'])).toBe('M1 0h2v1h-2zM3 1h1v1h-1z');
});

test('a code without dark squares draws nothing', () => {
  expect(qrPath(['00', '00'])).toBe('');
});
