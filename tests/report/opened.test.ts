import { describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import type { Report } from '../../src/report/types';
import { phraseText, verdictInWords } from '../../src/report/verdict-words';
import { openedReport } from '../../src/report/opened';
import { certainOrder, reportInput, runResult, sourceResult, type InputChanges } from '../support/results';

const RESULTS = [
  sourceResult(1, 'bm25', { eci: 0.14, queries: 97, records: 97 }),
  sourceResult(2, 'dense', { eci: 0.21, queries: 97, records: 97 }),
  sourceResult(3, 'random', { eci: 0.53, queries: 97, records: 97, mean_rho: 0.99, mean_psi: 0.94 }),
];

/** A report as the page reads it from JSON. */
function reportOf(references: readonly string[], changes: InputChanges = {}): Report {
  const certainty = {
    ...certainOrder(RESULTS.map(({ id, figures: { eci } }) => ({ id, eci }))),
    flags: [
      { source: 3, flag: 'rho' as const, status: 'certain' as const },
      { source: 3, flag: 'psi' as const, status: 'perhaps' as const },
    ],
  };
  const result = { ...runResult(RESULTS), certainty };
  return JSON.parse(
    JSON.stringify(buildReport(reportInput(RESULTS, references, { result, ...changes }))),
  ) as Report;
}

describe('an opened report', () => {
  const report = reportOf(['bm25', 'dense']);
  const { view, run, otherHeadline } = openedReport('report.json', report);

  it('has the verdict of the run, made anew from its figures', () => {
    expect(otherHeadline).toBeNull();
    expect(view.verdict && phraseText(verdictInWords(view.verdict).headline)).toBe(report.verdict.headline);
    expect(view.verdict && verdictInWords(view.verdict).detail).toEqual(report.verdict.detail);
    expect(view.byScore).toEqual(report.ranking);
    expect(view.rows.flatMap(({ name, reference }) => (reference ? [name] : []))).toEqual(
      report.audit.reference,
    );
    expect(view.verdict?.envelope).toEqual(report.audit.envelope);
    for (const { name, rank, verdict } of view.rows) {
      const own = report.verdict.sources[name];
      expect([rank === null ? null : String(rank.from), verdict?.standing]).toEqual([
        own?.rank,
        own?.standing,
      ]);
    }
  });

  it('has its intervals and figures', () => {
    expect(view.order?.interval).toBe('queries');
    for (const { name, figures, interval } of view.rows) {
      const { low, high } = report.certainty.scores[name] as { low: number; high: number };
      expect(interval).toEqual({ low, high });
      expect(figures?.eci).toBe(report.sources[name]?.eci);
    }
    expect(run.settings).toEqual(report.settings);
    expect(view.rows.map(({ histograms }) => histograms)).toEqual([null, null, null]);
  });

  it('whose figures were changed says so, and shows what follows from them', () => {
    const changed = structuredClone(report);
    Object.assign(changed.sources['bm25'] as object, { eci: 0.4 });
    Object.assign(changed.certainty, { pairs: [] });
    const opened = openedReport('report.json', changed);
    expect(opened.otherHeadline).toBe(report.verdict.headline);
    const words = opened.view.verdict && phraseText(verdictInWords(opened.view.verdict).headline);
    expect(words).not.toBe(report.verdict.headline);
  });

  it('with a range entered by hand, and one where nothing was audited', () => {
    const range = { mean_rho_max: 0.7, mean_eta_max: 0.7, mean_psi_max: 0.8, inversion_rate_min: 0.1 };
    for (const made of [reportOf([], { range }), reportOf(['bm25', 'dense', 'random'])]) {
      const opened = openedReport('report.json', made);
      expect(opened.otherHeadline).toBeNull();
      expect(opened.view.verdict?.audited).toBe(made.audit.audited);
    }
  });
});
