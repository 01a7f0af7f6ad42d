import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import { negscope } from './scripts/lib/lint-rules.mjs';
import svelteConfig from './svelte.config.js';

/** `...{ a, b }` keeps fields on one line that the formatter would put on several. */
const FORMATTER_TRICKS = [
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: 'Write the fields out, one a line where they do not fit.',
  },
];

const pure = ['src/scoring/**/*.ts', 'src/lexical/**/*.ts'];
const numeric = [...pure, 'src/gpu/**/*.ts'];

export default ts.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'public/',
      'test-results/',
      'playwright-report/',
      '.cache/',
      '.svelte-check/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.worker, ...globals.node },
    },
    plugins: { negscope, regexp },
    rules: {
      eqeqeq: 'error',
      'negscope/throws-tag': 'error',
      'no-restricted-syntax': ['error', ...FORMATTER_TRICKS],
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // The checks of types say it: `noUnusedLocals`, `noUnusedParameters`.
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      'no-undef': 'off',
      'svelte/no-at-html-tags': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    // The name of a test file says what it is: that of the file under test.
    ignores: ['**/*.test.ts', '**/*.spec.ts', '*.config.*'],
    rules: { 'negscope/opening-comment': 'error' },
  },
  {
    files: ['**/*.ts'],
    rules: {
      'no-undef': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'PrivateIdentifier', message: 'Write `private name`, not `#name`.' },
        ...FORMATTER_TRICKS,
      ],
    },
  },
  {
    // No expression takes more than linear time, whatever the user's text.
    files: ['src/**', 'workers/**', 'scripts/**'],
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  { files: ['scripts/**/*.mjs', 'src/cli/**/*.ts', 'tests/**/*.ts'], rules: { 'no-console': 'off' } },
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
