import { describe, expect, it } from 'vitest';

import { exitStatus, rankText, waysToRank } from '../../src/cli/rank-words';
import type { Finding } from '../../src/report/findings';
import { buildReport } from '../../src/report/build';
import type { Report } from '../../src/report/result';
import { reportInput, sourceResult } from '../support/results';

describe('the exit status', () => {
  const pair = (a: string, b: string, status: string) => ({ a, b, status });
  const own = (changes: object = {}) => ({ unranked: null, findings: [], same_pairs_as: null, ...changes });
  const finding = (id: string, severity: string, aside = false) => ({ id, severity, set_aside: aside });
  const of = (parts: object, args: { strict?: boolean; until?: boolean } = {}) =>
    exitStatus(
      {
        files: [{ status: 'loaded' }],
        rejects: [],
        certainty: { pairs: [] },
        verdict: { sources: {} },
        stop: { rule: args.until ? 'certain' : 'all' },
        ...parts,
      } as unknown as Report,
      args.strict ?? false,
    );

  it('is 2 where a file was refused or lacks its companions', () => {
    expect(of({})).toBe(0);
    for (const status of ['refused', 'waiting']) {
      expect(of({ files: [{ status }] })).toBe(2);
      expect(of({ files: [{ status }] }, { strict: true })).toBe(4);
    }
    expect(of({ false_negatives: { judged: 0, refused: [{}] } })).toBe(2);
    expect(of({ false_negatives: { judged: 1, refused: [{}] } })).toBe(0);
  });

  it('is 3 where a run until certain leaves the order of two sources open', () => {
    const open = (pairs: object[], sources: object = {}, until = true) =>
      of({ certainty: { pairs }, verdict: { sources } }, { until });
    expect(open([pair('a', 'b', 'separated'), pair('b', 'c', 'not separated')])).toBe(3);
    expect(open([pair('b', 'c', 'not separated')], {}, false)).toBe(0);
    expect(open([pair('a', 'b', 'separated')])).toBe(0);
    expect(open([pair('b', 'c', 'not separated')], { c: own({ unranked: 'stop' }) })).toBe(0);
    expect(open([pair('b', 'c', 'not separated')], { c: own({ unranked: 'small' }) })).toBe(3);
    expect(open([pair('b', 'c', 'not separated')], { c: own({ same_pairs_as: 'b' }) })).toBe(0);
  });

  it('is 4 where it is strict and an entry was rejected, or a source is not to be trained on', () => {
    const strict = (findings: object[], rejects: object[] = []) =>
      of({ rejects, verdict: { sources: { a: own({ findings }) } } }, { strict: true });
    expect(strict([])).toBe(0);
    expect(strict([], [{}])).toBe(4);
    expect(strict([finding('random', 'stop')])).toBe(4);
    expect(strict([finding('random', 'stop', true)])).toBe(0);
    expect(strict([finding('evaluation', 'train')])).toBe(4);
    expect(strict([finding('ids', 'look')])).toBe(4);
    expect(strict([finding('range', 'look'), finding('ids', 'note'), finding('few-units', 'small')])).toBe(0);
  });
});

describe('waysToRank', () => {
  it('names the option where looking at the pairs would give a rank', () => {
    const finding = { id: 'random', severity: 'stop' } as Finding;
    const own = { rank: null, reading: '', findings: [finding] } as const;
    const verdicts = {
      random: { ...own, unranked: 'stop' },
      leaky: { ...own, unranked: 'stop', findings: [{ ...finding, id: 'copies' }] },
      alone: { ...own, unranked: 'not-looked-for', findings: [] },
      odd: { ...own, unranked: 'stop', findings: [{ ...finding, id: 'misread' }] },
      fine: { rank: { from: 1, to: 1 }, reading: '', findings: [], unranked: null },
    } as const;
    expect(waysToRank({ verdict: { sources: verdicts } } as unknown as Report)).toEqual([
      'random has no rank. If you read its pairs and they are as you meant them: --looked random',
      'alone has no rank. If you read its pairs and they are as you meant them: --looked alone',
      expect.stringMatching(/^odd looks misread and has no rank\..*--as-meant odd\./),
    ]);
  });
});

it('says the judged rates with their interval, or why there is none', () => {
  const rate = { rate: 0.4, low: 0.3, high: 0.5, pairs: 90, judged: 20, answers: 8, cannot_tell: 0 };
  const sources = {
    many: rate,
    two: { ...rate, low: null, high: null },
    none: { ...rate, rate: null, low: null, high: null, judged: 0 },
  };
  const judged = { seed: 7, sample: 100, judged: 40, counted: 36, judges: [], agreement: [], findings: {} };
  const built = buildReport(reportInput(['many', 'two', 'none'].map((name, i) => sourceResult(i + 1, name))));
  const text = rankText({ ...built, false_negatives: { ...judged, sources, refused: [] } });
  const lines = text.replaceAll('\u00a0', ' ').split('\n');
  expect(lines).toContain('many: false negatives 40 % (30 % to 50 %), 20 judged');
  expect(lines).toContain('two: false negatives 40 % (too few queries), 20 judged');
  expect(lines).toContain('none: false negatives not known, 0 judged');
});
