/** The table of findings: for each row the least evidence of each severity, and what is just too little. */

import { describe, expect, it } from 'vitest';

import type { FileCounts, FoundEvaluation, SourcePreflight } from '../../src/candidates/outcomes';
import { evidenceOf, type Evidence, type RunEvidence } from '../../src/report/evidence';
import {
  bars,
  FINDINGS,
  foundIn,
  notLookedFor,
  type FindingId,
  type Severity,
} from '../../src/report/findings';

import type { TextCheck } from '../../src/scoring/pair-checks';
import { figuresOf, loadedSource, preflight, reportedSource } from '../support/results';

/** A source of 1,000 records and 10,000 pairs in which nothing is found. */
function evidence(changes: Partial<Evidence> = {}): Evidence {
  const [own] = evidenceOf([reportedSource({ id: 1, name: 'mined' }, { loaded: fileOf() })], null);
  return { ...(own as Evidence), ...changes };
}

function fileOf(counts: Partial<FileCounts> = {}, checks: Partial<SourcePreflight> = {}) {
  const whole = { read: 1000, records: 1000, pairs: 10_000, ...counts };
  const byK = [{ k: 10, copies: 0, records: 1000, first: null }];
  return loadedSource(1, 'mined.jsonl', whole, { byK, preflight: preflight(checks) });
}

const file = (counts: Partial<FileCounts>, checks?: Partial<SourcePreflight>) =>
  evidence({ loaded: fileOf(counts, checks) });

/** Pairs that a check of texts finds. */
const inTexts = (check: TextCheck, pairs: number) =>
  file({}, { texts: { ...preflight().texts, [check]: { pairs, records: 0, example: null } } });

const checked = (check: keyof SourcePreflight, count: number) =>
  file({}, { [check]: { count, example: null } });

const WHOLE_FILE = {
  records: 1000,
  pairs: 10_000,
  copies: 0,
  own_positives: 0,
  records_with_other_positive: 0,
  boilerplate: 0,
  boilerplate_texts: 0,
};

const PAIRS = { pairs: 10_000, unrelated: 0, near_positive: 0, stock: 0, stock_unrelated: 0 };

const KNOWN = { same_text: 0, other_positive: 0, near_text: 0, same_cut: 0, loose_positive: 0 };

const RUN: RunEvidence = {
  figures: figuresOf({ queries: 1000, negatives: 10_000 }),
  effectiveUnits: 1000,
  unitKind: 'query',
  file: WHOLE_FILE,
  pairs: PAIRS,
  randomShare: 0.4,
  random: { severity: null, beside: 'bm25', found: { value: 0.01, low: 0, high: 0.02 }, settled: true },
  known: KNOWN,
  nearPositive: { value: 0, low: -0.01, high: 0.01 },
  nearReferences: 2,
  range: { mean_rho_max: 1, mean_eta_max: 1, mean_psi_max: 1, inversion_rate_min: 0 },
  flags: [],
  twin: null,
  inside: null,
};

const run = (changes: Partial<RunEvidence>, more: Partial<Evidence> = {}) =>
  evidence({ run: { ...RUN, ...changes }, ...more });

const figures = (changes: Parameters<typeof figuresOf>[0], more: Partial<Evidence> = {}) =>
  run({ figures: figuresOf({ queries: 1000, negatives: 10_000, ...changes }) }, more);

const random = (severity: 'stop' | 'look' | null) =>
  run({ random: { severity, beside: 'bm25', found: { value: 0.3, low: 0.26, high: 0.34 }, settled: true } });

/** A text under many queries, in so many pairs, of which so many lie in the corner. */
const stock = (count: number, unrelated: number) =>
  run({
    file: { ...WHOLE_FILE, boilerplate: count, boilerplate_texts: 1 },
    pairs: { ...PAIRS, stock: count, stock_unrelated: unrelated },
  });

const NONE = { queries: 0, records: 0, positives: 0, negatives: 0 };

const evaluated = (changes: Partial<FoundEvaluation>) =>
  evidence({
    evaluation: {
      source: 1,
      of: 500,
      ...NONE,
      near: NONE,
      nearDocuments: true,
      texts: [],
      ...changes,
    },
  });

const judged = (low: number) => evidence({ answers: { rate: 0.2, low, high: 0.3, limit: 0.1 } });

const shortcut = (flagged: boolean | null) =>
  evidence({
    shortcut: {
      auc: 0.9,
      low: 0.8,
      high: 0.95,
      units: 100,
      length_auc: 0.9,
      negative_words: 20,
      positive_words: 60,
      words: [],
      flagged,
    },
  });

const otherPositives = (records: number) =>
  run({ file: { ...WHOLE_FILE, records_with_other_positive: records } });

const met = (share: number) =>
  evidence({ loaded: { ...fileOf(), meetings: { positives: share, all: share } } });

const warnings = [{ code: 'one-query', message: 'All queries of mined are the same.' }] as const;
const misread = { ...fileOf(), warnings: [...warnings] };

interface Case {
  readonly source: Evidence;
  readonly severity: Severity | null;
  /** Other sources of its setting. */
  readonly beside?: readonly Evidence[];
}

const is = (severity: Severity | null, source: Evidence, beside: readonly Evidence[] = []): Case => ({
  severity,
  source,
  beside,
});

const flag = { flag: 'rho', words: 'ρ 0.99 > 0.68', certain: false } as const;
const near = (low: number) => run({ nearPositive: { value: 0.03, low, high: 0.06 } });
const other = (records: number) => ({ ...otherPositives(records), id: 2, name: 'bm25' });

const TABLE: Readonly<Record<FindingId, readonly Case[]>> = {
  sentence: [
    is(
      'look',
      file(
        {},
        {
          texts: { ...preflight().texts, sentence: { pairs: 400, records: 0, example: null } },
          sentence: { sentence: 'Sign up.', negatives: 0.4, positives: 0 },
        },
      ),
    ),
    is(null, file({})),
  ],
  loose: [
    is('look', run({ known: { ...KNOWN, loose_positive: 200 } })),
    is('note', run({ known: { ...KNOWN, loose_positive: 199 } })),
    is(null, run({ known: { ...KNOWN, loose_positive: 0 } })),
    is(null, evidence({})),
  ],
  cut: [
    is('look', run({ known: { ...KNOWN, same_cut: 1 } })),
    is(null, run({ known: { ...KNOWN, same_cut: 0 } })),
  ],
  markup: [is('look', inTexts('markup', 1)), is(null, file({}))],
  language: [is('look', inTexts('language', 1)), is(null, file({}))],
  placeholders: [is('note', inTexts('placeholder', 1)), is(null, file({}))],
  letters: [is('note', inTexts('letters', 1)), is(null, file({}))],
  misread: [
    is('stop', evidence({ loaded: misread })),
    is(null, evidence({ loaded: misread, asMeant: true })),
  ],
  copies: [
    is('stop', file({ negativesEqualPositive: 50 })),
    is('look', file({ negativesEqualPositive: 49 })),
    is('look', file({ negativesEqualPositive: 1 })),
    is('stop', checked('positives', 50)),
    is('look', checked('positives', 49)),
    is('stop', run({ file: { ...WHOLE_FILE, own_positives: 50 } })),
    is(null, checked('positives', 0)),
  ],
  random: [is('stop', random('stop')), is('look', random('look')), is(null, random(null))],
  stock: [
    is('stop', stock(50, 10)),
    is('look', stock(50, 9)),
    is('look', stock(49, 49)),
    is('note', stock(49, 9)),
    is(null, stock(0, 0)),
  ],
  'few-units': [is('small', run({ effectiveUnits: 29.99 })), is(null, run({ effectiveUnits: 30 }))],
  'no-trace': [is('small', figures({ trace: 0 })), is(null, figures({ trace: 1e-12 }))],
  evaluation: [
    is('train', evaluated({ queries: 1, records: 1 })),
    is('train', evaluated({ positives: 5 })),
    is('note', evaluated({ positives: 4 })),
    is('train', evaluated({ negatives: 50 })),
    is('note', evaluated({ negatives: 49 })),
    is('note', evaluated({ near: { queries: 400, records: 900, positives: 900, negatives: 9000 } })),
    is(null, evaluated({})),
  ],
  'near-copies': [
    is('train', run({ known: { ...KNOWN, near_text: 300 } })),
    is('look', run({ known: { ...KNOWN, near_text: 299 } })),
    is('look', run({ known: { ...KNOWN, near_text: 50 } })),
    is(null, run({ known: { ...KNOWN, near_text: 49 } })),
  ],
  answers: [is('train', judged(0.101)), is(null, judged(0.1))],
  range: [is('look', run({ flags: [flag] })), is(null, run({ flags: [] }))],
  'near-positive': [is('look', near(0.011)), is(null, near(0.01))],
  'other-positives': [
    is('look', otherPositives(1000), [other(499)]),
    is(null, otherPositives(999), [other(0)]),
    is(null, otherPositives(1000), [other(500)]),
    is(null, otherPositives(1000)),
  ],
  'unlike-k': [is('look', evidence({ unlikeK: [30] })), is(null, evidence({ unlikeK: [] }))],
  shortcuts: [is('look', shortcut(true)), is(null, shortcut(false)), is('look', shortcut(null))],
  ids: [is('look', checked('ids', 5)), is('note', checked('ids', 4)), is(null, checked('ids', 0))],
  scores: [
    is('look', checked('scores', 5)),
    is('note', checked('scores', 4)),
    is(null, checked('scores', 0)),
  ],
  short: [
    is('look', evidence({ short: 100 })),
    is('note', evidence({ short: 99 })),
    is(null, evidence({ short: 0 })),
  ],
  same: [is('note', run({ twin: 'bm25' })), is('note', run({ inside: 'bm25' })), is(null, run({}))],
  margin: [
    is('note', figures({ inversion_rate: 0 }, { margin: true })),
    is(null, figures({ inversion_rate: 0.001 }, { margin: true })),
    is(null, figures({ inversion_rate: 0 })),
  ],
  duplicates: [is('note', file({ duplicateNegativesRemoved: 1 })), is(null, file({}))],
  blanks: [is('note', file({ blankNegativesRemoved: 1 })), is(null, file({}))],
  batch: [is('note', met(0.1)), is(null, met(0))],
};

const CASES = Object.entries(TABLE).flatMap(([id, cases]) =>
  cases.map((each, i) => ({ name: `${id} ${i + 1}: ${each.severity ?? 'nothing'}`, id, ...each })),
);

/** What is found of a source beside others of its setting. */
const found = (source: Evidence, beside: readonly Evidence[] = []) =>
  foundIn([source, ...beside])[0]?.findings ?? [];

describe('a finding', () => {
  it('of each row is in this table', () => {
    expect(Object.keys(TABLE).sort()).toEqual(FINDINGS.map(({ id }) => id).sort());
  });

  it.each(CASES)('$name', ({ id, source, severity, beside = [] }) => {
    const findings = found(source, beside);
    expect(findings.map((each) => [each.id, each.severity])).toEqual(
      severity === null ? [] : [[id, severity]],
    );
    for (const { words, sentence, cure, share } of findings) {
      expect(words).toMatch(/^[^.].*[^.]$/);
      // Words stand in lists.
      if (id !== 'unlike-k') expect(words).not.toMatch(/[:;]|, \d/);
      expect(sentence).toContain('mined');
      expect(share ?? 0).toBeLessThanOrEqual(1);
      for (const said of [...sentence.split(/(?<=\.) /), ...(cure === '' ? [] : [cure])]) {
        expect(said).toMatch(/^\S.*[.)]$/);
        expect(said.split(' ').length).toBeLessThanOrEqual(28);
      }
    }
  });

  it('takes the rank by `stop` and `small` alone, and a `stop` by statistics not where the user looked', () => {
    for (const { source, beside = [] } of CASES) {
      for (const finding of found({ ...source, lookedAt: true }, beside)) {
        const isAside = finding.id === 'random' && finding.severity === 'stop';
        expect(finding.set_aside).toBe(isAside);
        expect(bars(finding)).toBe((finding.severity === 'stop' && !isAside) || finding.severity === 'small');
      }
    }
  });

  it('says of a shortcut how long both sides are, and the word that tells most', () => {
    const { shortcut: known } = shortcut(true);
    const words = [{ word: 'however', negatives: 0.4, positives: 0.02 }];
    const [finding] = found(evidence({ shortcut: known && { ...known, words } }));
    expect(finding?.sentence).toBe(
      'Negatives of mined can be told from positives without the query (AUC 0.90; 0.5 is no difference): 20 words beside 60, “however” in 40\u00a0% beside 2\u00a0%.',
    );
  });

  it('of records with fewer negatives shows the first of the shortest', () => {
    const rows = [2, 7, 10].map((k) => ({
      k,
      copies: 0,
      records: 10,
      first: { place: 60 - k, query: `of ${k}` },
    }));
    const [finding] = found(evidence({ loaded: { ...fileOf(), byK: rows }, k: 10, short: 20 }));
    expect(finding).toMatchObject({ id: 'short', example: 'mined, line 58, “of 2”' });
  });

  it('comes after those that weigh more: by severity, then by share', () => {
    const source = run(
      { ...random('stop').run, known: { ...KNOWN, near_text: 300 } },
      {
        loaded: fileOf({ negativesEqualPositive: 60, duplicateNegativesRemoved: 4000 }),
        unlikeK: [30],
        short: 900,
      },
    );
    expect(found(source).map(({ id }) => id)).toEqual([
      'random',
      'copies',
      'near-copies',
      'short',
      'unlike-k',
      'duplicates',
    ]);
  });
});

describe('what nobody looked for', () => {
  const without = { scores: null, ids: null };
  const bare = (more: Partial<Evidence>) =>
    evidence({ loaded: { ...fileOf({}, without), meetings: null }, ...more });
  const merged = {
    file: null,
    pairs: null,
    random: null,
    known: { ...KNOWN, near_text: null },
    range: null,
    nearReferences: 1,
  };

  it('is named where no source allows it, and what only somebody asks for is not', () => {
    expect(notLookedFor([run({}), evidence()])).toEqual(['evaluation']);
    const none = [bare({ run: { ...RUN, ...merged } })];
    expect(notLookedFor(none)).toEqual([
      'random',
      'evaluation',
      'near-copies',
      'range',
      'near-positive',
      'other-positives',
      'ids',
      'scores',
      'same',
      'batch',
    ]);
    expect(notLookedFor([...none, run({}), evaluated({})])).toEqual([]);
    // Merged shards have no checks of the texts.
    const merge = run({}, { loaded: { ...fileOf(), preflight: null } });
    expect(notLookedFor([merge])).toEqual([
      'misread',
      'evaluation',
      'sentence',
      'ids',
      'scores',
      'markup',
      'language',
      'placeholders',
      'letters',
    ]);
  });
});
