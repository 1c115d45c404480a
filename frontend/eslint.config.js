import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// how the files are laid out is prettier's business
export default defineConfig(
  js.configs.recommended,
  {
    files: ['src/**'],
    extends: [ts.configs.recommendedTypeChecked, svelte.configs.recommended, svelte.configs.prettier],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ['public/**'], languageOptions: { globals: globals.serviceworker } },
  { files: ['*.config.*', 'scripts/**'], languageOptions: { parser: ts.parser, globals: globals.node } },
);
