import { describe, expect, it } from 'vitest';

import { NO_BUCKET } from '../../../../src/engine/types';
import {
  answersLeftInWords,
  checksInWords,
  contentsInWords,
  emptiedInWords,
  exportInWords,
  writtenInWords,
} from '../../../../src/pages/audit/basket/basket-words';
import { reasonInWords } from '../../../../src/pages/audit/basket/leaving-words';
import { checkedAfter } from '../../../../src/session/removal/checked-after';
import { loadedSource } from '../../../support/results';

describe('the words of the basket', () => {
  it('count what is in it and what becomes of records', () => {
    expect(contentsInWords(39, 3, null)).toBe('39 dropped, 3 false negatives');
    expect(contentsInWords(0, 1, null)).toBe('0 dropped, 1 false negative');
    expect(contentsInWords(0, 0, null)).toBe('Nothing is marked to go.');
    expect(contentsInWords(0, 0, 1200)).toBe('1,200 more by the limit');
    expect(contentsInWords(1, 0, 0)).toBe('1 dropped, 0 false negatives, 0 more by the limit');
    expect(answersLeftInWords({ rate: 0.39, low: 0.29, high: 0.51 })).toBe(
      'Still answers: about 39\u00a0% (29\u00a0% to 51\u00a0%).',
    );
    expect([0, 1, 1200].map(emptiedInWords)).toEqual([
      'no record loses all its negatives',
      '1 record loses all its negatives and goes',
      '1,200 records lose all their negatives and go',
    ]);
  });

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

  it('name the file that was saved, or count them, and what is not in them', () => {
    const saved = {
      files: [{ of: 'a.jsonl', name: 'a.cleaned.jsonl', sha256: '0', beside: [] }],
      zipName: 'a.cleaned.zip',
      pairsRemoved: 1234,
      recordsRemoved: 1,
    };
    expect(writtenInWords(saved)).toBe(
      'a.cleaned.zip holds a.cleaned.jsonl without 1,234 pairs and 1 record, and says of each pair why it went and who marked it.',
    );
    expect(writtenInWords({ ...saved, files: [...saved.files, ...saved.files] })).toContain(
      'holds 2 cleaned files without 1,234',
    );
  });

  it('say which checks of Rank the saved files fail', () => {
    const source = (id: number, name: string) => ({
      name,
      setting: 'default',
      loaded: loadedSource(id, name),
    });
    const [clean, leaky] = [source(1, 'clean'), source(2, 'leaky')];
    expect(checksInWords([clean, leaky])).toBe('They pass the checks of Rank.');
    const after = (copies: number, positives: number) =>
      checksInWords([
        clean,
        {
          ...leaky,
          loaded: checkedAfter(leaky.loaded, [{ k: 1, copies, records: 20 }], { positives, boilerplate: 0 }),
        },
      ]);
    expect(after(0, 0)).toMatch(/^The checks of Rank will say: leaky has 1/);
    expect(after(1, 0)).toMatch(/20 negatives stand twice in a record \(leaky 20\)/);
    expect(after(1, 3)).toMatch(/3 negatives are positives of their own query/);
  });

  it('say how much was read, how fast, and how long the rest will take', () => {
    expect(exportInWords({ bytesRead: 120e6, bytesTotal: 1e9, rate: 44e6, secondsLeft: 20 })).toBe(
      'Read: 120 MB of 1.0 GB, 44 MB per second, 20 s left',
    );
  });
});
