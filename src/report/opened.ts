/** A report read back: what page and tables show of a ranking, made from the report alone. */

import type { SourceOverlaps } from '../candidates/overlaps';
import type { EncoderIdentity } from '../encoder/types';
import type { Certainty, RunResult } from '../engine/results';
import type { SourceFigures } from '../engine/result';
import { rankingView, type RankingView } from './ranking';
import { knownInterval, ofFigures, type ScoredSource } from './scored-source';
import type { Report, ReportSource, ReportVerdict } from './result';
import type { FoundOfRun } from './found-in-run';
import type { JudgedRun } from './verdict';
import { phraseText, verdictInWords } from './verdict-words';

/** What a result says of the run behind it: of one of this page, or of a report. */
export type StatedRun = Pick<
  RunResult,
  'settings' | 'device' | 'idf_corpus' | 'overlap' | 'random_baseline' | 'cost'
> & {
  readonly encoder: Omit<EncoderIdentity, 'settings'> | null;
  readonly sources: readonly { readonly figures: SourceFigures }[];
};

export interface OpenedReport {
  readonly file: string;
  readonly report: Report;
  readonly view: RankingView;
  readonly run: StatedRun;
  /** The headline that stands in the report, where it is not the one that follows from its figures; else null. */
  readonly otherHeadline: string | null;
}

export function openedReport(file: string, report: Report): OpenedReport {
  const { view, run } = resultOfReport(report);
  const { settings, device, cost, idf_corpus, yardstick: random_baseline } = report;
  const encoder = 'bundled' in report.encoder ? report.encoder : null;
  const sources = Object.values(report.sources).map((figures) => ({ figures }));
  const headline = view.verdict && phraseText(verdictInWords(view.verdict).headline);
  return {
    file,
    report,
    view,
    run: { settings, device, idf_corpus, overlap: run.overlap, random_baseline, cost, encoder, sources },
    otherHeadline: report.verdict.headline === headline ? null : report.verdict.headline,
  };
}

/** What of a report its ranking follows from. */
export interface RankedReport
  extends
    Pick<Report, 'yardstick' | 'overlap' | 'certainty' | 'verdict'>,
    Partial<Pick<Report, 'files' | 'merged'>> {
  readonly settings: JudgedRun['settings'];
  readonly stop: JudgedRun['stop'];
  /** `bundled` where it is an encoder. */
  readonly encoder: { readonly name: string; readonly bundled?: boolean };
  readonly sources: Readonly<Record<string, RankedReportSource>>;
  readonly audit: Pick<Report['audit'], 'entered' | 'reference' | 'reference_left' | 'range'>;
}

interface RankedReportSource extends SourceFigures, Pick<ReportSource, 'setting' | 'median_k' | 'k_of_most'> {
  readonly reading: Pick<ReportSource['reading'], 'looked_at' | 'mined_with_margin'>;
  readonly file_counts: Pick<ReportSource['file_counts'], 'negatives_equal_positive'>;
}

/** Ranks follow anew from its findings and differences. A source's place in the report is its id, key and colour. */
export function resultOfReport(report: RankedReport): {
  readonly view: RankingView;
  readonly run: JudgedRun;
} {
  const { encoder, settings, stop } = report;
  const names = Object.keys(report.sources);
  const idOf = (name: string) => names.indexOf(name);
  const run: JudgedRun = {
    settings,
    stop,
    certainty: certaintyById(report, idOf),
    overlap: overlapById(report, idOf),
    random_baseline: report.yardstick,
    encoder: encoder.bundled === undefined ? null : { name: encoder.name, bundled: encoder.bundled },
    found: foundIn(report, idOf),
  };
  const sources = names.map((name, id) => scored(report, name, id, run.certainty));
  return { view: rankingView(sources, run), run };
}

/** The findings that were found, and those that were not looked for. */
function foundIn({ verdict, audit }: RankedReport, idOf: (name: string) => number): FoundOfRun {
  const judged = Object.entries(verdict.sources);
  const byId = <T>(of: (own: ReportVerdict, id: number) => T) =>
    new Map(judged.map(([name, own]) => [idOf(name), of(own, idOf(name))]));
  return {
    findings: byId(({ findings }) => findings),
    flags: byId(({ flags }) => flags),
    twins: byId(({ same_pairs_as: twin }, id) => (twin === null ? id : idOf(twin))),
    randomUnseen: new Set(judged.flatMap(([name, own]) => (own.random_looked_for ? [] : [idOf(name)]))),
    notLookedFor: verdict.not_looked_for,
    range: audit.range,
    entered: audit.entered === true,
    references: audit.reference_left.map(idOf),
  };
}

function scored(report: RankedReport, name: string, id: number, certainty: Certainty): ScoredSource {
  const { sources, audit, files, merged } = report;
  const source = sources[name] as RankedReportSource;
  const { reading, file_counts: counts } = source;
  const file = files?.find((each) => each.status === 'loaded' && each.source === name);
  const histograms = merged?.histograms ?? {};
  return {
    key: id,
    id,
    name,
    setting: source.setting,
    reference: audit.reference.includes(name),
    lookedAt: reading.looked_at ?? false,
    colour: id,
    medianK: source.median_k,
    kOfMost: source.k_of_most,
    negativesEqualPositive: counts.negatives_equal_positive,
    sameAs: file?.status === 'loaded' ? file.same_as : null,
    margin: reading.mined_with_margin ?? false,
    ...ofFigures(source),
    interval: knownInterval(certainty.scores.find((score) => score.source === id)),
    runningTrace: null,
    histograms: Object.hasOwn(histograms, name) ? (histograms[name] ?? null) : null,
  };
}

function certaintyById({ certainty }: RankedReport, idOf: (name: string) => number): Certainty {
  return {
    ...certainty,
    scores: Object.entries(certainty.scores).map(([name, score]) => ({ ...score, source: idOf(name) })),
    pairs: certainty.pairs.map((pair) => ({ ...pair, a: idOf(pair.a), b: idOf(pair.b) })),
    flags: certainty.flags.map((flag) => ({
      ...flag,
      source: idOf(flag.source),
      reference: idOf(flag.reference),
    })),
  };
}

function overlapById({ overlap }: RankedReport, idOf: (name: string) => number): SourceOverlaps | null {
  if (overlap === null) return null;
  return {
    sources: Object.entries(overlap.sources).map(([name, counts]) => ({ source: idOf(name), ...counts })),
    common: overlap.common.map(({ a, b, ...counts }) => ({ a: idOf(a), b: idOf(b), ...counts })),
    shared: overlap.shared,
  };
}
