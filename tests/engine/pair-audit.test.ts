import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { unitAt } from '../support/planar';
import { engineOnCandidates, newEngine, runRequest, silent } from '../support/runs';
import { pairsOf } from '../support/pairs';

const WORDS = ['river', 'stone', 'cloud', 'lamp', 'wheel', 'grain', 'ember', 'tide'];

/** Records whose negatives lie about their query, but for a share of them anywhere. */
function records(share: number, seed: number): TextRecord[] {
  const random = seededRandom(seed);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  return Array.from({ length: 40 }, (_, i) => {
    const query = 9 * i;
    const own = WORDS[i % WORDS.length] ?? '';
    const negatives = Array.from({ length: 8 }, (__, k) => {
      const far = random() < share;
      const angle = far ? 360 * random() : query + 20 * random();
      return { text: `${far ? word() : own} ${word()} n${seed}n${i}n${k}`, row: [...unitAt(angle)] };
    });
    return {
      query: `${own} ${i}`,
      positive: `${own} answer ${seed} ${i}`,
      negatives: negatives.map(({ text }) => text),
      rows: {
        query: [...unitAt(query)],
        positive: [...unitAt(query + 8)],
        negatives: negatives.map(({ row }) => row),
      },
    };
  });
}

async function rank(shares: readonly number[]) {
  const candidates = candidatesInMemory(shares.map((share, s) => records(share, s + 1)));
  const engine = engineOnCandidates(candidates);
  const request = runRequest(shares.map((_, id) => ({ reference: id === 0 })));
  const result = await engine.run(request, silent);
  const pairs = engine.flatPairs();
  return { result, measured: shares.map((_, s) => pairsOf(pairs, s)) };
}

describe('the audit by pairs of a run', () => {
  it('counts what the columns of its pairs say', async () => {
    const { result, measured } = await rank([0, 0.3, 1]);
    const { corner, sources } = result.pair_audit;
    if (!corner) throw new Error('no corner');
    for (const [s, columns] of measured.entries()) {
      const cosines = Array.from(columns.distance, (d) => 1 - d ** 2 / 2);
      const inCorner = cosines.map(
        (cosine, pair) =>
          cosine - (columns.locality[pair] ?? NaN) <= corner.cos_query &&
          (columns.coverage[pair] ?? NaN) <= corner.coverage,
      );
      expect([...(columns.unrelated ?? [])]).toEqual(inCorner.map(Number));
      expect(sources[s]?.unrelated?.found).toBe(inCorner.filter(Boolean).length);
      expect(sources[s]?.near_positive.found).toBe(cosines.filter((cosine) => cosine >= 0.9).length);
    }
    // Mined pairs are hardly there, random ones as often as the corner says, mixed ones between.
    const [mined, mixed, random] = sources.map(({ unrelated }) => unrelated?.share ?? NaN) as [
      number,
      number,
      number,
    ];
    expect(mined).toBeLessThan(0.01);
    expect(random / corner.random_share).toBeGreaterThan(0.7);
    expect(mixed / random).toBeGreaterThan(0.2);
    expect(mixed / random).toBeLessThan(0.4);
  });

  it('has no corner where there are too few passages to draw from', async () => {
    const candidates = candidatesInMemory([records(0, 1).slice(0, 1)]);
    const engine = newEngine();
    engine.setCandidates(candidates);
    const { settings } = (await rank([0])).result;
    const result = await engine.run(
      {
        sources: [{ id: 0, name: 'one', setting: 'all', reference: true }],
        encoder: null,
        device: 'wasm',
        settings,
        stop: { rule: 'all', level: 0.95 },
      },
      () => undefined,
    );
    expect(result.pair_audit).toMatchObject({ corner: null, sources: [{ source: 0, unrelated: null }] });
    expect(engine.flatPairs().unrelated).toBeNull();
  });
});
