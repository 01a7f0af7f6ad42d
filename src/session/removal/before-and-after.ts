/** The sources that lose pairs: score, interval, figures and flags before and after. */

import type { Certainty } from '../../engine/results';
import type { SourceFigures } from '../../engine/result';
import type { CleanedFigures } from '../../engine/types';
import { countedFlags, envelope, type AuditProfile, type Flag } from '../../scoring/audit';
import type { PairPlaces } from '../../scoring/pairs';
import type { RankedSource } from '../../report/ranking';
import type { Verdict } from '../../report/verdict';

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
export type AnySource = Pick<RankedSource, 'id' | 'name' | 'colour' | 'figures' | 'flags'>;

/** What of the verdict flags and intervals follow from. */
export type JudgedBefore = Pick<Verdict, 'range' | 'entered' | 'references' | 'certainty'>;

export interface BeforeAndAfter {
  readonly rows: readonly LosingSource[];
  /** The reference range, afterwards where that is known. */
  readonly envelope: AuditProfile | null;
}

/**
 * @param sources all of the run
 * @param verdict on them; null before there is one
 * @param after null while it is not known
 */
export function beforeAndAfter(
  sources: readonly AnySource[],
  removed: readonly PairPlaces[],
  verdict: JudgedBefore | null,
  after: CleanedFigures | null,
): BeforeAndAfter {
  const isReference = (id: number) =>
    sources.some((source) => source.id === id && verdict?.references.includes(source.name));
  const rangeAfter = verdict?.entered
    ? verdict.range
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
      before: stateOf(id, figures, verdict?.certainty ?? null, flags),
      after: left ? stateOf(id, left, after?.certainty ?? null, flagsAfter) : null,
    };
  });
  return { rows, envelope: after === null ? (verdict?.range ?? null) : rangeAfter };
}

function stateOf(
  id: number,
  figures: SourceFigures,
  certainty: Pick<Certainty, 'scores'> | null,
  flags: readonly Flag[],
): SourceState {
  const interval = certainty?.scores.find(({ source }) => source === id);
  return {
    eci: figures.eci,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    figures,
    flags,
  };
}
