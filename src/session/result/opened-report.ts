/** A report that was opened: what the page shows of a ranking, made from the report alone. */

import type { SourceOverlaps } from '../../candidates/overlaps';
import type { EncoderIdentity } from '../../encoder/types';
import type { Certainty, RunResult, SourceFigures } from '../../engine/results';
import type { Report } from '../../report/types';
import { phraseText, verdictInWords } from '../../report/verdict-words';
import { orderOfResult, type OrderView } from './order-view';
import { rankingView, type RankingView, type ScoredSource } from './ranking-view';

/** What a result says of the run behind it: of one of this page, or of a report. */
export type StatedRun = Pick<
  RunResult,
  'settings' | 'certainty' | 'device' | 'idf_corpus' | 'overlap' | 'random_baseline' | 'cost'
> & {
  readonly encoder: Omit<EncoderIdentity, 'settings'> | null;
  readonly sources: readonly { readonly figures: SourceFigures }[];
};

export interface OpenedReport {
  /** Name of its file. */
  readonly file: string;
  readonly report: Report;
  readonly view: RankingView;
  readonly order: OrderView;
  readonly run: StatedRun;
  /** The headline that stands in the report, where it is not the one that follows from its figures; else null. */
  readonly otherHeadline: string | null;
}

/** Verdict, ranks and flags are made anew from the figures. A source's place in the report is its id, key and colour. */
export function openedReport(file: string, report: Report): OpenedReport {
  const { audit, settings, device, cost, idf_corpus, yardstick: random_baseline } = report;
  const names = Object.keys(report.sources);
  const idOf = (name: string) => names.indexOf(name);
  const certainty = certaintyById(report, idOf);
  const encoder = 'bundled' in report.encoder ? report.encoder : null;
  const overlap = overlapById(report, idOf);
  const sources = names.map((name, id) => scored(report, name, id));
  const run: StatedRun = {
    settings,
    certainty,
    device,
    idf_corpus,
    overlap,
    random_baseline,
    cost,
    encoder,
    sources: sources.flatMap(({ figures }) => (figures ? [{ figures }] : [])),
  };
  const judged = {
    ...run,
    own_mining: Object.entries(report.own_mining).map(([name, found]) => ({ source: idOf(name), found })),
    stop: report.stop,
    file_findings:
      report.file_findings &&
      Object.entries(report.file_findings).map(([name, found]) => ({ source: idOf(name), ...found })),
    judgedPairs: new Map(Object.entries(audit.pairs).map(([name, pairs]) => [idOf(name), pairs])),
  };
  const view = rankingView(sources, judged, audit.entered === true ? audit.envelope : null);
  const headline = view.verdict && phraseText(verdictInWords(view.verdict).headline);
  return {
    file,
    report,
    view,
    order: orderOfResult(
      certainty,
      sources.map(({ id, key }) => ({ id, key })),
    ),
    run,
    otherHeadline: report.verdict.headline === headline ? null : report.verdict.headline,
  };
}

function scored(report: Report, name: string, id: number): ScoredSource {
  const { sources, audit, files, merged, preflight } = report;
  const source = sources[name] as Report['sources'][string];
  const { reading, file_counts: counts } = source;
  const file = files.find((each) => each.status === 'loaded' && each.source === name);
  const histograms = merged?.histograms ?? {};
  return {
    key: id,
    id,
    name,
    setting: source.setting,
    reference: audit.reference.includes(name),
    colour: id,
    medianK: source.median_k,
    kOfMost: source.k_of_most,
    warnings: reading.as_meant ? [] : reading.signs,
    negativesEqualPositive: counts.negatives_equal_positive,
    knownPositives: preflight?.find(({ id: check }) => check === 'positives')?.sources[name]?.count ?? null,
    negatives: counts.pairs,
    duplicateNegatives: counts.duplicate_negatives_removed,
    sameAs: file?.status === 'loaded' ? file.same_as : null,
    margin: reading.mined_with_margin ?? false,
    records: source.records,
    eci: source.eci,
    runningTrace: null,
    figures: source,
    gates: source,
    flagsSoFar: [],
    histograms: Object.hasOwn(histograms, name) ? (histograms[name] ?? null) : null,
  };
}

/** JSON has no infinity: an end that is null is one. */
function ends({ low, high }: { readonly low: number | null; readonly high: number | null }) {
  return { low: low ?? -Infinity, high: high ?? Infinity };
}

function certaintyById({ certainty }: Report, idOf: (name: string) => number): Certainty {
  return {
    ...certainty,
    scores: Object.entries(certainty.scores).map(([name, score]) => ({
      ...score,
      ...ends(score),
      source: idOf(name),
    })),
    pairs: certainty.pairs.map((pair) => ({
      ...pair,
      ...ends(pair),
      a: idOf(pair.a),
      b: idOf(pair.b),
      whole_files: pair.whole_files && ends(pair.whole_files),
    })),
    flags: certainty.flags.map((flag) => ({ ...flag, source: idOf(flag.source) })),
  };
}

function overlapById({ overlap }: Report, idOf: (name: string) => number): SourceOverlaps | null {
  if (overlap === null) return null;
  return {
    sources: Object.entries(overlap.sources).map(([name, counts]) => ({ source: idOf(name), ...counts })),
    common: overlap.common.map(({ a, b, ...counts }) => ({ a: idOf(a), b: idOf(b), ...counts })),
    shared: overlap.shared,
  };
}
