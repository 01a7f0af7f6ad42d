import { describe, expect, it } from 'vitest';

import { markedRuns } from '../../src/lexical/marked-runs';

describe('runs of a text', () => {
  const weights = new Map([
    ['moon', 2],
    ['ﬁ'.normalize('NFKC'), 5],
  ]);
  const weightOf = (token: string) => weights.get(token) ?? null;

  it('are its words and what stands between them, as they are written', () => {
    const runs = markedRuns('A Moon, MOON: moons.', weightOf);
    expect(runs.map(({ text }) => text).join('')).toBe('A Moon, MOON: moons.');
    expect(runs.filter(({ weight }) => weight !== null).map(({ text }) => text)).toEqual(['Moon', 'MOON']);
  });

  it('are weighed as the gate reads them', () => {
    expect(markedRuns('ﬁ', weightOf)).toEqual([{ text: 'ﬁ', weight: 5 }]);
    expect(markedRuns('', weightOf)).toEqual([]);
  });

  it('leave the text as it is, letter for letter', () => {
    for (const text of ['  …', 'ﬁne ﬁ É e\u0301']) {
      expect(
        markedRuns(text, weightOf)
          .map((run) => run.text)
          .join(''),
      ).toBe(text);
    }
  });
});
