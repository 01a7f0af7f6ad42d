/** Real files and the golden ones in shards, merged in two orders: within 1e-12 of the whole. */

import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { differences } from '../support/compare';
import { goldenSource, type NamedSource } from '../support/experiments';
import { GOLDEN, goldenIsHere } from '../support/golden';
import {
  cut,
  MemoryFiles,
  ofReport,
  ofRun,
  partsOf,
  reportOf,
  SETTINGS,
  sharedSource,
  wholeRun,
} from './cut';

const EXACT = { absolute: 1e-12, relative: 1e-12 };
const DATA = new URL('../../../shared/data/dl1920/', import.meta.url);

/** Of each set how many shards are tried, and its sources by name, in the order in which a merged report has them. */
const SETS: Readonly<
  Record<string, { readonly counts: readonly number[]; readonly load: () => NamedSource[] }>
> = {
  golden: {
    counts: [2, 7, 64],
    load: () => ['bm25', 'dense', 'llm', 'noise'].map(goldenSource),
  },
  dl1920: {
    counts: [2, 64],
    load: () =>
      ['bm25', 'random', 'repllama', 'tasb'].map((name) => sharedSource('dl1920', name, name !== 'random')),
  },
  xquad: {
    counts: [7],
    load: () =>
      ['bm25', 'dense', 'leaky', 'random'].map((name) =>
        sharedSource('xquad', name, name === 'bm25' || name === 'dense'),
      ),
  },
};

const isHere = goldenIsHere && existsSync(DATA) && existsSync(GOLDEN);

describe.runIf(isHere).each(Object.entries(SETS))('%s', (_name, { counts, load }) => {
  it(`in shards: ${counts.join(', ')}`, { timeout: 600_000 }, async () => {
    const sources = load();
    const whole = await wholeRun(sources);
    const reference = sources.flatMap(({ name, reference: trusted = true }) => (trusted ? [name] : []));
    for (const count of counts) {
      const files = new MemoryFiles();
      const shards = sources.map((source) => cut(source, count));
      // A source has at most a shard for each record: golden 40.
      const lists = Array.from({ length: count }, (_, i) => shards.flatMap((own) => own[i] ?? []));
      const parts = await partsOf(
        lists.filter((list) => list.length > 0),
        files,
        { ...SETTINGS, reference },
      );
      const report = await reportOf(parts, files);
      expect(differences(ofReport(report, whole), ofRun(whole), EXACT), `${count} shards`).toEqual([]);
      expect(await reportOf(parts.toReversed(), files)).toEqual(report);
    }
  });
});
