/** What the audit knows of each source before the last unit: flags and shares of pairs (docs/CERTAINTY.md). */

import {
  auditStatistic,
  FLAGS,
  isAudited,
  SMALLEST_EFFECT,
  type AuditProfile,
  type Flag,
} from '../scoring/audit';
import {
  boundedHalfWidth,
  flagSoFar,
  type AuditedMean,
  type FlagStanding,
  type ReferenceMean,
} from '../scoring/certainty/flags';
import { ratio, type UnitSums } from '../scoring/certainty/units';
import {
  FEWEST_REFERENCES,
  isPairKind,
  LEAST_EXCESS,
  PAIR_KINDS,
  type PairKind,
} from '../scoring/share-audit';

/** Sums of sources by query. Sources by their places. */
export interface MeanSums {
  /** Sums behind a mean that is held against the references. */
  quantity(source: number, mean: AuditedMean): UnitSums;
  /** Share of each kind among foreign pairs; null where pairs of random passages are not known. */
  readonly foreign: Readonly<Record<PairKind, number>> | null;
}

/** What sources are held against. */
export interface AuditedSums extends MeanSums {
  /** Whether each source is a reference. */
  readonly references: readonly boolean[];
  /** The reference range entered by hand; else that of the references is used. */
  readonly range: AuditProfile | null;
  /** Of each source: units drawn. */
  readonly drawn: readonly number[];
  /** Probability with which all that is called is right, at all moments together. */
  readonly level: number;
}

/** One mean of one source. */
export interface AuditedSoFar {
  readonly source: number;
  readonly mean: AuditedMean;
  readonly standing: FlagStanding;
}

/**
 * Every mean of every source: a source against all references, or the range entered by hand; a reference against the other
 * ones, by its pairs alone. Each test has an equal share of the error. None where nothing is audited.
 */
export function auditSoFar(audited: AuditedSums): AuditedSoFar[] {
  const { references, range, drawn, level } = audited;
  if (range === null && !isAudited(references)) return [];
  const asked = [...references.keys()].flatMap((source) =>
    meansOf(audited, source).map((mean) => ({ source, mean, against: against(audited, source) })),
  );
  const tests = asked.reduce((sum, { against: others }) => sum + Math.max(1, others.length), 0);
  const alpha = (1 - level) / Math.max(1, tests);
  return asked.map(({ source, mean, against: others }) => {
    const own = audited.quantity(source, mean);
    const held = isPairKind(mean)
      ? others.map((place) => kindOf(audited, place, mean))
      : range === null
        ? others.map((place) => flagOf(audited, place, mean, others.length === 1 ? alpha : null))
        : [entered(own, mean, range, drawn[source] as number)];
    return { source, mean, standing: flagSoFar(own, drawn[source] as number, held, alpha) };
  });
}

/** The means of a source that are held against others. */
function meansOf(audited: AuditedSums, source: number): AuditedMean[] {
  const { references, foreign } = audited;
  const kinds = foreign !== null && against(audited, source).length >= FEWEST_REFERENCES ? PAIR_KINDS : [];
  return references[source] ? [...kinds] : [...FLAGS, ...kinds];
}

/** The references other than the source. */
function against({ references }: AuditedSums, source: number): number[] {
  return [...references.keys()].filter((place) => references[place] && place !== source);
}

/** A reference as far as a share of pairs goes: what counts is {@link LEAST_EXCESS} of foreign pairs. */
function kindOf({ quantity, foreign, drawn }: AuditedSums, place: number, kind: PairKind): ReferenceMean {
  const sums = quantity(place, kind);
  const units = drawn[place] as number;
  const beyond = (foreign?.[kind] ?? 1) - ratio(sums, units);
  // Where a reference has as many as random passages have, nothing can be told.
  return { sums, drawn: units, effect: beyond <= 0 ? Infinity : LEAST_EXCESS * beyond, half: 0 };
}

/** @param alone error of its own interval, where it is the only reference */
function flagOf(
  { quantity, drawn }: AuditedSums,
  place: number,
  flag: Flag,
  alone: number | null,
): ReferenceMean {
  const sums = quantity(place, flag);
  const units = drawn[place] as number;
  const half = alone === null ? 0 : boundedHalfWidth(sums, units, alone);
  return { sums, drawn: units, effect: SMALLEST_EFFECT, half };
}

/** The entered limit, as a reference that has it in every unit. */
function entered(own: UnitSums, flag: Flag, range: AuditProfile, drawn: number): ReferenceMean {
  return { sums: constantLike(own, limitOf(flag, range)), drawn, effect: SMALLEST_EFFECT, half: 0 };
}

/** The entered limit on the scale of the flag's quantity. */
export function limitOf(flag: Flag, range: AuditProfile): number {
  const { edge, outside } = auditStatistic(flag);
  return outside === 'above' ? range[edge] : -range[edge];
}

/** A reference that has the entered value in every unit. */
export function constantLike({ pairs }: UnitSums, mean: number): UnitSums {
  return { pairs, sums: pairs.map((count) => count * mean) };
}
