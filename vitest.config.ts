import { pathToFileURL } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { BOUNDED_IN_NODE, boundedParquet } from './scripts/lib/bounded-parquet.mjs';
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

/** Deep tests take long; `npm test -- --deep` runs them. */
const DEEP = 'tests/**/*.deep.test.ts';

/** Larger files come first, and before all the one that takes longest, which is short: else a processor waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('situations.deep.test.ts');
    return (await super.sort(files)).toSorted((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
}

/** Tests that the deep part runs once more, with more cases: see tests/support/deep.ts. */
const MORE_IN_DEEP = [
  'tests/gpu/{information,logdet}.test.ts',
  'tests/candidates/marks/label-file.test.ts',
  'tests/candidates/read/parquet/parquet-damage.test.ts',
  'tests/pages/learn/train/training.test.ts',
  'tests/report/properties.test.ts',
  'tests/session/audit/marks.test.ts',
];

/** The session as the page makes it: its runes are compiled, for a browser. */
const WHOLE = ['tests/session/whole/*.test.ts', 'tests/golden/*.test.ts'];

const AS_A_PAGE = {
  extends: true as const,
  plugins: [svelte({ configFile: false })],
  resolve: { conditions: ['browser'] },
};

const PAGE = {
  environment: './tests/session/whole/page-environment.ts',
  setupFiles: ['tests/session/whole/setup.ts'],
  server: { deps: { inline: [/svelte/, ...BOUNDED_IN_NODE] } },
};

/** Folders whose tests share one module graph: what they test keeps no state of its own in modules or globals. */
const PURE = [
  ...[
    ...['candidates', 'crossfilter', 'docs', 'encoder/checkpoint', 'encoder/cross', 'experiments', 'judge'],
    ...['lexical', 'mining', 'pages', 'report', 'scoring', 'seal', 'service', 'session', 'shortcuts'],
    ...['simd', 'ui'],
  ].map((folder) => `tests/${folder}/**/*.test.ts`),
  // The others put a module in the place of another, or load one anew.
  'tests/encoder/!(encoder|native|runtime).test.ts',
  'tests/engine/!(engine|warm-cache).test.ts',
];

export default defineConfig({
  plugins: [fileAddresses(), boundedParquet()],
  define: viteConfig.define ?? {},
  test: {
    environment: 'node',
    setupFiles: ['tests/support/restore.ts'],
    // A golden text that is missing fails, unless `-u` asks for it.
    update: 'none',
    server: { deps: { inline: BOUNDED_IN_NODE } },
    // By default one core is left idle.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: [DEEP, ...WHOLE], isolate: false } },
      { ...AS_A_PAGE, test: { ...PAGE, name: 'session', include: WHOLE, exclude: [DEEP] } },
      { ...AS_A_PAGE, test: { ...PAGE, name: 'deep-session', include: ['tests/golden/*.deep.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [DEEP, ...PURE, ...WHOLE],
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: [DEEP, ...MORE_IN_DEEP],
          exclude: WHOLE,
          globalSetup: ['tests/support/install-others.ts'],
          env: { NEGSCOPE_DEEP: 'yes' },
          // A machine may be half as fast, and another part of the tests may run beside.
          testTimeout: 240_000,
        },
      },
    ],
  },
});
