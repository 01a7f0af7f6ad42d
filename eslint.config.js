import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

const pure = ['src/scoring/**/*.ts', 'src/lexical/**/*.ts'];
const numeric = [...pure, 'src/gpu/**/*.ts'];

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'public/', 'test-results/', 'playwright-report/', '.cache/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.worker, ...globals.node },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: { 'no-undef': 'off', 'svelte/no-at-html-tags': 'error' },
  },
  { files: ['**/*.ts'], rules: { 'no-undef': 'off' } },
  { files: ['scripts/**/*.mjs', 'tests/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // A formula reads like the paper's: no cast that the types do not need.
    files: numeric,
    languageOptions: {
      parserOptions: { project: 'tsconfig.numeric.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'error' },
  },
  {
    // The mathematics uses no browser API. What it may import is held by dependency-cruiser.config.mjs.
    files: pure,
    rules: {
      'no-restricted-globals': ['error', 'window', 'document', 'navigator', 'self', 'fetch', 'postMessage'],
    },
  },
);
