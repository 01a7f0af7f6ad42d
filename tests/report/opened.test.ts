/** An opened report; that it says what was said is in properties.test.ts. */

import { describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import { openedReport } from '../../src/report/opened';
import type { Report } from '../../src/report/result';
import { phraseText, verdictInWords } from '../../src/report/verdict-words';
import { certainOrder, reportInput, runResult, sourceResult } from '../support/results';

const RESULTS = [
  sourceResult(1, 'bm25', { eci: 0.14, queries: 97, records: 97 }),
  sourceResult(2, 'dense', { eci: 0.21, queries: 97, records: 97 }),
];

function reported(): Report {
  const certainty = certainOrder(RESULTS.map(({ id, figures: { eci } }) => ({ id, eci })));
  const input = reportInput(RESULTS, ['bm25'], { result: { ...runResult(RESULTS), certainty } });
  return JSON.parse(JSON.stringify(buildReport(input))) as Report;
}

describe('an opened report', () => {
  it('has the figures and intervals of the run; without an end there is no interval', () => {
    const report = reported();
    Object.assign(report.certainty.scores['bm25'] as object, { low: null, high: null });
    const { view, run } = openedReport('report.json', report);
    expect(view.rows.map(({ name, eci, interval }) => [name, eci, interval])).toEqual([
      ['bm25', 0.14, null],
      ['dense', 0.21, { low: 0.21 - 0.01, high: 0.21 + 0.01 }],
    ]);
    expect(run.settings).toEqual(report.settings);
  });

  it('whose order was changed says so, and shows what follows', () => {
    const report = reported();
    Object.assign(report.certainty, { pairs: [] });
    const { view, otherHeadline } = openedReport('report.json', report);
    expect(otherHeadline).toBe(report.verdict.headline);
    expect(view.verdict && phraseText(verdictInWords(view.verdict).headline)).not.toBe(otherHeadline);
  });
});
