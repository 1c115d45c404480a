import { expect, test } from 'vitest';
import { packageOf } from './notices';

test('a module belongs to the package it was installed with', () => {
  expect(packageOf('/page/node_modules/svelte/src/internal/client/dom.js')).toBe('/page/node_modules/svelte');
  expect(packageOf('\0/page/node_modules/@one/part/a.js?x')).toBe('/page/node_modules/@one/part');
  expect(packageOf('/page/node_modules/a/node_modules/b/c.js')).toBe('/page/node_modules/a/node_modules/b');
  expect(packageOf('C:\\page\\node_modules\\svelte\\a.js')).toBe('C:/page/node_modules/svelte');
  expect(packageOf('/page/src/main.ts')).toBeUndefined();
});
