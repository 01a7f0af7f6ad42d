import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import viteConfig from './vite.config.ts';

/** `import x from 'file?url'` gives a file: address in Node, where no server answers the page's addresses. */
function fileAddresses(): Plugin {
  return {
    name: 'negscope-file-addresses',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('?url')) return null;
      return `export default ${JSON.stringify(pathToFileURL(id.slice(0, -'?url'.length)).href)};`;
    },
  };
}

export default defineConfig({
  plugins: [fileAddresses()],
  define: viteConfig.define ?? {},
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/candidates/parquet-engine.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
