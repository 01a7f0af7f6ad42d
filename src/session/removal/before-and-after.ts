/** The sources that lose pairs: score, interval, figures and flags before and after. */

import type { SourceFigures } from '../../engine/result';
import type { CleanedFigures } from '../../engine/types';
import { countedFlags, envelope, type AuditProfile, type Flag } from '../../scoring/audit';
import type { PairPlaces } from '../../scoring/pairs';
import type { RankedSource } from '../../report/ranking';
import type { Result } from '../../report/result';

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

export interface BeforeAndAfter {
  readonly rows: readonly LosingSource[];
  /** The reference range, afterwards where that is known. */
  readonly envelope: AuditProfile | null;
  /** The scores of the references that are left: the least and the largest; null where none is left. */
  readonly references: { readonly from: number; readonly to: number } | null;
}

/**
 * @param sources all of the run
 * @param result of them; null before there is one
 * @param after null while it is not known
 */
export function beforeAndAfter(
  sources: readonly RankedSource[],
  removed: readonly PairPlaces[],
  result: Pick<Result, 'certainty' | 'audit'> | null,
  after: CleanedFigures | null,
): BeforeAndAfter {
  const references = sources.filter(({ name }) => result?.audit.reference_left.includes(name));
  const isReference = (id: number) => references.some((source) => source.id === id);
  const scores = references.flatMap(({ eci }) => eci ?? []);
  const rangeAfter = result?.audit.entered
    ? result.audit.range
    : envelope((after?.sources ?? []).flatMap(({ id, figures }) => (isReference(id) ? [figures] : [])));
  const rows = sources.flatMap(({ id, name, colour, figures, flags }) => {
    const pairs = removed.find(({ source }) => source === id)?.records.length ?? 0;
    if (figures === null || pairs === 0) return [];
    const left = after?.sources.find((source) => source.id === id)?.figures;
    const flagsAfter = left && !isReference(id) ? countedFlags(left, rangeAfter) : [];
    return {
      id,
      name,
      colour,
      removed: pairs,
      before: stateOf(figures, result?.certainty.scores[name], flags),
      after: left ? stateOf(left, after?.certainty?.scores[id], flagsAfter) : null,
    };
  });
  return {
    rows,
    envelope: after === null ? (result?.audit.range ?? null) : rangeAfter,
    references: scores.length === 0 ? null : { from: Math.min(...scores), to: Math.max(...scores) },
  };
}

function stateOf(
  figures: SourceFigures,
  interval: Pick<SourceState, 'low' | 'high'> | undefined,
  flags: readonly Flag[],
): SourceState {
  const { low = null, high = null } = interval ?? {};
  return { eci: figures.eci, low, high, figures, flags };
}
