/** The table of findings: for each row the least evidence of each severity, and what is just too little. */

import { describe, expect, it } from 'vitest';

import type { FileCounts, FoundEvaluation, SourcePreflight } from '../../src/candidates/outcomes';
import { evidenceOf, type Evidence, type RunEvidence } from '../../src/report/evidence';
import {
  bars,
  findingRows,
  FINDINGS,
  foundIn,
  notLookedFor,
  type FindingId,
} from '../../src/report/findings';

import type { TextCheck } from '../../src/scoring/pair-checks';
import { told } from '../../src/ui/words';
import { expectWords } from '../support/golden-words';
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

const flag = { flag: 'rho', words: 'ρ 0.99 > 0.68', certain: false } as const;
const near = (low: number) => run({ nearPositive: { value: 0.03, low, high: 0.06 } });
const other = (records: number) => ({ ...otherPositives(records), id: 2, name: 'bm25' });

/** For each row the least evidence of each severity, and what is just too little; in a list, beside others of its setting. */
const TABLE: Readonly<Record<FindingId, readonly (Evidence | readonly Evidence[])[]>> = {
  sentence: [
    file(
      {},
      {
        texts: { ...preflight().texts, sentence: { pairs: 400, records: 0, example: null } },
        sentence: { sentence: 'Sign up.', negatives: 0.4, positives: 0 },
      },
    ),
    file({}),
  ],
  loose: [
    run({ known: { ...KNOWN, loose_positive: 200 } }),
    run({ known: { ...KNOWN, loose_positive: 199 } }),
    run({ known: { ...KNOWN, loose_positive: 0 } }),
    evidence({}),
  ],
  cut: [run({ known: { ...KNOWN, same_cut: 1 } }), run({ known: { ...KNOWN, same_cut: 0 } })],
  markup: [inTexts('markup', 1), file({})],
  language: [inTexts('language', 1), file({})],
  placeholders: [inTexts('placeholder', 1), file({})],
  letters: [inTexts('letters', 1), file({})],
  misread: [evidence({ loaded: misread }), evidence({ loaded: misread, asMeant: true })],
  copies: [
    file({ negativesEqualPositive: 50 }),
    file({ negativesEqualPositive: 49 }),
    file({ negativesEqualPositive: 1 }),
    checked('positives', 50),
    checked('positives', 49),
    run({ file: { ...WHOLE_FILE, own_positives: 50 } }),
    checked('positives', 0),
  ],
  random: [random('stop'), random('look'), random(null)],
  stock: [stock(50, 10), stock(50, 9), stock(49, 49), stock(49, 9), stock(0, 0)],
  'few-units': [run({ effectiveUnits: 29.99 }), run({ effectiveUnits: 30 })],
  'no-trace': [figures({ trace: 0 }), figures({ trace: 1e-12 })],
  evaluation: [
    evaluated({ queries: 1, records: 1 }),
    evaluated({ positives: 5 }),
    evaluated({ positives: 4 }),
    evaluated({ negatives: 50 }),
    evaluated({ negatives: 49 }),
    evaluated({ near: { queries: 400, records: 900, positives: 900, negatives: 9000 } }),
    evaluated({}),
  ],
  'near-copies': [
    run({ known: { ...KNOWN, near_text: 300 } }),
    run({ known: { ...KNOWN, near_text: 299 } }),
    run({ known: { ...KNOWN, near_text: 50 } }),
    run({ known: { ...KNOWN, near_text: 49 } }),
  ],
  answers: [judged(0.101), judged(0.1)],
  range: [run({ flags: [flag] }), run({ flags: [] })],
  'near-positive': [near(0.011), near(0.01)],
  'other-positives': [
    [otherPositives(1000), other(499)],
    [otherPositives(999), other(0)],
    [otherPositives(1000), other(500)],
    otherPositives(1000),
  ],
  'unlike-k': [evidence({ unlikeK: [30] }), evidence({ unlikeK: [] })],
  shortcuts: [shortcut(true), shortcut(false), shortcut(null)],
  ids: [checked('ids', 5), checked('ids', 4), checked('ids', 0)],
  scores: [checked('scores', 5), checked('scores', 4), checked('scores', 0)],
  short: [evidence({ short: 100 }), evidence({ short: 99 }), evidence({ short: 0 })],
  same: [run({ twin: 'bm25' }), run({ inside: 'bm25' }), run({})],
  margin: [
    figures({ inversion_rate: 0 }, { margin: true }),
    figures({ inversion_rate: 0.001 }, { margin: true }),
    figures({ inversion_rate: 0 }),
  ],
  duplicates: [file({ duplicateNegativesRemoved: 1 }), file({})],
  blanks: [file({ blankNegativesRemoved: 1 }), file({})],
  batch: [met(0.1), met(0)],
};

const words = [{ word: 'however', negatives: 0.4, positives: 0.02 }];
const { shortcut: flagged } = shortcut(true);
const rows = [2, 7, 10].map((k) => ({
  k,
  copies: 0,
  records: 10,
  first: { place: 60 - k, query: `of ${k}` },
}));

/** Sources of one setting, of which the first is looked at. */
const CASES: Readonly<Record<string, readonly Evidence[]>> = {
  ...Object.fromEntries(
    Object.entries(TABLE).flatMap(([id, cases]) => cases.map((each, i) => [`${id} ${i + 1}`, [each].flat()])),
  ),
  'a shortcut with a word that tells': [evidence({ shortcut: flagged && { ...flagged, words } })],
  'records with fewer negatives, with the first of the shortest': [
    evidence({ loaded: { ...fileOf(), byK: rows }, k: 10, short: 20 }),
  ],
  'several: those that weigh more come first, by severity and share': [
    run(
      { ...random('stop').run, known: { ...KNOWN, near_text: 300 } },
      {
        loaded: fileOf({ negativesEqualPositive: 60, duplicateNegativesRemoved: 4000 }),
        unlikeK: [30],
        short: 900,
      },
    ),
  ],
};

const found = (sources: readonly Evidence[]) => foundIn(sources)[0]?.findings ?? [];

describe('a finding', () => {
  it('of each row is in this table', () => {
    expect(Object.keys(TABLE).sort()).toEqual(FINDINGS.map(({ id }) => id).sort());
  });

  it('is as severe and said as findings.txt has it', () =>
    expectWords('findings.txt', CASES, (sources) =>
      found(sources)
        .map(({ id, severity, words: short, sentence, cure, share, example }) =>
          [`\n  ${severity} ${id} (${share ?? '–'})`, short, sentence, cure, example].join(' | '),
        )
        .join(''),
    ));

  it('is told in short words, which stand in lists, and in short sentences that name the source', () => {
    for (const { id, words: short, sentence, cure, share } of Object.values(CASES).flatMap(found)) {
      expect(short).toMatch(/^[^.].*[^.]$/);
      if (id !== 'unlike-k') expect(short).not.toMatch(/[:;]|, \d/);
      expect(sentence).toContain('mined');
      expect(share ?? 0).toBeLessThanOrEqual(1);
      for (const said of told([...sentence.split(/(?<=\.) /), cure !== '' && cure])) {
        expect(said).toMatch(/^\S.*[.)]$/);
        expect(said.split(' ').length).toBeLessThanOrEqual(28);
      }
    }
  });

  it('takes the rank by `stop` and `small` alone, and a `stop` by statistics not where the user looked', () => {
    for (const [source, ...beside] of Object.values(CASES)) {
      const looked = [{ ...(source as Evidence), lookedAt: true }, ...beside];
      const aside = findingRows(foundIn(looked)).map(({ worst }) => Number(worst.set_aside));
      expect(aside).toEqual(aside.toSorted());
      for (const finding of found(looked)) {
        const isAside = finding.id === 'random' && finding.severity === 'stop';
        expect(finding.set_aside).toBe(isAside);
        expect(bars(finding)).toBe((finding.severity === 'stop' && !isAside) || finding.severity === 'small');
      }
    }
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
