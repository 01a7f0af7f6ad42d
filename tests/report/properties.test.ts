/** What holds of every result, whatever was found in it: verdict, words, report, opened report and memo say the same. */

import { describe, expect, it } from 'vitest';

import { adviceOf } from '../../src/report/memo/advice';
import { memoOf } from '../../src/report/memo/types';
import { buildReport } from '../../src/report/build';
import { bars, byWeight } from '../../src/report/findings';
import { openedReport } from '../../src/report/opened';
import type { Report } from '../../src/report/result';
import { rankInWords, type Verdict } from '../../src/report/verdict';
import { phraseText, readingInWords, verdictInWords } from '../../src/report/verdict-words';
import { envelope } from '../../src/scoring/audit';
import {
  certainOrder,
  loadedSource,
  pairAudit,
  reportedSource,
  reportInput,
  runResult,
  sourceResult,
} from '../support/results';
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
const SCENARIOS = Array.from({ length: 300 }, (_, i) => scenario((i * 7919) % ALL));

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
  const scores = order.scores.map((score) =>
    score.source === 4 ? { ...score, effective_units: given.units } : score,
  );
  const audit = pairAudit(RESULTS, { random: { noisy: given.random } });
  const result = {
    ...made,
    certainty: { ...order, pairs, scores },
    pair_audit: given.corner ? audit : { ...audit, corner: null, random_share: null },
    findings: {
      ...made.findings,
      sources: made.findings.sources.map(({ source, counts }) => ({
        source,
        counts: { ...counts, near_text: source === 1 ? given.nearText : 0 },
      })),
    },
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
  return reportInput(RESULTS, [], { result, sources, range: given.byHand ? BY_HAND : null });
}

const MADE = SCENARIOS.map((given) => {
  const input = inputOf(given);
  const report = JSON.parse(JSON.stringify(buildReport(input))) as Report;
  return { given, verdict: input.view.verdict as Verdict, found: input.found, report };
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
function leaders(verdict: Verdict): { readonly words: string; readonly names: readonly string[] } {
  const { headline } = verdictInWords(verdict);
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
    method: '',
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

describe('in every result', () => {
  it('a source has a rank unless a finding bars it, nobody looked for random passages, or it has no rival', () => {
    always(({ verdict, found }) => {
      const mayRank = verdict.sources.filter(
        ({ source, findings }) =>
          !findings.some(bars) && (!found.randomUnseen.has(source.id) || source.lookedAt),
      );
      const apart = new Set(mayRank.map(({ source }) => found.twins.get(source.id)));
      for (const each of verdict.sources) {
        expect(each.rank !== null).toBe(mayRank.includes(each) && apart.size > 1);
        expect(each.rank === null).toBe(each.unranked !== null);
      }
    });
  });

  it('sources with the same pairs share a rank, or one is barred', () => {
    always(({ given, verdict }) => {
      const [, dense, , fresh] = verdict.sources;
      if (given.twin && dense?.rank && fresh?.rank) expect(fresh.rank).toEqual(dense.rank);
    });
  });

  it('no source is called ranked that has no rank', () => {
    always(({ verdict }) => {
      const { words, names } = leaders(verdict);
      const first = verdict.sources.filter(({ rank }) => rank?.from === 1).map(({ source }) => source.name);
      if (/ranks? first|lead|too close/.test(words)) {
        expect(first.length).toBeGreaterThan(0);
        for (const name of names) expect(first).toContain(name);
      } else {
        expect(words).toMatch(/^(No source|Nothing) (is|can be) ranked/);
        expect(first).toEqual([]);
      }
      for (const each of verdict.sources) {
        if (each.rank === null) expect(readingInWords(each)).not.toBe('');
      }
    });
  });

  it('the headline tells the worst finding of the largest share first', () => {
    always(({ verdict }) => {
      const told = verdict.sources
        .flatMap(({ source, findings }) => findings.map((finding) => ({ source, finding })))
        .filter(({ finding }) => finding.severity !== 'note')
        .sort((a, b) => byWeight(a.finding, b.finding));
      const [, clause] = phraseText(verdictInWords(verdict).headline).split('; ');
      const [worst] = told;
      if (worst === undefined) expect(clause).toBeUndefined();
      else expect(clause).toContain(worst.source.name);
    });
  });

  it('what was set aside stands in reading and detail', () => {
    always(({ verdict }) => {
      const { detail } = verdictInWords(verdict);
      for (const each of verdict.sources) {
        expect(readingInWords(each).includes('set aside')).toBe(each.setAside);
        expect(detail.some((line) => line.includes(`You looked at the pairs of ${each.source.name}`))).toBe(
          each.setAside,
        );
      }
    });
  });

  it('a reference with a `stop` or too few queries makes no range', () => {
    always(({ verdict, report }) => {
      const left = verdict.sources.filter(
        ({ source, findings }) =>
          source.reference && !findings.some(({ severity }) => severity === 'stop' || severity === 'small'),
      );
      expect(report.audit.reference_left).toEqual(left.map(({ source }) => source.name));
      expect(report.audit.range).toEqual(
        report.audit.entered ? BY_HAND : envelope(left.map(({ source }) => source.figures)),
      );
    });
  });

  it('every sentence is whole', () => {
    always(({ verdict }) => {
      const { headline, detail } = verdictInWords(verdict);
      for (const line of [phraseText(headline), ...detail]) {
        expect(line).toMatch(/^\S.*\.$/);
        expect(line).not.toMatch(/undefined|null|NaN|Infinity|\s\s|\.\.|;\s*\./);
      }
    });
  });

  it('the report opened again has the same headline, detail, ranks and readings', () => {
    always(({ verdict, report }) => {
      const { view, otherHeadline } = openedReport('report.json', report);
      expect(otherHeadline).toBeNull();
      const again = view.verdict as Verdict;
      expect(verdictInWords(again)).toEqual(verdictInWords(verdict));
      expect(view.byScore).toEqual(report.ranking);
      verdict.sources.forEach((own, i) => {
        const opened = again.sources[i] as (typeof again.sources)[number];
        const { name } = own.source;
        expect(rankInWords(opened.rank)).toBe(report.verdict.sources[name]?.rank ?? '–');
        expect(opened.unranked).toBe(own.unranked);
        expect(readingInWords(opened)).toBe(report.verdict.sources[name]?.reading);
      });
    });
  });

  it('the memo says train only of sources without `stop` and `train`, and no source without is forbidden', () => {
    always(({ verdict, report }) => {
      const judged = { ...report, false_negatives: judgedLow(report) };
      const { headline, next } = adviceOf(memoOf(judged, additions()));
      const standing = verdict.sources.filter(({ findings }) =>
        findings.some(
          ({ severity, set_aside: aside }) => (severity === 'stop' && !aside) || severity === 'train',
        ),
      );
      const usable = verdict.sources.filter((each) => !standing.includes(each));
      expect(headline.startsWith('Train on')).toBe(usable.length > 0);
      for (const { source } of standing) {
        if (usable.length > 0) expect(headline).not.toContain(source.name);
        expect(next.join(' ')).toMatch(new RegExp(`Leave out [^.]*${source.name}`));
      }
    });
  });
});
