/** Builds the bench's own page, never part of dist/. Its code is that of src/ and workers/. */

import { resolve } from 'node:path';

import { defineConfig } from 'vite';

import page from '../vite.config.ts';

export default defineConfig({
  root: resolve(import.meta.dirname, 'browser'),
  base: './',
  publicDir: false,
  resolve: page.resolve ?? {},
  define: page.define ?? {},
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 2000, emptyOutDir: true },
});
