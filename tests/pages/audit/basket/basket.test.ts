/** What the basket says, why pairs go. */

import { describe, expect, it } from 'vitest';

import type { CleanedFigures } from '../../../../src/engine/types';
import { NO_BUCKET } from '../../../../src/engine/types';
import {
  basketRows,
  removedFrom,
  removedPairs,
  REMOVAL_REASONS,
  type BasketSource,
} from '../../../../src/pages/audit/basket/basket-rows';
import {
  contentsInWords,
  emptiedInWords,
  flagLines,
  scoreInWords,
} from '../../../../src/pages/audit/basket/basket-words';
import { figuresOf as figures, sourceResult } from '../../../support/results';

const source = (id: number, changes: Partial<BasketSource>): BasketSource => ({
  id,
  name: `source ${id}`,
  colour: id,
  reference: false,
  removed: 0,
  emptied: 0,
  figures: figures({}),
  ...changes,
});

const REFERENCE = source(1, { reference: true, figures: figures({ eci: 0.2, mean_eta: 0.646 }) });
const FLAGGED = source(2, { removed: 39, figures: figures({ eci: 0.302, mean_eta: 0.798 }) });

const after = (id: number, changes: Parameters<typeof figures>[0]): CleanedFigures['sources'][number] => ({
  ...sourceResult(id, `source ${id}`, changes),
});

describe('the rows of the basket', () => {
  it('are the sources that lose pairs, with flags against the references before and after', () => {
    const cleaned: CleanedFigures = {
      sources: [after(1, { eci: 0.2, mean_eta: 0.646 }), after(2, { eci: 0.304, mean_eta: 0.794 })],
      certainty: null,
    };
    const intervals = [{ source: 2, low: 0.29, high: 0.31 }];
    const { rows, envelope } = basketRows([REFERENCE, FLAGGED], intervals, cleaned);
    expect(rows.map(({ id }) => id)).toEqual([2]);
    const [row] = rows;
    if (!row) throw new Error('no row');
    expect([row.before.low, row.before.high, row.before.flags]).toEqual([0.29, 0.31, ['eta']]);
    expect(scoreInWords(row)).toBe('score 0.3020 → 0.3040');
    expect(flagLines(row, envelope)).toEqual([
      { flag: 'eta', stands: true, words: 'η 0.798 → 0.794, still outside 0.646' },
    ]);
  });

  it('say which flags went and which came, also where a reference changed', () => {
    const cleaned: CleanedFigures = {
      sources: [
        after(1, { mean_eta: 0.8, inversion_rate: 0.1 }),
        after(2, { mean_eta: 0.7, inversion_rate: 0.05 }),
      ],
      certainty: null,
    };
    const inverting = { inversion_rate: 0.1 };
    const sources = [
      source(1, { reference: true, figures: figures({ mean_eta: 0.646, ...inverting }) }),
      source(2, { removed: 1, figures: figures({ mean_eta: 0.798, ...inverting }) }),
    ];
    const { rows, envelope } = basketRows(sources, [], cleaned);
    expect(
      rows.flatMap((row) => flagLines(row, envelope)).map(({ words, stands }) => [words, stands]),
    ).toEqual([
      ['η 0.798 → 0.700, now inside 0.800', false],
      ['inversion 10.0\u00a0% → 5.0\u00a0%, now outside 10.0\u00a0%', true],
    ]);
  });

  it('have nothing afterwards while it is summed, nor where nothing is left', () => {
    const waiting = basketRows([REFERENCE, FLAGGED], [], null);
    expect(waiting.rows[0]?.after).toBeNull();
    const [row] = waiting.rows;
    if (!row) throw new Error('no row');
    expect(scoreInWords(row)).toBe('score 0.3020');
    expect(flagLines(row, waiting.envelope).map(({ words }) => words)).toEqual(['η 0.798']);
    const emptied = basketRows([FLAGGED], [], { sources: [], certainty: null });
    expect(emptied.rows[0]?.after).toBeNull();
  });
});

describe('the words of the basket', () => {
  it('count what is in it and what becomes of records', () => {
    expect(contentsInWords(39, 3)).toBe('39 dropped, 3 false negatives');
    expect(contentsInWords(0, 1)).toBe('0 dropped, 1 false negative');
    expect(contentsInWords(0, 0)).toBe('Nothing is marked to go.');
    expect([0, 1, 1200].map(emptiedInWords)).toEqual([
      'no record loses all its negatives',
      '1 record loses all its negatives and goes',
      '1,200 records lose all their negatives and go',
    ]);
  });

  it('say why each pair goes', () => {
    const pairs = { source: 7, records: Int32Array.of(0, 1, 2), positions: Int32Array.of(0, 0, 3) };
    const gates = { rho: new Float64Array(3), eta: new Float64Array(3), psi: new Float64Array(3) };
    const findings = Uint8Array.of(0, NO_BUCKET, NO_BUCKET);
    const asked = { ...gates, buckets: Uint8Array.of(0, NO_BUCKET, 4), findings };
    const { reasons, records, markedBy, notes } = removedPairs(
      pairs,
      (i) => ({
        mark: i === 1 ? 'false-negative' : 'drop',
        by: `judge ${i}`,
        note: i === 1 ? 'answers' : '',
      }),
      asked,
    );
    expect([markedBy, notes]).toEqual([
      ['judge 0', 'judge 1', 'judge 2'],
      ['', 'answers', ''],
    ]);
    expect(Array.from(reasons, (reason) => REMOVAL_REASONS[reason])).toEqual([
      'dropped; same text as the positive',
      'false negative',
      'dropped; valid, low locality: ρ ≥ 0.75, ψ ≥ 0.75, η ≤ 0.25',
    ]);
    expect(records).toBe(pairs.records);
  });
});

describe('the pairs that go from a file of several sources', () => {
  const asked = {
    rho: new Float64Array(1),
    eta: new Float64Array(1),
    psi: new Float64Array(1),
    buckets: Uint8Array.of(NO_BUCKET),
    findings: Uint8Array.of(NO_BUCKET),
  };
  const pairsOf = (source: number) => ({
    source,
    records: Int32Array.of(0),
    positions: Int32Array.of(0),
  });

  it('are null where one source could not be asked, whatever the next one answers', async () => {
    const answers = [null, asked];
    const removed = await removedFrom(
      [pairsOf(1), pairsOf(2)],
      () => Promise.resolve(answers.shift() ?? null),
      () => ({ mark: 'drop', by: '', note: '' }),
    );
    expect(removed).toBeNull();
  });

  it('are those of each source that loses some', async () => {
    const none = { ...pairsOf(3), records: new Int32Array(0), positions: new Int32Array(0) };
    const removed = await removedFrom(
      [pairsOf(1), none, pairsOf(2)],
      () => Promise.resolve(asked),
      () => ({ mark: 'drop', by: '', note: '' }),
    );
    expect(removed?.map(({ source }) => source)).toEqual([1, 2]);
  });
});
