/** One source of a result: the same shape for a run under way, a finished run and an opened report. */

import type { RunResult } from '../engine/results';
import type { SourceFigures } from '../engine/result';
import type { AuditStatistics } from '../scoring/audit';
import type { Histograms } from '../scoring/histogram';
import { firstOfEach, kOfMost, medianK } from '../scoring/k-counts';
import type { ReadSource } from './evidence';

/** During a run `figures` is null, and score, records and gates are those so far. */
export interface ScoredSource {
  /** Key of the source on the page. */
  readonly key: number;
  /** Key of the source in the run. */
  readonly id: number;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
  /** The user looked at its pairs and ranks it, whatever statistics say of random passages. */
  readonly lookedAt: boolean;
  /** 0-based place in the palette. */
  readonly colour: number;
  /** Median number of negatives a record, of those that are scored. */
  readonly medianK: number;
  /** As many as nine tenths of its records have. */
  readonly kOfMost: number;
  /** Negatives of its file that have the text of their positive. */
  readonly negativesEqualPositive: number;
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
  readonly histograms: Histograms | null;
}

/** A source whose figures are known. */
export type FinishedSource = ScoredSource & { readonly eci: number; readonly figures: SourceFigures };

/** How a source is shown. */
type Shown = Pick<ScoredSource, 'id' | 'key' | 'colour'>;

/** What of a source was known before it is scored. @param negatives the first so many of each record are scored; null for all */
export function unscored(
  { loaded, name, setting, reference, sameAs, margin, lookedAt }: ReadSource,
  negatives: number | null,
  shown: Shown,
): ScoredSource {
  const scored = firstOfEach(loaded.byK, negatives);
  return {
    ...shown,
    name,
    setting,
    reference,
    lookedAt,
    medianK: medianK(scored),
    kOfMost: kOfMost(scored),
    negativesEqualPositive: loaded.counts.negativesEqualPositive,
    sameAs,
    margin,
    records: 0,
    eci: null,
    interval: null,
    runningTrace: null,
    figures: null,
    gates: null,
    histograms: null,
  };
}

/** A source of a finished run, with its figures where the run has them. */
export function finishedSource(
  read: ReadSource,
  { settings, sources, certainty }: Pick<RunResult, 'settings' | 'sources' | 'certainty'>,
  shown: Shown,
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
  interval: { readonly low: number | null; readonly high: number | null } | undefined,
): ScoredSource['interval'] {
  const { low = null, high = null } = interval ?? {};
  return low === null || high === null ? null : { low, high };
}
