import { it } from 'vitest';

import { buildReport } from '../../../src/report/build';
import { adviceOf, memoOf, type Memo } from '../../../src/report/memo';
import type { ReportFalseNegatives } from '../../../src/report/result';
import { expectWords } from '../../support/golden-words';
import { pairAudit, reportInput, runResult, sourceResult } from '../../support/results';
import { additions, decided } from './additions';

interface Case {
  /** Share of answers of each source with its interval, once it is cleaned; null: not known. */
  readonly left: readonly (readonly [rate: number, low: number, high: number] | null)[];
  readonly removed?: number;
  /** The second source is random passages. */
  readonly barred?: boolean;
  readonly judged?: number;
}

const NAMES = ['one', 'two'];
/** Shares of answers with intervals that end below the limit of 10 %. */
const LOW = [0.02, 0.01, 0.05] as const;
const LESS_LOW = [0.03, 0.01, 0.08] as const;

function memo({ left, removed = 5, barred = false, judged = 200 }: Case): Memo {
  const results = NAMES.map((name, i) => sourceResult(i, name));
  const pair_audit = pairAudit(results, barred ? { random: { two: 1 } } : {});
  const report = buildReport(reportInput(results, ['one'], { run: { ...runResult(results), pair_audit } }));
  const own = NAMES.map((name, i) => {
    const [rate, low = null, high = null] = left[i] ?? [];
    const answers_left = rate === undefined ? null : { rate, low, high };
    return [name, decided({ removed, answers_left })];
  });
  return withJudged(memoOf(report, additions({ decided: Object.fromEntries(own) })), judged);
}

function withJudged(memo: Memo, judged: number, sources: ReportFalseNegatives['sources'] = {}): Memo {
  const sample = { seed: 7, sample: 200, judged, counted: judged };
  const said = { sources, findings: {}, judges: [], agreement: [], refused: [] };
  return { ...memo, report: { ...memo.report, false_negatives: { ...sample, ...said } } };
}

/** Of the first source, all of whose judged negatives answer. */
function ofJudgements(judged: number): Memo {
  const rate = { rate: 1, low: 0.11, high: 1, pairs: 652, judged, answers: 2, cannot_tell: 0 };
  return withJudged(memo({ left: [[1, 0.11, 1], null] }), 200, { one: rate });
}

/** By what is so. */
const MEMOS: Readonly<Record<string, Memo>> = {
  'every interval ends below the limit': memo({ left: [LOW, LESS_LOW] }),
  'nothing was removed': memo({ left: [LOW, LESS_LOW], removed: 0 }),
  'a source surely holds more': memo({ left: [[0.41, 0.3, 0.55], LESS_LOW] }),
  'an interval only reaches over the limit': memo({ left: [[0.05, 0.01, 0.12], LESS_LOW] }),
  'without judgements': memo({ left: [null, null], judged: 0 }),
  'a source with too few': memo({ left: [LOW, null] }),
  'a barred source, whatever was judged of it': memo({ left: [LOW, [0.5, 0.4, 0.6]], barred: true }),
  'a rate of 2 judgements': ofJudgements(2),
  'a rate of 30 judgements': ofJudgements(30),
};

it('trains only where all that was judged, dropped and found allows it: advice.txt', () =>
  expectWords('advice.txt', MEMOS, (each) => {
    const { headline, next, inTheWay } = adviceOf(each);
    return [headline, ...next, ...inTheWay].join(' | ');
  }));
