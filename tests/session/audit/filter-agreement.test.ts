/** The linked views and the SQL of a filter give the same pairs in the same order. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Candidates } from '../../../src/candidates/candidates';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { PairViews } from '../../../src/crossfilter/pair-views';
import { FOUND_IDS } from '../../../src/crossfilter/found';
import {
  MOST_SUSPICIOUS,
  NO_FILTER,
  type PairFilter,
  type PairSort,
} from '../../../src/session/audit/filter';
import { pairQuery } from '../../../src/session/audit/filter-sql';
import { fileOf, jsonl, nodeEngine, sourceOf } from '../../candidates/support';
import { scatteredPairs } from '../../crossfilter/flat-pairs';

const GATING = { tau: 0.05, weighting: 'gradient' } as const;
const OPEN = { sources: null, found: [], ranges: {}, marks: [], verdicts: [], texts: null, asked: null };
const RECORDS = 40;
const NEGATIVES = 5;

describe('a filter as columns and as SQL', () => {
  let candidates: Candidates;
  const ids = new Map<string, number>();
  const views = new PairViews();

  beforeAll(async () => {
    candidates = new Candidates(nodeEngine);
    for (const [s, name] of ['one', 'two'].entries()) {
      const records = Array.from({ length: RECORDS }, (_, i) => ({
        query: `query ${i}`,
        positive: i % 7 === 0 ? `Größe ${i}` : `positive ${i}`,
        negatives: Array.from({ length: NEGATIVES }, (_unused, k) => `negative ${s} ${i} ${k}`),
      }));
      const file = fileOf(`${name}.jsonl`, jsonl(...records));
      const options = defaultLoadOptions(`${name}.jsonl`);
      const source = sourceOf(await candidates.load(file, options, () => undefined)).id;
      ids.set(name, source);
    }
    const { rows } = await candidates.query(
      `SELECT source, record - 1, position - 1, query, positive, passage FROM negatives JOIN records USING (source, record)
       ORDER BY source, record, position`,
      { limit: 1000 },
    );
    const pairs = scatteredPairs(rows.length);
    const idsAt = (at: number) => Int32Array.from(rows, (row) => Number(row[at]));
    const column = (of: (pair: (typeof pairs)[number]) => number) => Float64Array.from(pairs, of);
    const flag = (rest: number) => Uint8Array.from(pairs.keys(), (i) => Number(i % 11 === rest));
    const flat = {
      source: idsAt(0),
      record: idsAt(1),
      position: idsAt(2),
      query: idsAt(3),
      positive: idsAt(4),
      negative: idsAt(5),
      margin: column(({ m }) => m),
      locality: column(({ l }) => l),
      distance: column(({ distance }) => distance),
      coverage: column(({ coverage }) => coverage),
      overlap: column(({ coverage }) => coverage),
      unrelated: flag(4),
      suspicion: column(({ distance }) => Math.max(0, 1 - distance)),
      findings: { same_text: flag(1), other_positive: flag(2), near_text: flag(3) },
    };
    await candidates.fillPairs(flat);
    views.load(flat, GATING);
  });

  afterAll(() => candidates.close());

  const CASES: readonly (readonly [string, Partial<PairFilter>, PairSort])[] = [
    ['all', {}, MOST_SUSPICIOUS],
    ['a source, by ρ', { sources: ['two'] }, { by: 'rho', descending: false }],
    ['weights', { ranges: { w: { from: 0.001, to: null } } }, { by: 'w', descending: true }],
    [
      'gates',
      { ranges: { rho: { from: 0.3, to: 0.95 }, eta: { from: null, to: 0.5 } } },
      { by: 'm', descending: true },
    ],
    ['cosines', { ranges: { cos: { from: 0.5, to: 0.99 } } }, { by: 'cos', descending: true }],
    ['a text with an accent', { search: 'GROßE' }, { by: 'file', descending: false }],
    ['two findings', { found: ['inversion', 'high_coverage'] }, { by: 'm', descending: true }],
    ['by query', {}, { by: 'psi', descending: true, byQuery: true }],
    ['by query, in the order of the files', {}, { by: 'file', descending: true, byQuery: true }],
    ['a text of the file', { search: 'große' }, { by: 'file', descending: true }],
    ...FOUND_IDS.map((id) => [`found: ${id}`, { found: [id] }, { by: 'psi', descending: true }] as const),
  ];

  it.each(CASES)('%s', async (_, part, sort) => {
    const filter = { ...NO_FILTER, ...part };
    const { sql, params } = pairQuery(filter, sort, GATING);
    const { rows: answered } = await candidates.query(sql, { limit: 1000, params });
    const { rows } = views.view(
      {
        sources: filter.sources.length === 0 ? null : filter.sources.flatMap((name) => ids.get(name) ?? []),
        found: filter.found,
        ranges: filter.ranges,
        marks: [],
        verdicts: [],
        texts:
          filter.search === ''
            ? null
            : { search: filter.search, ...(await candidates.findTexts(filter.search)) },
        asked: null,
      },
      sort,
    );
    const viewed = views.pairsOf(rows).map(({ source, record, position }) => [source, record, position]);
    expect(viewed).toEqual(
      answered.map(([source, record, position]) => [
        ids.get(String(source)),
        Number(record) - 1,
        Number(position) - 1,
      ]),
    );
    if (sort.byQuery !== true) return;
    // Each query comes once.
    const queries = answered.map((row) => String(row[7]));
    const starts = queries.filter((query, i) => query !== queries[i - 1]);
    expect(starts).toHaveLength(new Set(queries).size);
    expect(queries.length).toBeGreaterThan(starts.length);
  });

  it('compares something', async () => {
    expect((await candidates.findTexts('große')).passages.length).toBe(Math.ceil(RECORDS / 7));
    expect(views.view(OPEN, { by: 'file', descending: false }).rows).toHaveLength(2 * RECORDS * NEGATIVES);
  });
});
