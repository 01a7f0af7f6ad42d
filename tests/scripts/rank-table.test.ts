import { describe, expect, it } from 'vitest';

import { snakeKeys } from '../../src/report/snake-case';
import { fileCounts } from '../support/results';
import {
  exitStatus,
  judgedLines,
  lookNotes,
  rankTable,
  readingNotes,
  verdictLines,
} from '../../scripts/lib/rank-table.mjs';
import type { Finding } from '../../src/report/findings';
import type { Report, ReportSource, ReportVerdict } from '../../src/report/types';

const COUNTS = snakeKeys(fileCounts({ read: 97, loaded: 97, records: 97, rejected: 0, pairs: 2910 }));

/** The parts of a report that are printed. */
function report(parts: {
  ranking: string[];
  sources: Record<string, Partial<ReportSource>>;
  verdicts?: Record<
    string,
    Pick<ReportVerdict, 'rank' | 'reading'> & Partial<Pick<ReportVerdict, 'unranked' | 'findings'>>
  >;
  encoder?: object;
}): Report {
  return {
    ranking: parts.ranking,
    sources: parts.sources,
    settings: { tau: 0.05, weighting: 'full' },
    device: { kind: 'wasm' },
    certainty: {
      level: 0.95,
      scores: { bm25: { low: 0.1219, high: 0.1608 }, random: { low: null, high: null } },
    },
    verdict: {
      headline: 'a ranks first of two.',
      detail: ['ECI: a 1, b 0.'],
      sources: parts.verdicts ?? {},
    },
    encoder: { name: 'embeddings in the files', dimension: 16, ...parts.encoder },
  } as unknown as Report;
}

function source(eci: number, negatives: number, rest: Partial<ReportSource> = {}): Partial<ReportSource> {
  return {
    eci,
    mean_rho: 0.679,
    mean_eta: 0.5,
    mean_psi: 0.25,
    inversion_rate: 0.2917,
    negatives,
    setting: 'default',
    median_k: 10,
    k_of_most: 10,
    rejected: 0,
    file_counts: COUNTS,
    ...rest,
  };
}

describe('rankTable', () => {
  it('prints the ranked sources first, with aligned figures and what may be said of each', () => {
    const table = rankTable(
      report({
        ranking: ['random', 'zwölf', 'bm25'],
        sources: { bm25: source(0.1414, 2910), random: source(0.5, 7), zwölf: source(0.23541, 12) },
        verdicts: {
          random: { rank: null, reading: 'about 99 % random passages' },
          zwölf: { rank: '1–2', reading: '12 duplicates removed' },
          bm25: { rank: '1–2', reading: '' },
        },
      }),
    );
    expect(table.split('\n')).toEqual([
      '     source     ECI            95 %  mean ρ  mean η  mean ψ  inverted  pairs  findings',
      '1–2  zwölf   0.2354               –   0.679   0.500   0.250    29.2 %     12  12 duplicates removed',
      '1–2  bm25    0.1414  0.122 to 0.161   0.679   0.500   0.250    29.2 %  2,910',
      '  –  random  0.5000               –   0.679   0.500   0.250    29.2 %      7  about 99 % random passages',
    ]);
  });

  it('does not print a ranking whose figures are missing', () => {
    expect(() => rankTable(report({ ranking: ['bm25'], sources: {} }))).toThrow(/bm25/);
  });
});

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
        ...parts,
      } as unknown as Report,
      { strict: args.strict ?? false, untilCertain: args.until ? 0.95 : null },
    );

  it('is 2 where a file was refused or lacks its companions', () => {
    expect(of({})).toBe(0);
    for (const status of ['refused', 'waiting']) {
      expect(of({ files: [{ status }] })).toBe(2);
      expect(of({ files: [{ status }] }, { strict: true })).toBe(4);
    }
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

describe('verdictLines', () => {
  it('has the headline first, then the encoder and how many records it is of', () => {
    const sources = {
      a: source(1, 500, { records: 50, records_loaded: 97 }),
      b: source(1, 500, { records: 50, records_loaded: 50 }),
    };
    const lines = verdictLines(report({ ranking: [], sources, encoder: { name: 'potion' } }));
    expect(lines.split('\n')).toEqual([
      'a ranks first of two.',
      'Encoder potion, τ 0.05, weighting full, 100 of 147 records.',
      'ECI: a 1, b 0.',
    ]);
    const { b } = sources;
    expect(verdictLines(report({ ranking: [], sources: { b } }))).toContain('weighting full, all 50 records.');
  });
});

describe('lookNotes', () => {
  it('names the option where looking at the pairs would give a rank', () => {
    const finding = { id: 'random', severity: 'stop' } as Finding;
    const own = { rank: null, reading: '', findings: [finding] } as const;
    const verdicts = {
      random: { ...own, unranked: 'stop' },
      leaky: { ...own, unranked: 'stop', findings: [{ ...finding, id: 'copies' }] },
      alone: { ...own, unranked: 'not-looked-for', findings: [] },
      fine: { rank: '1', reading: '', findings: [], unranked: null },
    } as const;
    expect(lookNotes(report({ ranking: [], sources: {}, verdicts }))).toEqual([
      'random: not ranked. If you looked at its pairs and they are as meant: --looked random',
      'alone: not ranked. If you looked at its pairs and they are as meant: --looked alone',
    ]);
  });
});

describe('readingNotes', () => {
  const mapping = {
    by: 'names',
    query: 'question',
    positive: 'answer',
    negatives: ['neg_1', 'neg_2'],
    titles: [],
    label: null,
    id: 'qid',
    relevant: null,
    left_alone: ['url'],
  } as const;
  const reading = {
    format: 'tuples',
    label: { kind: 'file' },
    top_k: null,
    mapping,
    sample: null,
    signs: [],
    as_meant: false,
  } as const;
  const sign = { code: 'numbers', message: '3 of 10 negatives are numbers.' } as const;
  const sources = {
    good: source(0.5, 1, { format: 'tuples CSV', reading }),
    odd: source(0.9, 1, { format: 'tuples CSV', reading: { ...reading, signs: [sign] } }),
  };

  it('says in one line a source which field is what, and every sign of a wrong reading', () => {
    const roles = 'query=question, positive=answer, negative=neg_1, negative=neg_2, id=qid; left alone: url';
    expect(readingNotes(report({ ranking: ['odd', 'good'], sources }))).toEqual([
      `good: tuples CSV read by its names: ${roles}`,
      `odd: tuples CSV read by its names: ${roles}`,
      'odd: look: 3 of 10 negatives are numbers.',
      expect.stringMatching(/^odd: not ranked for that\. If it is as meant: --as-meant odd; if not, .*--map/),
    ]);
  });

  it('names no way out where the source is as meant', () => {
    const said = source(0.9, 1, { reading: { ...reading, signs: [sign], as_meant: true } });
    expect(readingNotes(report({ ranking: ['odd'], sources: { odd: said } }))).toHaveLength(2);
  });
});

describe('the judged rates in the terminal', () => {
  it('have their interval, or say why there is none', () => {
    const rate = { rate: 0.4, low: 0.3, high: 0.5, pairs: 90, judged: 20, answers: 8, cannot_tell: 0 };
    const sources = {
      many: rate,
      two: { ...rate, low: null, high: null },
      none: { ...rate, rate: null, low: null, high: null, judged: 0 },
    };
    const judged = { ranking: ['many', 'two', 'none', 'other'], false_negatives: { sources } };
    expect(judgedLines(judged as unknown as Report)).toEqual([
      'many: 40 % false negatives (30 to 50 %), 20 judged',
      'two: 40 % false negatives (too few queries for an interval), 20 judged',
      'none: false negatives unknown, none judged',
    ]);
  });
});
