import { describe, expect, it } from 'vitest';

import { FOUND_IDS } from '../../../src/crossfilter/found';
import type { Finding, Result } from '../../../src/report/result';
import { phraseText } from '../../../src/report/verdict-words';
import { allFindings } from '../../../src/report/verdict';
import { headlineOf, type JudgedSource } from '../../../src/session/audit/headline';
import { finding, resultOfSources, source } from '../sources';

const COPIES = finding('copies', 'look', {
  share: 0.004,
  sentence: '3 of the 750 negatives of leaky are copies.',
});

const RANDOM_FOUND = finding('random', 'stop', { share: 0.3, low: 0.26, high: 0.34 });

function verdictOf(found: Readonly<Record<string, readonly Finding[]>>): Result['verdict'] {
  const sources = ['bm25', 'leaky', 'random'].map((name, id) => source(name, 0.1 + id / 10, { id }));
  const { verdict } = resultOfSources(sources);
  const judged = Object.entries(verdict.sources).map(([name, own]) => [
    name,
    { ...own, findings: found[name] ?? [] },
  ]);
  return { ...verdict, sources: Object.fromEntries(judged) as Result['verdict']['sources'] };
}

const ALL_OPEN = FOUND_IDS.map(() => 3);
const NONE_OPEN = FOUND_IDS.map(() => 0);

const said = (
  found: Readonly<Record<string, readonly Finding[]>>,
  open = ALL_OPEN,
  judged: readonly JudgedSource[] = [],
) => phraseText(headlineOf(verdictOf(found), open, judged));

describe('what stands out', () => {
  it('is the largest finding of all sources', () => {
    const found = { leaky: [COPIES], random: [RANDOM_FOUND, finding('duplicates', 'note')] };
    expect(allFindings(verdictOf(found).sources).map(({ name, finding: { id } }) => [name, id])).toEqual([
      ['random', 'random'],
      ['leaky', 'copies'],
      ['random', 'duplicates'],
    ]);
    expect(said(found)).toBe(RANDOM_FOUND.sentence);
  });

  it('is no longer what was marked, and with none above a note what nobody looked for', () => {
    expect(said({ leaky: [COPIES] }, NONE_OPEN)).toMatch(/Not looked for: /);
    expect(said({ leaky: [finding('duplicates', 'note')] })).toMatch(/Not looked for: /);
  });
});

describe('what the judged pairs say', () => {
  const rated = (judged: number, pairs: number, share: JudgedSource['rate']['share']): JudgedSource => ({
    name: 'bm25',
    rate: { pairs, judged, answers: 40, cannotTell: 0, share },
    left: null,
  });
  const share = { rate: 0.4, low: 0.31, high: 0.52 };

  it('comes before all that takes no rank, and after what does', () => {
    const judged = [rated(96, 2909, share)];
    expect(said({ leaky: [COPIES] }, ALL_OPEN, judged)).toContain('96 judged');
    expect(said({ leaky: [RANDOM_FOUND] }, ALL_OPEN, judged)).toBe(RANDOM_FOUND.sentence);
  });

  it('waits for 30 judgements of a source, or for all of its pairs, and for an interval', () => {
    const of = (...given: Parameters<typeof rated>) => said({}, ALL_OPEN, [rated(...given)]);
    expect(of(29, 652, share)).not.toContain('judged');
    expect(of(30, 652, share)).toContain('30 judged');
    expect(of(12, 12, share)).toContain('12 judged');
    expect(of(96, 2909, { rate: 1, low: null, high: null })).not.toContain('judged');
    expect(of(96, 2909, null)).not.toContain('judged');
  });
});
