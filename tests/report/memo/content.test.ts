/** What a reader of the memo sees: figures, decisions and judgements of the run, and nothing that nobody looked at. */

import { describe, expect, it } from 'vitest';

import { contentOf, type MemoContent, memoOf, type MemoAdditions } from '../../../src/report/memo';
import { buildReport } from '../../../src/report/build';
import type { ReportFalseNegatives } from '../../../src/report/result';
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

/** A row by its first cell. */
function rowOf({ rows }: MemoContent['sources'], first: string): string {
  return (rows.find(([cell]) => cell === first) ?? []).join(' | ');
}

function linesOf(content: MemoContent, title: string): string {
  return (content.parts.find((part) => part.title === title)?.lines ?? []).join(' ');
}

describe('the memo', () => {
  it('lists what was found with value and edge, and the figures of each source', () => {
    const { findings, figures } = contentOf(memo(['one', 'two']));
    expect(findings.join()).toContain('η 0.90 > 0.50');
    expect(findings.join()).toContain('Not looked for: ');
    const [place, mean] = [figures.columns.indexOf('source'), figures.columns.indexOf('mean η')];
    expect(figures.rows.map((row) => [row[place], row[mean]])).toEqual([
      ['one', '0.500'],
      ['two', '0.900'],
    ]);
  });

  it('has every finding, how many records were rejected, and the AUC of a shortcut', () => {
    const made = memo(Array.from({ length: 15 }, (_, i) => `s${i}`));
    const [first] = Object.values(made.report.sources);
    const finding = made.report.verdict.sources['s1']?.findings[0];
    if (!first || !finding) throw new Error('nothing was found');
    const sources = Object.fromEntries(
      Object.entries(made.report.verdict.sources).map(([name, verdict]) => [
        name,
        { ...verdict, findings: [{ ...finding, sentence: `${name} is odd.` }] },
      ]),
    );
    const { findings, figures } = contentOf({
      ...made,
      report: {
        ...made.report,
        sources: {
          ...made.report.sources,
          s0: { ...first, file_counts: { ...first.file_counts, rejected: 3 } },
        },
        verdict: { ...made.report.verdict, sources },
        shortcuts: { s0: SHORTCUT },
      },
    });
    for (const name of Object.keys(sources)) expect(findings.join(' ')).toContain(`${name} is odd.`);
    const cells = figures.rows.find((row) => row[figures.columns.indexOf('source')] === 's0');
    expect(cells?.slice(-2)).toEqual([3, '0.71']);
  });

  it('says what was decided and what it changed', () => {
    const two = decided({ removed: 2, emptied: 1, eci_without: 0.125 });
    const content = contentOf(memo(['one', 'two'], { decided: { one: decided(), two } }));
    expect(linesOf(content, 'Decided')).toMatch(/2 pairs leave 1 source.*1 record/);
    expect(rowOf(content.sources, 'two')).toContain('2 of 4 (score +0.0250)');
    // Nothing was judged: nobody knows whether they may be trained on.
    expect(content.headline).toContain('Not decided yet');
  });

  it('claims nothing where nothing was judged or marked', () => {
    const content = contentOf(memo(['alone']));
    expect(rowOf(content.sources, 'alone')).toContain('not known | not known | 0 of 4');
    expect(linesOf(content, 'Judged')).toContain('No pair was judged');
    expect(linesOf(content, 'Decided')).toBe('No pair leaves the files.');
  });

  it('says judges, rates with their intervals, and how often a finding was right', () => {
    const rate = { rate: 0.47, low: 0.37, high: 0.57, pairs: 2320, judged: 50, answers: 20, cannot_tell: 1 };
    const content = contentOf(
      memo(
        ['one', 'two'],
        {},
        {
          seed: 7,
          sample: 200,
          judged: 150,
          counted: 150,
          sources: { one: rate, two: { ...rate, rate: null, low: null, high: null } },
          findings: { near_positive: { ...rate, rate: 0.71, low: 0.53, high: 0.85 } },
          judges: [{ judge: 'me', judged: 150, answers: 70, 'does not answer': 79, 'cannot tell': 1 }],
          agreement: [],
          refused: [],
        },
      ),
    );
    expect(rowOf(content.sources, 'one')).toContain('47\u00a0% (37\u00a0% to 57\u00a0%)');
    expect(rowOf(content.sources, 'two')).toContain('not known');
    expect(content.headline).toMatch(/^Do not train .*47\u00a0% of the negatives of one/);
    expect(linesOf(content, 'Judged')).toMatch(/me: 70 answer, 79 do not, 1 .*71\u00a0%/);
    expect(linesOf(content, 'Next')).toContain('50 pairs');
  });

  it('has hashes, version, seed, and whether the page was sealed', () => {
    const content = contentOf(memo(['one', 'two'], { sealed: { state: 'open', sent: 1, refused: 2 } }));
    expect(content.files.rows.map(([file]) => file)).toEqual([
      'one.jsonl',
      'two.jsonl',
      'embeddings in the files',
    ]);
    const made = content.made.join(' ');
    expect(made).toMatch(/^No score sees a false negative\. References are trusted, not tested\./);
    expect(made).toMatch(
      /Negscope .*Seed 42.*commit not known, made at .*not sealed: 1 request elsewhere, 2 refused/,
    );
  });

  it('says that the program was built from changed files', () => {
    const made = memo(['one', 'two']);
    const negscope = { ...made.report.negscope, commit: 'abcdef0123', modified: true };
    const content = contentOf({ ...made, report: { ...made.report, negscope } });
    expect(content.made.join(' ')).toContain('commit abcdef0, modified, made at');
  });
});
