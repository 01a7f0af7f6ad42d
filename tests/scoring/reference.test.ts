/** The reference vectors of docs/REFERENCE.md against the code that they are of. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { referenceFigures } from '../../scripts/reference/expected';
import { WEIGHTING_IDS, WEIGHTINGS } from '../../src/scoring/weightings';
import { differences } from '../support/compare';
import { tablesOf } from '../support/doc-tables';
import { RankedSources } from '../support/experiments';

const read = (name: string) =>
  readFileSync(new URL(`../../examples/reference/${name}`, import.meta.url), 'utf8');

const RECORDS = read('records.jsonl');
const EXPECTED = JSON.parse(read('expected.json')) as ReturnType<typeof referenceFigures>;

/** Of another Node the last digit of `Math.exp` may differ. */
const LAST_DIGITS = { absolute: 1e-15, relative: 1e-15 };

interface Line {
  readonly query: string;
  readonly positive: string;
  readonly negatives: string[];
  readonly query_embedding: number[];
  readonly positive_embedding: number[];
  readonly negative_embeddings: number[][];
}

describe('examples/reference/expected.json', () => {
  it('has every figure of the float64 code', () => {
    expect(differences(referenceFigures(RECORDS), EXPECTED, LAST_DIGITS)).toEqual([]);
  });

  it('has the scores of the table in docs/REFERENCE.md', () => {
    const page = readFileSync(new URL('../../docs/REFERENCE.md', import.meta.url), 'utf8');
    const table = tablesOf(page).find(({ heading }) => heading === 'Scores');
    const written = WEIGHTING_IDS.map((id) => [
      `\`${id}\``,
      WEIGHTINGS[id].formula,
      EXPECTED.weightings[id].ECI.toPrecision(17),
    ]);
    expect(table?.rows).toEqual(written);
  });

  it('holds a pair for each case that implementations differ on', () => {
    const { m, l, C, distance } = EXPECTED.pairs;
    const tau = EXPECTED.tau;
    expect(m).toHaveLength(20);
    expect(m.filter((each) => each < 0)).not.toEqual([]);
    expect(m.filter((each) => each >= tau * Math.log(99) && each < tau * Math.log(999))).not.toEqual([]);
    expect(m.filter((each) => each >= tau * Math.log(999))).not.toEqual([]);
    expect(l.filter((each) => each < 0)).not.toEqual([]);
    expect(distance.filter((each) => each === 0)).toHaveLength(1);
    expect(C.filter((each) => each === 0)).not.toEqual([]);
    expect(C.filter((each) => each === 1)).not.toEqual([]);
  });

  it('is what a run on the file gives, as far as its float32 embeddings go', async () => {
    const records = RECORDS.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .map(({ query, positive, negatives, ...rows }) => ({
        query,
        positive,
        negatives,
        rows: {
          query: rows.query_embedding,
          positive: rows.positive_embedding,
          negatives: rows.negative_embeddings,
        },
      }));
    const ranked = await RankedSources.rank([{ name: 'reference', records }]);
    const { steps } = await ranked.perform('weightings', {});
    for (const id of WEIGHTING_IDS) {
      const wanted = EXPECTED.weightings[id].ECI;
      const score = steps.find((step) => step.id === id)?.scores[0] ?? NaN;
      expect(Math.abs(score - wanted), id).toBeLessThanOrEqual(1e-6 * wanted);
    }
  });
});
