import { defineConfig } from 'vitest/config';

import viteConfig from './vite.config.ts';

export default defineConfig({
  define: viteConfig.define ?? {},
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
