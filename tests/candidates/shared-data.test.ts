import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { GOLDEN } from '../support/golden';
import { read, refusal } from './support';

const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Records and negatives of each source in a file of expected figures. */
function expectedCounts(path: string): [string, number, number][] {
  const { sources } = JSON.parse(readFileSync(path, 'utf8')) as {
    sources: Record<string, { records: number; negatives: number }>;
  };
  return Object.entries(sources).map(([name, { records, negatives }]) => [name, records, negatives]);
}

describe.skipIf(!existsSync(GOLDEN))('golden sources', () => {
  it('have the records, negatives and dimension expected', async () => {
    for (const [name, records, negatives] of expectedCounts(join(GOLDEN, 'expected.json'))) {
      const { summary } = await read(`${name}.jsonl`, readFileSync(join(GOLDEN, `${name}.jsonl`)));
      expect(summary, name).toMatchObject({ format: 'plain JSON JSONL', dimension: 16 });
      expect(summary.counts, name).toMatchObject({ records, pairs: negatives, rejected: 0 });
    }
  });
});

for (const folder of ['xquad', 'dl1920']) {
  describe.skipIf(!existsSync(join(DATA, folder)))(folder, () => {
    it('has the records and negatives expected', async () => {
      for (const [name, records, negatives] of expectedCounts(
        join(DATA, folder, 'expected_potion-base-2M.json'),
      )) {
        const { summary } = await read(`${name}.jsonl`, readFileSync(join(DATA, folder, `${name}.jsonl`)));
        expect(summary.format, name).toBe('Tevatron JSONL');
        expect(summary.counts, name).toMatchObject({ records, pairs: negatives, rejected: 0 });
      }
    });
  });
}

describe.skipIf(!existsSync(join(DATA, 'formats')))('real files of other shapes', () => {
  it.each([
    ['msmarco.jsonl', 'FlagEmbedding JSONL', 10],
    ['nli.jsonl', 'FlagEmbedding JSONL', 10],
    ['nq.jsonl', 'FlagEmbedding JSONL', 10],
    ['triplets_bm25.csv', 'triplet table CSV', 1190],
  ])('%s is %s', async (file, format, count) => {
    const { summary } = await read(file, readFileSync(join(DATA, 'formats', file)));
    expect(summary.format).toBe(format);
    expect(summary.counts).toMatchObject({ read: count, rejected: 0 });
    expect(summary.counts.records + summary.counts.merged).toBe(count);
  });

  it.each(['dpr_bm25.json', 'triplets_dense.tsv'])(
    '%s is of a shape not read yet, and says which it has',
    async (file) => {
      const { error } = await refusal(file, readFileSync(join(DATA, 'formats', file)));
      expect(error.name).toBe('UnknownFormatError');
      expect(error.message).toContain(basename(file));
      expect(error.message).toMatch(/`question`|first row/);
    },
  );
});
