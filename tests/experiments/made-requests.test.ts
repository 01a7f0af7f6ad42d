import { describe, expect, it } from 'vitest';

import { controls } from '../../src/experiments/controls';
import { hybrids } from '../../src/experiments/hybrids';
import { mixing } from '../../src/experiments/mixing';
import { goldenSource, RankedSources, shownIn } from '../support/experiments';
import { goldenIsHere } from '../support/golden';

describe.skipIf(!goldenIsHere)('sources that an experiment made', () => {
  it('are asked for by what their outcome was made with', async () => {
    const ranked = await RankedSources.rank([goldenSource('bm25'), goldenSource('dense')]);
    const seed = 7;
    const outcome = await ranked.outcome('controls', { base: 1, seed });
    const sources = shownIn(outcome.about);
    const requests = controls.made?.({ ...outcome, sources }) ?? [];
    expect(requests).toHaveLength(outcome.result.made.length);
    for (const [i, { name, request }] of requests.entries()) {
      const made = await ranked.experiments.madeSource(request);
      expect(made.name).toBe(name);
      expect(made.negatives).toHaveLength(outcome.result.made[i]?.negatives ?? 0);
    }
    const unions = await ranked.outcome('hybrids');
    const [union] = hybrids.made?.({ ...unions, sources }) ?? [];
    expect(union?.request).toEqual({ kind: 'hybrid', a: 0, b: 1 });
    const mixtures = await ranked.outcome('mixing');
    const half = mixing.made?.({ ...mixtures, sources }).at(-2);
    expect(half && (await ranked.experiments.madeSource(half.request)).name).toBe('bm25:mix-50.4');
  });
});
