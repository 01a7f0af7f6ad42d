/** The sources that lose pairs: score, interval, figures and flags before and after. */

import type { SourceFigures } from '../../engine/results';
import type { CleanedFigures } from '../../engine/types';
import { auditFlags, envelope, type AuditProfile, type Flag } from '../../scoring/audit';
import type { PairPlaces } from '../../scoring/pairs';
import type { RankedSource } from '../../report/ranking';

/** A source with or without the pairs. */
export interface SourceState {
  readonly eci: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly figures: SourceFigures;
  readonly flags: readonly Flag[];
}

export interface LosingSource extends Pick<RankedSource, 'id' | 'name' | 'colour'> {
  /** Pairs that leave, scored or not. */
  readonly removed: number;
  readonly before: SourceState;
  /** Null while it is being summed, and where nothing is left of the source. */
  readonly after: SourceState | null;
}

/** A source of the run, whether it loses pairs or not. */
export type AnySource = Pick<RankedSource, 'id' | 'name' | 'colour' | 'reference' | 'figures'>;

export interface BeforeAndAfter {
  readonly rows: readonly LosingSource[];
  /** The reference range, afterwards where that is known. */
  readonly envelope: AuditProfile | null;
}

/** Intervals of scores, as the certainty of a run has them. */
type Intervals = readonly { readonly source: number; readonly low: number; readonly high: number }[];

/**
 * @param sources all of the run
 * @param intervals of their scores before
 * @param after null while it is not known
 * @param range the reference range entered by hand; else that of the references, before and after
 */
export function beforeAndAfter(
  sources: readonly AnySource[],
  removed: readonly PairPlaces[],
  intervals: Intervals,
  after: CleanedFigures | null,
  range: AuditProfile | null,
): BeforeAndAfter {
  const isReference = (id: number) => sources.some((source) => source.id === id && source.reference);
  const rangeOf = (all: readonly { readonly id: number; readonly figures: SourceFigures | null }[]) =>
    range ?? envelope(all.flatMap(({ id, figures }) => (figures && isReference(id) ? [figures] : [])));
  const rangeBefore = rangeOf(sources);
  const rangeAfter = after && rangeOf(after.sources);
  const rows = sources.flatMap(({ id, name, colour, figures }) => {
    const pairs = removed.find(({ source }) => source === id)?.records.length ?? 0;
    if (figures === null || pairs === 0) return [];
    const left = after?.sources.find((source) => source.id === id)?.figures;
    return {
      id,
      name,
      colour,
      removed: pairs,
      before: stateOf(id, figures, intervals, rangeBefore),
      after: left ? stateOf(id, left, after?.certainty?.scores ?? [], rangeAfter) : null,
    };
  });
  return { rows, envelope: rangeAfter ?? rangeBefore };
}

function stateOf(
  id: number,
  figures: SourceFigures,
  intervals: Intervals,
  range: AuditProfile | null,
): SourceState {
  const interval = intervals.find(({ source }) => source === id);
  return {
    eci: figures.eci,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    figures,
    flags: auditFlags(figures, range),
  };
}
