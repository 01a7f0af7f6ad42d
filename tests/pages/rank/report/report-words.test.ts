import { describe, expect, it } from 'vitest';

import { AUDIT_COLUMNS, shareInWords } from '../../../../src/pages/rank/report/audit-columns';
import { madeInWords } from '../../../../src/pages/rank/report/report-words';
import type { RankedSource } from '../../../../src/report/ranking';
import { figures, source } from '../../../session/sources';
import { PROVENANCE } from '../../../support/results';

describe('what is said of an opened report', () => {
  it('has its version, its day, and the shards it is merged from', () => {
    const { negscope } = PROVENANCE;
    const created = '2026-11-23T23:30:00.000Z';
    expect(madeInWords({ negscope, created })).toBe(
      `a report, by Negscope ${negscope.version}, 23 November 2026.`,
    );
    const merged = {
      parts: 1,
      shards: 64,
      encoder: null,
      idf: '',
      left_out: [],
      histograms: {},
      near_positive: {},
    };
    expect(madeInWords({ negscope, created: 'once', merged })).toBe(
      `a report merged from 64 shards in 1 part, by Negscope ${negscope.version}.`,
    );
  });
});

describe('the audit’s columns', () => {
  it('have the buckets with their counts, and a dash for what a merged report leaves out', () => {
    const own = { ...source('bm25', 0.1), verdict: null, flags: [], rank: null } as RankedSource;
    const said = AUDIT_COLUMNS.map((column) => [column.title, shareInWords(column, own)]);
    const { buckets, counts } = figures();
    expect(said[0]).toEqual([
      'inverted',
      `${(100 * buckets.inversion).toFixed(1)}\u00a0% (${counts.buckets.inversion})`,
    ]);
    expect(said.at(-1)).toEqual(['like random', '–']);
    expect(AUDIT_COLUMNS.some((column) => column.stands?.(own))).toBe(false);
  });
});
