import { describe, expect, it } from 'vitest';

import { findingsOf } from '../../src/engine/findings';
import { Task } from '../../src/engine/task';
import type { IdRecords } from '../../src/scoring/controls';
import { KnownPositives } from '../../src/scoring/findings';
import { seededRandom } from '../../src/scoring/random';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { planarSource, recordAt } from '../support/planar';
import { engineOnCandidates, runRequest, silent } from '../support/runs';
import { pairsOf } from '../support/pairs';

/** Texts say at which angle they lie: all places that have one give the same row. */
function record(query: number, positive: number, negatives: readonly number[]): TextRecord {
  const at = (degrees: number) => `a passage at ${degrees} degrees`;
  const texts = { query: `a question at ${query}`, positive: at(positive), negatives: negatives.map(at) };
  return recordAt(texts, { query, positive, negatives });
}

async function rank(sources: readonly (readonly TextRecord[])[]) {
  const candidates = candidatesInMemory(sources);
  const engine = engineOnCandidates(candidates);
  const request = runRequest(sources.map((_, id) => ({ reference: id === 0 })));
  const result = await engine.run(request, silent);
  return { candidates, engine, result };
}

describe('the findings of a run', () => {
  it('tell apart what a negative is', async () => {
    const { engine, result } = await rank([
      [
        // The positive itself; a positive of another query, 5° off; two others.
        record(0, 10, [10, 15, 14, 40]),
        record(1, 15, [21, 80]),
        // The same query as the first record, whose positive is none of another query.
        record(0, 15, [10, 60]),
      ],
    ]);
    expect(result.findings).toEqual({
      0: { same_text: 1, other_positive: 1, near_text: 0, same_cut: 0, loose_positive: 4 },
    });
    const { findings, overlap, suspicion } = engine.flatPairs();
    expect([...(findings.same_text ?? [])]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect([...(findings.other_positive ?? [])]).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
    // Four of five words are shared: of six that there are.
    expect(overlap[1]).toBeCloseTo(4 / 6, 15);
    expect(suspicion[0]).toBe(1);
    expect(suspicion[1]).toBeCloseTo((Math.cos(Math.PI / 36) + 4 / 6) / 2, 12);
  });

  it('do not say which texts are equal after the cut where a distance is not known', async () => {
    const lexicon = {
      overlap: ({ negatives }: Pick<IdRecords, 'negatives'>) =>
        Promise.resolve(new Float64Array(negatives.length)),
      ties: () => new Float64Array(),
    };
    const source = planarSource([{ query: 0, positive: 10, negatives: [10, 40] }]);
    const search = { sources: [source], positives: new KnownPositives([]), drawn: null, lexicon };
    const { same_cut } = (await findingsOf(search, new Task())).columns[0] ?? {};
    expect(same_cut).toEqual(Uint8Array.of(0, 0));
    source.columns.distance[1] = NaN;
    expect((await findingsOf(search, new Task())).counts[0]?.same_cut).toBeNull();
  });

  it('are those of a search through everything', async () => {
    const random = seededRandom(11);
    const angle = () => Math.floor(random() * 120);
    const records = () =>
      Array.from({ length: 30 }, () => {
        const negatives = [...new Set([angle(), angle(), angle(), angle()])];
        return record(Math.floor(random() * 12), angle(), negatives);
      });
    const sources = [records(), records()];
    const { engine, result } = await rank(sources);
    const pairs = engine.flatPairs();
    const all = sources.flat();
    const total = { same_text: 0, other_positive: 0 };
    for (const [s, list] of sources.entries()) {
      const { findings } = pairsOf(pairs, s);
      let pair = 0;
      for (const { query, positive, negatives } of list) {
        for (const negative of negatives) {
          const expected = {
            same_text: negative === positive,
            other_positive: all.some((other) => other.query !== query && other.positive === negative),
          };
          for (const id of ['same_text', 'other_positive'] as const) {
            expect(findings[id]?.[pair], `${id} of ${negative} under ${query}, ${positive}`).toBe(
              Number(expected[id]),
            );
            total[id] += Number(expected[id]);
          }
          pair++;
        }
      }
    }
    expect(Math.min(...Object.values(total))).toBeGreaterThan(0);
    const counts = Object.values(result.findings);
    for (const id of ['same_text', 'other_positive'] as const) {
      expect(counts.reduce((sum, source) => sum + (source[id] ?? NaN), 0)).toBe(total[id]);
    }
  });
});
