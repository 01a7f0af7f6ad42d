import { it } from 'vitest';

import { buildReport } from '../../../src/report/build';
import { markdownOf } from '../../../src/report/data-table';
import { contentOf, type Memo, memoOf, type MemoAdditions } from '../../../src/report/memo';
import type { ReportFalseNegatives } from '../../../src/report/result';
import { expectWords } from '../../support/golden-words';
import { reportInput, sourceResult } from '../../support/results';
import { additions, decided } from './additions';

function memo(names: readonly string[], changes: Partial<MemoAdditions> = {}, judged?: ReportFalseNegatives) {
  const results = names.map((name, i) => sourceResult(i, name, { mean_eta: i === 0 ? 0.5 : 0.9 }));
  const report = buildReport(reportInput(results, names.slice(0, 1)));
  const all = { ...report, ...(judged && { false_negatives: judged }) };
  return memoOf(all, additions(changes));
}

const SHORTCUT = {
  auc: 0.708,
  low: 0.6,
  high: 0.8,
  units: 100,
  length_auc: 0.7,
  negative_words: 20,
  positive_words: 60,
  words: [],
  flagged: null,
};

/** Of fifteen sources with a finding each, the first with rejected records and a shortcut. */
function manyFindings(): Memo {
  const made = memo(Array.from({ length: 15 }, (_, i) => `s${i}`));
  const { sources, verdict } = made.report;
  const [first] = Object.values(sources);
  const finding = verdict.sources['s1']?.findings[0];
  if (!first || !finding) throw new Error('nothing was found');
  const found = Object.entries(verdict.sources).map(([name, own]) => [
    name,
    { ...own, findings: [{ ...finding, sentence: `${name} is odd.` }] },
  ]);
  const s0 = { ...first, file_counts: { ...first.file_counts, rejected: 3 } };
  return {
    ...made,
    report: {
      ...made.report,
      sources: { ...sources, s0 },
      verdict: { ...verdict, sources: Object.fromEntries(found) },
      shortcuts: { s0: SHORTCUT },
    },
  };
}

const rate = { rate: 0.47, low: 0.37, high: 0.57, pairs: 2320, judged: 50, answers: 20, cannot_tell: 1 };
const JUDGED: ReportFalseNegatives = {
  seed: 7,
  sample: 200,
  judged: 150,
  counted: 150,
  sources: { one: rate, two: { ...rate, rate: null, low: null, high: null } },
  findings: { near_positive: { ...rate, rate: 0.71, low: 0.53, high: 0.85 } },
  judges: [{ judge: 'me', judged: 150, answers: 70, 'does not answer': 79, 'cannot tell': 1 }],
  agreement: [],
  refused: [],
};

/** Built from changed files, made on a page that is not sealed. */
function changedProgram(): Memo {
  const made = memo(['one', 'two'], { sealed: { state: 'open', sent: 1, refused: 2 } });
  const negscope = { ...made.report.negscope, commit: 'abcdef0123', modified: true };
  return { ...made, report: { ...made.report, negscope } };
}

const two = decided({ removed: 2, emptied: 1, eci_without: 0.125 });

const MEMOS: Readonly<Record<string, Memo>> = {
  'one source, nothing judged or marked': memo(['alone']),
  'pairs were dropped': memo(['one', 'two'], { decided: { one: decided(), two } }),
  'pairs were judged': memo(['one', 'two'], {}, JUDGED),
  'a program built from changed files, a page that is not sealed': changedProgram(),
};
const MANY = { 'every finding, rejected records and a shortcut': manyFindings() };

it('says what was found, decided, judged and made, in the words of content.txt', () =>
  expectWords('content.txt', MEMOS, (each) => {
    const { headline, lead, sources, parts, files, made, findings, figures } = contentOf(each);
    return [
      headline,
      lead,
      markdownOf(sources),
      ...parts.map(({ title, lines }) => `${title}: ${lines.join(' ')}`),
      markdownOf(files),
      ...made,
      ...findings,
      markdownOf(figures),
    ].join('\n');
  }));

it('tells every finding, however many, and what else is known of a source: many.txt', () =>
  expectWords('many.txt', MANY, (each) => {
    const { findings, figures } = contentOf(each);
    const [names, line, first] = markdownOf(figures).split('\n');
    return [...findings, names, line, first].join('\n');
  }));
