/** The audit by pairs: which pairs look drawn at random, which lie near the positive, and which have a stock text. */

import { planUnits, sumsByUnit, type UnitSums } from '../scoring/certainty/units';
import { boilerplateOf } from '../scoring/findings';
import { sumOf } from '../scoring/means';
import { isNearPositive } from '../scoring/cosines';
import type { PairColumns } from '../scoring/pairs';
import { foreignShare, isUnrelated, type Corner } from '../scoring/random-looking';
import type { DrawnPairs } from './drawn-passages';
import type { PairAudit } from './result';
import type { SourceData } from './source-data';

/** Chance that the interval of a share misses, in a run that looks once. */
const ERROR = 0.05;

/** 1 for each pair that looks drawn at random. */
export function looksRandom(
  { locality, distance, coverage }: Pick<PairColumns, 'locality' | 'distance' | 'coverage'>,
  corner: Corner,
): Uint8Array {
  return Uint8Array.from(distance, (apart, pair) =>
    Number(isUnrelated(locality[pair] as number, apart, coverage[pair] as number, corner)),
  );
}

/**
 * @param settings of each source; sources of one setting are held against each other
 * @param looks how often the run was to look: each look has an equal part of the error
 */
export function pairAuditOf(
  sources: readonly SourceData[],
  drawn: DrawnPairs | null,
  settings: readonly string[],
  looks: number,
): PairAudit {
  const plan = planUnits([...sources.map(({ units }) => units), ...(drawn ? [drawn.source.units] : [])]);
  const count = (place: number, { offsets }: PairColumns, isOfKind: Uint8Array) =>
    sumsByUnit(plan.units, offsets, plan.of[place] as Int32Array, isOfKind);
  const inCorner = (place: number, columns: PairColumns) =>
    drawn && count(place, columns, looksRandom(columns, drawn.corner));
  const random = drawn && inCorner(sources.length, drawn.source.columns);
  const unrelated = sources.map(({ columns }, s) => inCorner(s, columns));
  const near = sources.map(({ columns }, s) =>
    count(
      s,
      columns,
      Uint8Array.from(columns.distance, (distance) => Number(isNearPositive(distance))),
    ),
  );
  const shareOf = (of: readonly (UnitSums | null)[], a: number, b: number, foreign: UnitSums | null) => {
    const [own, other] = [of[a], of[b]];
    return own && other ? foreignShare(own, other, foreign, ERROR / looks) : null;
  };
  return {
    corner: drawn?.corner ?? null,
    random_share: random && sumOf(random.sums) / sumOf(random.pairs),
    pairs: Object.fromEntries(
      sources.map((source, s) => {
        const counts = {
          pairs: source.columns.margin.length,
          unrelated: unrelated[s] ? sumOf(unrelated[s].sums) : null,
          near_positive: sumOf((near[s] as UnitSums).sums),
        };
        return [source.id, { ...counts, ...stockOf(source, drawn?.corner ?? null) }];
      }),
    ),
    shares: sources.flatMap((source, a) =>
      [...sources.entries()]
        .filter(([b]) => a !== b && settings[a] === settings[b])
        .map(([b, beside]) => ({
          source: String(source.id),
          beside: String(beside.id),
          random: shareOf(unrelated, a, b, random),
          near_positive: shareOf(near, a, b, null),
        })),
    ),
  };
}

/** Pairs of texts that far too many queries have. */
function stockOf({ structure, columns }: SourceData, corner: Corner | null) {
  const texts = new Set(boilerplateOf(structure).map(({ passage }) => passage));
  const pairs = [...structure.negatives.keys()].filter((pair) =>
    texts.has(structure.negatives[pair] as number),
  );
  const looks = corner && looksRandom(columns, corner);
  return { stock: pairs.length, stock_unrelated: looks && pairs.filter((pair) => looks[pair]).length };
}
