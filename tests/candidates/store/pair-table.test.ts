/** The table of measured pairs, as a query sees it. */

import { beforeAll, describe, expect, it } from 'vitest';

import type { LoadedSource } from '../../../src/candidates/outcomes';
import type { FlatPairs } from '../../../src/scoring/flat-pairs';
import { cosineToPositive, cosineToQuery } from '../../../src/scoring/cosines';
import { lexicalResiduality, semanticLocality, targetConsistency } from '../../../src/scoring/gates';
import { loadSource, openCandidates } from '../support';
import { jsonl } from '../../support/jsonl';

describe('the table of pairs', () => {
  const candidates = openCandidates();
  let source: LoadedSource;
  const rows = async (sql: string) => (await candidates.query(sql, { limit: 100 })).rows;
  const passage = async (text: string) => (await candidates.findTexts(text)).passages[0] ?? Number.NaN;
  let negative: Int32Array;
  /** The second record and the third one of three. */
  const pairs = (changes: Partial<FlatPairs> = {}): FlatPairs => ({
    source: new Int32Array(3).fill(source.id),
    record: Int32Array.of(1, 1, 2),
    position: Int32Array.of(0, 1, 0),
    query: new Int32Array(3),
    positive: new Int32Array(3),
    negative,
    margin: Float64Array.of(0.1, -0.2, 0),
    locality: Float64Array.of(-0.01, 0.3, -90),
    distance: Float64Array.of(0.5, 0.6, 0),
    coverage: Float64Array.of(0, 0.25, 1),
    overlap: Float64Array.of(0.2, 0.85, 1),
    findings: {
      same_text: Uint8Array.of(0, 0, 1),
      other_positive: Uint8Array.of(1, 0, 1),
      near_text: Uint8Array.of(0, 1, 0),
      same_cut: Uint8Array.of(0, 0, 0),
      loose_positive: Uint8Array.of(0, 0, 0),
    },
    unrelated: Uint8Array.of(0, 1, 0),
    suspicion: Float64Array.of(0.5, 0.82, 1),
    ...changes,
  });

  beforeAll(async () => {
    const content = jsonl(
      { query: 'q1', positive: 'p1', negatives: ['n1'] },
      { query: 'q2', positive: 'p2', negatives: ['n2', 'n3'] },
      { query: 'q3', positive: 'p3', negatives: ['n4'] },
    );
    source = await loadSource(candidates, 'three.jsonl', content);
    negative = Int32Array.of(await passage('n2'), await passage('n3'), await passage('n4'));
  });

  it('names records, places and passages, with figures and findings, and is replaced when it is filled again', async () => {
    await candidates.fillPairs(pairs({ margin: Float64Array.of(9, 9, 9) }));
    await candidates.fillPairs(pairs());
    expect(
      await rows(`SELECT source, record, position, text, m, l, distance, coverage, same_text, other_positive,
                  near_text, overlap, unrelated, suspicion FROM pairs JOIN passages USING (passage) ORDER BY record, position`),
    ).toEqual([
      [source.id, 2, 1, 'n2', 0.1, -0.01, 0.5, 0, false, true, false, 0.2, false, 0.5],
      [source.id, 2, 2, 'n3', -0.2, 0.3, 0.6, 0.25, false, false, true, 0.85, true, 0.82],
      [source.id, 3, 1, 'n4', 0, -90, 0, 1, true, true, false, 1, false, 1],
    ]);
  });

  it('gives the cosines of a pair, as they follow for unit vectors', async () => {
    await candidates.fillPairs(pairs());
    const found = await rows('SELECT cos_positive, cos_query, cos_own FROM pairs ORDER BY record, position');
    const { margin, locality, distance } = pairs();
    for (const [i, row] of found.entries()) {
      const [m, l, d] = [margin, locality, distance].map((column) => column[i] as number) as [
        number,
        number,
        number,
      ];
      expect(row[0]).toBeCloseTo(cosineToPositive(d), 15);
      expect(row[1]).toBeCloseTo(cosineToQuery(l, d), 12);
      expect(row[2]).toBeCloseTo(cosineToQuery(l, d) + m, 12);
    }
    expect(found).toHaveLength(3);
  });

  it('gives the gates at any temperature', async () => {
    await candidates.fillPairs(pairs());
    for (const tau of [0.02, 0.05]) {
      const found = await rows(`SELECT rho, eta, psi FROM gates(${tau}) ORDER BY record, position`);
      const { margin, locality, coverage } = pairs();
      for (const [i, row] of found.entries()) {
        expect(row[0]).toBeCloseTo(targetConsistency(margin[i] as number, tau), 15);
        expect(row[1]).toBeCloseTo(semanticLocality(locality[i] as number, tau), 15);
        expect(row[2]).toBe(lexicalResiduality(coverage[i] as number));
      }
      expect(found).toHaveLength(3);
    }
    expect(await rows('SELECT rho(0, 0.05), eta(-90, 0.05), psi(0.25)')).toEqual([[0.5, 0, 0.75]]);
  });

  it('refuses columns of different lengths', async () => {
    const uneven = pairs({ coverage: Float64Array.of(1) });
    await expect(candidates.fillPairs(uneven)).rejects.toThrow('columns differ in length');
  });

  it('is emptied when its source is removed, and holds none of its pairs when it is filled again', async () => {
    await candidates.fillPairs(pairs());
    await candidates.remove(source.id);
    expect(await rows('SELECT * FROM pairs')).toEqual([]);
    await candidates.fillPairs(pairs());
    expect(await rows('SELECT * FROM pairs')).toEqual([]);
  });
});
