import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { notices } from './scripts/notices';

// for work on the page: `ostfront play --no-page --no-browser`, then `npx vite` and its /open?key=... address
const table = 'http://127.0.0.1:1941';
const proxied = { target: table, changeOrigin: true, headers: { origin: table } };

export default defineConfig({
  plugins: [svelte(), notices(fileURLToPath(new URL('.', import.meta.url)))],
  base: './',
  build: { outDir: '../src/ostfront/server/static', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { '/api': proxied, '/open': proxied } },
});
