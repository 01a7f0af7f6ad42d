/** From the report of a run, with what the Audit page adds, to the audit report. */

import type { Report } from '../result';
import { cautions, titlesNotLookedFor } from '../verdict-words';
import type { AuditAdditions, AuditedSource, AuditReport } from './types';

/** The audit report as data, which is also its JSON. */
export function buildAuditReport(
  report: Report,
  { decided, histograms, retention, ...additions }: AuditAdditions,
): AuditReport {
  const { audit, certainty } = report;
  const { negscope, created, out_of_date, settings, encoder, idf_corpus, ranking, files, findings_left_out } =
    report;
  const sources = Object.entries(report.sources).map(([name, source]): [string, AuditedSource] => [
    name,
    {
      ...source,
      reference: audit.reference.includes(name),
      flags: audit.flags[name] ?? [],
      rank: report.verdict.sources[name]?.rank ?? null,
      reading: report.verdict.sources[name]?.reading ?? '',
      low: certainty.scores[name]?.low ?? null,
      high: certainty.scores[name]?.high ?? null,
      decided: decided[name] ?? null,
      findings: report.findings[name] ?? null,
      found: report.verdict.sources[name]?.findings ?? [],
      histograms: histograms[name] ?? null,
    },
  ]);
  return {
    schema_version: 1,
    kind: 'negscope-audit',
    ...additions,
    negscope,
    created,
    out_of_date,
    settings,
    encoder,
    idf_corpus,
    headline: report.verdict.headline,
    cautions: cautions({ encoder, outOfDate: out_of_date }),
    queries: certainty.queries_used,
    ranking,
    false_negatives: report.false_negatives ?? null,
    shortcuts: report.shortcuts ?? null,
    retention: [...(report.retention ?? []), ...retention],
    not_looked_for: titlesNotLookedFor(report.verdict.not_looked_for),
    files,
    reference: audit.reference_left,
    entered: audit.entered === true,
    envelope: audit.range,
    // fromEntries keeps a source named `__proto__`; an assignment would lose it.
    sources: Object.fromEntries(sources),
    findings_left_out,
  };
}
