/** From the report of a run, with what the Audit page adds, to the audit report. */

import type { Report } from '../types';
import { cautions } from '../verdict-words';
import type { AuditAdditions, AuditedSource, AuditReport } from './types';

/** The audit report as data, which is also its JSON. */
export function buildAuditReport(report: Report, additions: AuditAdditions): AuditReport {
  const { audit, certainty } = report;
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
      decided: additions.decided[name] ?? null,
      findings: report.findings[name] ?? null,
      by_pairs: audit.pairs[name] ?? null,
      histograms: additions.histograms[name] ?? null,
    },
  ]);
  return {
    schema_version: 1,
    kind: 'negscope-audit',
    place: additions.place,
    negscope: report.negscope,
    created: report.created,
    out_of_date: report.out_of_date,
    settings: report.settings,
    encoder: report.encoder,
    idf_corpus: report.idf_corpus,
    headline: report.verdict.headline,
    cautions: cautions({
      encoder: report.encoder,
      audited: audit.audited,
      outOfDate: report.out_of_date,
    }),
    sealed: additions.sealed,
    queries: certainty.queries_used,
    ranking: report.ranking,
    false_negatives: report.false_negatives ?? null,
    answers_at_most: additions.answersAtMost,
    shortcuts: report.shortcuts ?? null,
    rules: additions.rules,
    cleaned: additions.cleaned,
    retention: [...(report.retention ?? []), ...additions.retention],
    preflight: report.preflight ?? [],
    files: report.files,
    audited: audit.audited,
    reference: audit.reference,
    envelope: audit.envelope,
    // fromEntries keeps a source named `__proto__`; an assignment would lose it.
    sources: Object.fromEntries(sources),
    findings_left_out: report.findings_left_out,
    texts_included: additions.texts,
    pairs_in_all: additions.pairsInAll,
    pairs: additions.pairs,
  };
}
