import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { boundedParquet } from './scripts/lib/bounded-parquet.mjs';
import viteConfig from './vite.config.ts';

/** What the commands run in Node, from the same sources as the page and beside it in dist/. */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [boundedParquet(), svelte()],
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
