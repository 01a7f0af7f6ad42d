/** One source of a result: the same shape for a run under way, a finished run, an opened report and the stored demo. */

import type { LoadedSource } from '../candidates/outcomes';
import type { ReadingWarning } from '../candidates/reading';
import type { FlagCertainty, RunResult, SourceFigures } from '../engine/results';
import type { AuditStatistics } from '../scoring/audit';
import type { Histograms } from '../scoring/histogram';
import { firstOfEach, kOfMost, medianK } from '../scoring/k-counts';

/** During a run `figures` is null, and score, records and gates are those so far. */
export interface ScoredSource {
  /** Key of the source on the page. */
  readonly key: number;
  /** Key of the source in the run. */
  readonly id: number;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
  /** 0-based place in the palette. */
  readonly colour: number;
  /** Median number of negatives a record, of those that are scored. */
  readonly medianK: number;
  /** As many as nine tenths of its records have. */
  readonly kOfMost: number;
  /** Signs that its file was misread: then it has no rank. Empty where the user says that it is as meant. */
  readonly warnings: readonly ReadingWarning[];
  readonly negativesEqualPositive: number;
  /** Negatives that are a positive of their own query; null where that was not counted. */
  readonly knownPositives: number | null;
  /** Negatives of its file. */
  readonly negatives: number;
  readonly duplicateNegatives: number;
  /** Name of an earlier file with the same bytes; null where there is none. */
  readonly sameAs: string | null;
  /** True where it was mined with a margin under the judging encoder, by its card or as the user says. */
  readonly margin: boolean;
  readonly records: number;
  readonly eci: number | null;
  /** Interval of the score; null where none is known. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** The running trace; null before the first point and once all figures are there. */
  readonly runningTrace: number | null;
  readonly figures: SourceFigures | null;
  /** The means of the gates: of the figures, or during a run so far; null before there are any. */
  readonly gates: AuditStatistics | null;
  /** Flags so far, during a run; they put no source outside. */
  readonly flagsSoFar: readonly Pick<FlagCertainty, 'flag' | 'status'>[];
  readonly histograms: Histograms | null;
}

/** A source whose figures are known. */
export type FinishedSource = ScoredSource & { readonly eci: number; readonly figures: SourceFigures };

/** A loaded source with its name, setting and reference of now. */
export interface ReadSource {
  readonly loaded: LoadedSource;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
  /** Name of an earlier file with the same bytes; null where there is none. */
  readonly sameAs: string | null;
  /** The user says that it is as meant, whatever the signs of a wrong reading. */
  readonly asMeant: boolean;
  /** Mined with a margin under the run's encoder. */
  readonly margin: boolean;
}

/** What of a source was known before it is scored. @param negatives the first so many of each record are scored; null for all */
export function unscored(
  { loaded, name, setting, reference, sameAs, asMeant, margin }: ReadSource,
  negatives: number | null,
  shown: Pick<ScoredSource, 'id' | 'key' | 'colour'>,
): ScoredSource {
  const { byK, counts, preflight, warnings } = loaded;
  const scored = firstOfEach(byK, negatives);
  return {
    ...shown,
    name,
    setting,
    reference,
    medianK: medianK(scored),
    kOfMost: kOfMost(scored),
    warnings: asMeant ? [] : warnings,
    negativesEqualPositive: counts.negativesEqualPositive,
    knownPositives: preflight?.positives?.count ?? null,
    negatives: counts.pairs,
    duplicateNegatives: counts.duplicateNegativesRemoved,
    sameAs,
    margin,
    records: 0,
    eci: null,
    interval: null,
    runningTrace: null,
    figures: null,
    gates: null,
    flagsSoFar: [],
    histograms: null,
  };
}

/** A source of a finished run, with its figures where the run has them. */
export function finishedSource(
  read: ReadSource,
  { settings, sources, certainty }: Pick<RunResult, 'settings' | 'sources' | 'certainty'>,
  shown: Pick<ScoredSource, 'id' | 'key' | 'colour'>,
): ScoredSource {
  const own = sources.find(({ id }) => id === shown.id);
  return {
    ...unscored(read, settings.negatives, shown),
    ...(own && ofFigures(own.figures)),
    interval: knownInterval(certainty.scores.find(({ source }) => source === shown.id)),
    histograms: own?.histograms ?? null,
  };
}

/** The fields that follow from the figures of a source. */
export function ofFigures(figures: SourceFigures) {
  return { records: figures.records, eci: figures.eci, figures, gates: figures };
}

/** An interval as it is shown; null where an end is not known. */
export function knownInterval(
  interval: { readonly low: number; readonly high: number } | undefined,
): ScoredSource['interval'] {
  if (!interval || !Number.isFinite(interval.low) || !Number.isFinite(interval.high)) return null;
  return { low: interval.low, high: interval.high };
}
