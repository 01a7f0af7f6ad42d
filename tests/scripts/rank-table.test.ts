import { describe, expect, it } from 'vitest';

import { snakeKeys } from '../../src/report/snake-case';
import { fileCounts } from '../support/results';
import {
  fileNotes,
  findingLines,
  isOpen,
  isSpotless,
  judgedLines,
  rankTable,
  readingNotes,
  verdictLines,
} from '../../scripts/lib/rank-table.mjs';
import type { Report, ReportSource, ReportVerdict } from '../../src/report/types';

const COUNTS = snakeKeys(fileCounts({ read: 97, loaded: 97, records: 97, rejected: 0, pairs: 2910 }));

/** The parts of a report that are printed. */
function report(parts: {
  ranking: string[];
  sources: Record<string, Partial<ReportSource>>;
  verdicts?: Record<
    string,
    Pick<ReportVerdict, 'rank' | 'reading'> & Partial<Pick<ReportVerdict, 'unranked'>>
  >;
  used?: number;
  total?: number;
  encoder?: object;
  cacheNote?: string;
}): Report {
  return {
    ranking: parts.ranking,
    sources: parts.sources,
    rejects: [],
    settings: { tau: 0.05, weighting: 'full' },
    device: { kind: 'wasm' },
    certainty: {
      records_used: parts.used ?? 97,
      records_total: parts.total ?? 97,
      level: 0.95,
      scores: { bm25: { low: 0.1219, high: 0.1608 }, random: { low: null, high: null } },
    },
    verdict: {
      headline: 'a ranks first of two.',
      detail: ['ECI: a 1, b 0.'],
      sources: parts.verdicts ?? {},
    },
    findings: {},
    findings_left_out: {},
    audit: { pairs: {} },
    files: [],
    encoder: { name: 'embeddings in the files', dimension: 16, ...parts.encoder },
    cost: { cache: { kind: 'disk', note: parts.cacheNote ?? null } },
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
          random: { rank: null, reading: 'looks too easy' },
          zwölf: { rank: '1–2', reading: 'reference' },
          bm25: { rank: '1–2', reading: 'inside' },
        },
      }),
    );
    expect(table.split('\n')).toEqual([
      '     source     ECI            95 %  mean ρ  mean η  mean ψ  inverted  pairs  reading',
      '1–2  zwölf   0.2354               –   0.679   0.500   0.250    29.2 %     12  reference',
      '1–2  bm25    0.1414  0.122 to 0.161   0.679   0.500   0.250    29.2 %  2,910  inside',
      '  –  random  0.5000               –   0.679   0.500   0.250    29.2 %      7  looks too easy',
    ]);
  });

  it('does not print a ranking whose figures are missing', () => {
    expect(() => rankTable(report({ ranking: ['bm25'], sources: {} }))).toThrow(/bm25/);
  });
});

describe('isOpen', () => {
  const pair = (a: string, b: string, status: string) => ({ a, b, status });
  const of = (unranked: Record<string, string>, ...pairs: object[]) =>
    isOpen({
      certainty: { pairs },
      verdict: {
        sources: Object.fromEntries(Object.entries(unranked).map(([n, why]) => [n, { unranked: why }])),
      },
    } as unknown as Report);

  it('is true where the order of two sources inside is not separated', () => {
    expect(of({}, pair('a', 'b', 'separated'), pair('b', 'c', 'not separated'))).toBe(true);
    expect(of({}, pair('a', 'b', 'separated'))).toBe(false);
    expect(of({ c: 'outside' }, pair('b', 'c', 'not separated'))).toBe(false);
    expect(of({ b: 'not-audited', c: 'not-audited' }, pair('b', 'c', 'not separated'))).toBe(true);
  });
});

describe('verdictLines', () => {
  it('has the headline first, then the encoder and how many records it is of', () => {
    const lines = verdictLines(
      report({ ranking: [], sources: {}, encoder: { name: 'potion' }, used: 50, total: 97 }),
    );
    expect(lines.split('\n')).toEqual([
      'a ranks first of two.',
      'Encoder potion, τ 0.05, weighting full, 50 of 97 records.',
      'ECI: a 1, b 0.',
    ]);
  });
});

describe('fileNotes on the run', () => {
  it('says what the page warns of: unlike K with the option, parity, the cache', () => {
    const notes = fileNotes(
      report({
        ranking: [],
        sources: {
          a: source(1, 1, { k_of_most: 10 }),
          b: source(1, 1, { k_of_most: 30 }),
          c: source(1, 1, { setting: 'hybrid', k_of_most: 3 }),
        },
        verdicts: {
          a: { rank: '1', reading: '', unranked: null },
          b: { rank: null, reading: '', unranked: 'unlike-k' },
          c: { rank: null, reading: '', unranked: 'alone' },
        },
        encoder: { parity: { texts: 8, min_cosine: 0.5, warning: 'int8 differs.' } },
        cacheNote: 'Storage is full.',
      }),
    );
    expect(notes).toEqual([
      'Storage is full.',
      'int8 differs.',
      'b: no rank for the number of negatives. --negatives 10 ranks the first 10 of each record.',
    ]);
  });
});

describe('findingLines', () => {
  const none = { same_text: 0, other_positive: 0, near_text: 0 };

  it('says what was not looked for, and why', () => {
    const left = {
      findings: { a: { ...none, near_text: null } },
      findings_left_out: { near_text: 'It takes long.' },
    };
    expect(findingLines({ ...report({ ranking: ['a'], sources: {} }), ...left })).toEqual([
      'near_text was not looked for: It takes long.',
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

describe('files are spotless', () => {
  const file = { status: 'loaded' };
  const check = (passed: boolean | null) => ({ passed });
  const reading = (signs: object[], as_meant = false) => ({ s: { reading: { signs, as_meant } } });
  const spotless = (changes: object) =>
    isSpotless({
      preflight: [check(true), check(null)],
      rejects: [],
      sources: reading([]),
      files: [file],
      ...changes,
    } as unknown as Report);

  it('unless a check fails, an entry or a file was refused, or one may be misread', () => {
    expect(spotless({})).toBe(true);
    expect(spotless({ preflight: [check(true), check(false)] })).toBe(false);
    expect(spotless({ rejects: [{}] })).toBe(false);
    expect(spotless({ files: [file, { status: 'refused' }] })).toBe(false);
    expect(spotless({ sources: reading([{}]) })).toBe(false);
    expect(spotless({ sources: reading([{}], true) }), 'the user says that it is as meant').toBe(true);
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
