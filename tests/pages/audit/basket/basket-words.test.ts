import { describe, expect, it } from 'vitest';

import { NO_BUCKET } from '../../../../src/engine/types';
import { checksInWords } from '../../../../src/pages/audit/basket/basket-words';
import { reasonInWords } from '../../../../src/pages/audit/basket/leaving-words';
import { checkedAfter } from '../../../../src/session/removal/checked-after';
import { loadedSource } from '../../../support/results';

describe('the words of the basket', () => {
  it('say why each pair goes', () => {
    const gates = { rho: new Float64Array(3), eta: new Float64Array(3), psi: new Float64Array(3) };
    const findings = Uint8Array.of(0, NO_BUCKET, NO_BUCKET);
    const asked = { ...gates, buckets: Uint8Array.of(0, NO_BUCKET, 4), findings };
    expect([0, 2].map((i) => reasonInWords('drop', asked, i))).toEqual([
      'dropped; same text as the positive',
      'dropped; good, but far from the positive: ρ ≥ 0.75, ψ ≥ 0.75, η ≤ 0.25',
    ]);
    expect(reasonInWords('false-negative', asked, 1)).toBe('false negative');
  });

  it('say what is found in the saved files before a run', () => {
    const source = (id: number, name: string) => ({
      name,
      setting: 'default',
      loaded: loadedSource(id, name),
    });
    const [clean, leaky] = [source(1, 'clean'), source(2, 'leaky')];
    expect(checksInWords([clean, leaky])).toContain('nothing is found');
    const after = (copies: number, positives: number) =>
      checksInWords([
        clean,
        {
          ...leaky,
          loaded: checkedAfter(leaky.loaded, [{ k: 1, copies, records: 20 }], { positives, boilerplate: 0 }),
        },
      ]);
    expect(after(0, 0)).toContain('leaky has 1 negative a query');
    expect(after(1, 0)).toContain('20 duplicate negatives of leaky');
    expect(after(1, 3)).toContain('negatives of leaky are positives of their own query');
  });
});
