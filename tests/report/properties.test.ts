import { expect, it } from 'vitest';

import { adviceOf, contentOf, memoOf } from '../../src/report/memo';
import { buildReport } from '../../src/report/build';
import { bars, byWeight } from '../../src/report/findings';
import type { Report } from '../../src/report/result';
import { SAVED, type SessionReport } from '../../src/experiments/result';
import { rankingOf } from '../../src/report/ranking';
import { reportOfJson, writtenByNegscope } from '../../src/report/read';
import { tableCsv, tableLatex, tableMarkdown } from '../../src/report/table';
import { headlineOf, phraseText } from '../../src/report/verdict-words';
import { envelope } from '../../src/scoring/audit';
import { IS_DEEP } from '../support/deep';
import {
  certainOrder,
  loadedSource,
  pairAudit,
  reportedSource,
  reportInput,
  runResult,
  sourceResult,
} from '../support/results';
import { expectAgreement } from './agreement';
import { additions } from './memo/additions';

const OPTIONS = {
  references: [[], ['bm25'], ['bm25', 'dense'], ['bm25', 'dense', 'noisy']],
  /** Of noisy drawn at random. */
  random: [0, 0.04, 0.1, 0.3, 1],
  /** Copies of the positive in dense, of 2,910 pairs. */
  copies: [0, 3, 60],
  /** Near copies by words in bm25. */
  nearText: [0, 20, 200],
  lookedAt: [false, true],
  corner: [true, true, false],
  ordered: [true, false],
  units: [97, 97, 20],
  byHand: [false, false, true],
  twin: [false, true],
} as const;

type Scenario = { readonly [K in keyof typeof OPTIONS]: (typeof OPTIONS)[K][number] };

/** The scenario of a number: a digit for each option. */
function scenario(number: number): Scenario {
  let rest = number;
  const picked = Object.entries(OPTIONS).map(([key, values]) => {
    const value = values[rest % values.length];
    rest = Math.floor(rest / values.length);
    return [key, value] as const;
  });
  return Object.fromEntries(picked) as unknown as Scenario;
}

const ALL = Object.values(OPTIONS).reduce((product, { length }) => product * length, 1);

/** Far apart, so that every value of every option meets every other one. */
const SCENARIOS = Array.from({ length: IS_DEEP ? 300 : 100 }, (_, i) => scenario((i * 331) % ALL));

const RESULTS = [
  sourceResult(1, 'bm25', { eci: 0.14, negatives: 2910, queries: 97, records: 97 }),
  sourceResult(2, 'dense', { eci: 0.21, negatives: 2910, queries: 97, records: 97, mean_eta: 0.55 }),
  sourceResult(3, 'noisy', { eci: 0.53, negatives: 2910, queries: 97, records: 97, mean_rho: 0.9 }),
  sourceResult(4, 'new', { eci: 0.3, negatives: 2910, queries: 97, records: 97, mean_psi: 0.75 }),
];

const BY_HAND = { mean_rho_max: 0.7, mean_eta_max: 0.7, mean_psi_max: 0.8, inversion_rate_min: 0.1 };

function inputOf(given: Scenario) {
  const made = runResult(RESULTS);
  const order = certainOrder(RESULTS.map(({ id, figures: { eci } }) => ({ id, eci })));
  const pairs = order.pairs.map((pair) =>
    given.ordered ? pair : { ...pair, low: -0.1, status: 'not separated' as const },
  );
  const [, , , last] = Object.values(order.scores);
  const scores = { ...order.scores, 4: { ...last, effective_units: given.units } } as typeof order.scores;
  const audit = pairAudit(RESULTS, { random: { noisy: given.random } });
  const result = {
    ...made,
    certainty: { ...order, pairs, scores },
    pair_audit: given.corner ? audit : { ...audit, corner: null, random_share: null },
    findings: Object.fromEntries(
      Object.entries(made.findings).map(([id, counts]) => [
        id,
        { ...counts, near_text: id === '1' ? given.nearText : 0 },
      ]),
    ),
  };
  const sources = RESULTS.map((each) =>
    reportedSource(each, {
      reference: given.references.some((name) => name === each.name),
      lookedAt: given.lookedAt && each.name === 'noisy',
      sameAs: given.twin && each.name === 'new' ? 'dense' : null,
      loaded: loadedSource(each.id, `${each.name}.jsonl`, {
        records: 97,
        pairs: 2910,
        negativesEqualPositive: each.name === 'dense' ? given.copies : 0,
      }),
    }),
  );
  return reportInput(RESULTS, [], { run: result, sources, range: given.byHand ? BY_HAND : null });
}

const MADE = SCENARIOS.map((given) => {
  const report = buildReport(inputOf(given));
  const judged = Object.entries(report.verdict.sources).map(([name, own]) => ({ ...own, name }));
  return { given, judged, report };
});

/** @param said runs for every scenario; what it expects is told with it */
function always(said: (made: (typeof MADE)[number]) => void): void {
  for (const made of MADE) {
    try {
      said(made);
    } catch (error) {
      if (error instanceof Error) error.message = `${JSON.stringify(made.given)}\n${error.message}`;
      throw error;
    }
  }
}

/** Names in the headline before what was found. */
function leaders(report: Report): { readonly words: string; readonly names: readonly string[] } {
  const headline = headlineOf(report);
  const end = headline.indexOf('; ');
  const lead = end === -1 ? headline : headline.slice(0, end);
  return {
    words: phraseText(lead),
    names: lead.flatMap((part) => (typeof part === 'string' ? [] : [part.source])),
  };
}

/** A rate of answers of every source that ends below the limit. */
function judgedLow({ sources }: Report): NonNullable<Report['false_negatives']> {
  const rate = { rate: 0.02, low: 0.01, high: 0.05, pairs: 500, judged: 100, answers: 2, cannot_tell: 0 };
  return {
    seed: 7,
    sample: 400,
    judged: 400,
    counted: 400,
    sources: Object.fromEntries(Object.keys(sources).map((name) => [name, rate])),
    findings: {},
    judges: [],
    agreement: [],
    refused: [],
  };
}

it('a source has a rank unless a finding bars it, nobody looked for random passages, or it has no rival', () => {
  always(({ judged, report }) => {
    const mayRank = judged.filter(
      ({ name, findings, random_looked_for: looked }) =>
        !findings.some(bars) && (looked || report.sources[name]?.reading.looked_at === true),
    );
    const apart = new Set(mayRank.map(({ name, same_pairs_as: twin }) => twin ?? name));
    for (const each of judged) {
      expect(each.rank !== null).toBe(mayRank.includes(each) && apart.size > 1);
      expect(each.rank === null).toBe(each.unranked !== null);
    }
  });
});

it('sources with the same pairs share a rank, or one is barred', () => {
  always(({ given, judged }) => {
    const [, dense, , fresh] = judged;
    if (given.twin && dense?.rank && fresh?.rank) expect(fresh.rank).toEqual(dense.rank);
  });
});

it('no source is called ranked that has no rank', () => {
  always(({ judged, report }) => {
    const { words, names } = leaders(report);
    const first = judged.filter(({ rank }) => rank?.from === 1).map(({ name }) => name);
    if (/ranks? first|lead|too close/.test(words)) {
      expect(first.length).toBeGreaterThan(0);
      for (const name of names) expect(first).toContain(name);
    } else {
      expect(words).toMatch(/^No source (is|can be) ranked|has no rival/);
      expect(first).toEqual([]);
    }
    for (const { rank, reading } of judged) if (rank === null) expect(reading).not.toBe('');
  });
});

it('the headline tells the worst finding of the largest share first', () => {
  always(({ judged, report }) => {
    const [worst] = judged
      .flatMap(({ name, findings }) => findings.map((finding) => ({ name, finding })))
      .filter(({ finding }) => finding.severity !== 'note')
      .sort((a, b) => byWeight(a.finding, b.finding));
    const [, clause] = report.verdict.headline.split('; ');
    if (worst === undefined) expect(clause).toBeUndefined();
    else expect(clause).toContain(worst.name);
  });
});

it('what was set aside stands in the reading', () => {
  always(({ judged }) => {
    for (const { reading, set_aside: aside } of judged) expect(reading.includes('set aside')).toBe(aside);
  });
});

it('a reference with a `stop` or too few queries makes no range', () => {
  always(({ judged, report: { audit, sources } }) => {
    const left = judged.flatMap(({ name, findings }) =>
      audit.reference.includes(name) &&
      !findings.some(({ severity }) => severity === 'stop' || severity === 'small')
        ? [name]
        : [],
    );
    expect(audit.reference_left).toEqual(left);
    expect(audit.range).toEqual(
      audit.entered ? BY_HAND : envelope(left.flatMap((name) => sources[name] ?? [])),
    );
  });
});

it('every sentence is whole', () => {
  always(({ report: { verdict } }) => {
    for (const line of [verdict.headline, ...verdict.detail]) {
      expect(line).toMatch(/^\S.*\.$/);
      expect(line).not.toMatch(/undefined|null|NaN|Infinity|\s\s|\.\.|;\s*\./);
    }
  });
});

it('goes into a file, onto the page and into a file again byte for byte, and every export stays', () => {
  always(({ report }) => {
    const text = `${JSON.stringify(report, null, 1)}\n`;
    const json = writtenByNegscope('report.json', text) ?? {};
    const opened = reportOfJson<SessionReport>('report.json', json, SAVED);
    expect(`${JSON.stringify(opened, null, 1)}\n`).toBe(text);
    for (const write of [tableCsv, tableMarkdown, tableLatex]) expect(write(opened)).toBe(write(report));
    expect(contentOf(memoOf(opened, additions()))).toEqual(contentOf(memoOf(report, additions())));
    expect(rankingOf(opened)).toEqual(rankingOf(report));
    expect(phraseText(headlineOf(opened))).toBe(report.verdict.headline);
  });
});

it('page, terminal, table and memo give each source its rank and reading', () => {
  always(({ report }) => expectAgreement(report));
});

it('the memo says train only of sources without `stop` and `train` in which random passages were looked for, and no source without is forbidden', () => {
  always(({ judged, report }) => {
    const rated = { ...report, false_negatives: judgedLow(report) };
    const { headline, next } = adviceOf(memoOf(rated, additions()));
    const standing = judged.filter(({ findings }) =>
      findings.some(
        ({ severity, set_aside: aside }) => (severity === 'stop' && !aside) || severity === 'train',
      ),
    );
    const usable = judged.filter((each) => !standing.includes(each));
    const wasLookedAt = ({ name, random_looked_for: looked }: (typeof judged)[number]) =>
      looked || report.sources[name]?.reading.looked_at === true;
    expect(headline.startsWith('Train on')).toBe(usable.length > 0 && usable.every(wasLookedAt));
    for (const { name } of standing) {
      if (usable.length > 0) expect(headline).not.toContain(name);
      expect(next.join(' ')).toMatch(new RegExp(`Leave out [^.]*${name}`));
    }
    for (const { name } of usable)
      expect(next.join(' ')).not.toMatch(new RegExp(`Leave out [^.]*\\b${name}\\b`));
  });
});
