import { join } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { boundedParquet } from './scripts/lib/bounded-parquet.mjs';
import viteConfig from './vite.config.ts';

const TOKENIZER = join(import.meta.dirname, 'node_modules/@xenova/transformers/src/tokenization_utils.js');

/** Of transformers the tokenizer alone: its one bundle loads all models and onnxruntime. It is asked for no file and no tensor. */
const tokenizerAlone: Plugin = {
  name: 'tokenizer-alone',
  enforce: 'pre',
  resolveId(id, from) {
    if (id === '@xenova/transformers') return TOKENIZER;
    return from === TOKENIZER && /utils\/(hub|tensor|logger|model_registry)/.test(id)
      ? '\0not-asked-for'
      : null;
  },
  load: (id) =>
    id === '\0not-asked-for'
      ? 'export const getModelJSON = null, get_tokenizer_files = null, Tensor = class {}, logger = console;'
      : null,
};

/** What the commands run in Node, from the same sources as the page and beside it in dist/. */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [tokenizerAlone, boundedParquet(), svelte()],
  define: viteConfig.define ?? {},
  resolve: viteConfig.resolve ?? {},
  build: {
    target: 'es2023',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    modulePreload: false,
    rollupOptions: {
      input: {
        main: 'src/cli/main.ts',
        start: 'src/cli/start.ts',
        open: 'src/cli/open.ts',
      },
      external: [/^node:/, 'fs', 'module', 'worker_threads', 'path', 'url', 'os', 'util', 'crypto'],
      output: {
        entryFileNames: 'node/[name].js',
        chunkFileNames: 'node/[name]-[hash].js',
        // Scripts for Node are not sealed, as those of the page are: they lie apart. Binaries are those of the page.
        assetFileNames: ({ names }) =>
          `${names.some((name) => name.endsWith('js')) ? 'node' : 'assets'}/[name]-[hash][extname]`,
      },
      preserveEntrySignatures: 'strict',
    },
  },
});
