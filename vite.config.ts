import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { FRAMED, responseHeaders } from './scripts/headers.mjs';
import { boundedParquet } from './scripts/lib/bounded-parquet.mjs';
import { BUILD_INPUTS } from './scripts/lib/build-inputs.mjs';
import { commitOf } from './scripts/lib/commit.mjs';
import { notePackages, writeNotices } from './scripts/lib/licences.mjs';
import { listParts } from './scripts/lib/parts-plugin.mjs';
import { SEAL_DEFINES, sealPage, sealWorkers } from './scripts/lib/seal-plugin.mjs';
import { removeServiceWorker } from './scripts/lib/service-worker.mjs';
import packageJson from './package.json' with { type: 'json' };

const bundled = new Set<string>();

export default defineConfig({
  // Relative addresses: dist/ works from any host and any base path.
  base: './',
  // A missing file is a 404, never index.html: a missing JSON must not parse as HTML.
  appType: 'mpa',
  plugins: [
    boundedParquet(),
    sealPage(),
    sealWorkers(),
    listParts(),
    removeServiceWorker(),
    notePackages(bundled),
    writeNotices(bundled),
    svelte(),
  ],
  define: {
    ...SEAL_DEFINES,
    __NEGSCOPE_VERSION__: JSON.stringify(packageJson.version),
    __NEGSCOPE_COMMIT__: JSON.stringify(commitOf(import.meta.dirname, BUILD_INPUTS)),
    __NEGSCOPE_LIBRARIES__: JSON.stringify(packageJson.dependencies),
  },
  // ORT's loader stays a file of its own: its threads start from that file and not from our worker.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
  optimizeDeps: {
    exclude: ['onnxruntime-web', '@duckdb/duckdb-wasm', '@xenova/transformers', 'hyparquet'],
  },
  worker: { format: 'es', plugins: () => [boundedParquet(), sealWorkers(), notePackages(bundled), svelte()] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      input: { index: 'index.html', framed: FRAMED },
      preserveEntrySignatures: 'strict',
    },
  },
  server: { headers: responseHeaders({ development: true }) },
});
