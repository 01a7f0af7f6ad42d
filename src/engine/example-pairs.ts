/**
 * Picks one pair of a source by a stated rule, and counts the pairs like it. The page shows the pair so that users
 * can see what stands behind a score.
 */

import { cosineToPositive } from '../scoring/cosines';
import { isNearPositive } from '../scoring/near-positive';
import type { GatedPairs } from '../scoring/gated-pairs';
import { byGate, IN_DOUBT, NEVER_CONFUSED } from '../scoring/pair-gates';
import { pairRange } from '../scoring/pairs';
import type { Gating } from '../scoring/weightings';
import { gatedSourceOf } from './last-for';
import type { SourceData } from './source-data';
import type { ExampleRule, PairExample } from './types';

/** The parts of a source that are searched. */
export type SearchedSource = Pick<SourceData, 'id' | 'columns' | 'indices'>;

interface Chooser {
  readonly among: (pairs: GatedPairs, pair: number) => boolean;
  readonly value: (pairs: GatedPairs, pair: number) => number;
}

const isNear = ({ columns }: GatedPairs, pair: number) => isNearPositive(columns.distance[pair] as number);
const weightOf = ({ weight }: GatedPairs, pair: number) => weight[pair] as number;

const CHOOSERS: Readonly<Record<ExampleRule, Chooser>> = {
  heaviest: { among: (pairs, pair) => !isNear(pairs, pair), value: weightOf },
  hardest: {
    among: (pairs, pair) => !isNear(pairs, pair) && (pairs.rho[pair] as number) <= IN_DOUBT,
    value: weightOf,
  },
  easiest: { among: ({ rho }, pair) => (rho[pair] as number) >= NEVER_CONFUSED, value: weightOf },
  nearest: { among: isNear, value: ({ columns }, pair) => -(columns.distance[pair] as number) },
  'near-heaviest': { among: isNear, value: weightOf },
};

/** The pair that a rule picks from a source; of equal ones the first in file order. */
export function examplePair(source: SearchedSource, rule: ExampleRule, gating: Gating): PairExample {
  const { id, columns, indices } = source;
  const { among, value } = CHOOSERS[rule];
  const pairs = gatedSourceOf(columns, gating).pairs;
  let best = { value: -Infinity, pair: -1, record: -1 };
  let alike = 0;
  for (let record = 0; record < indices.length; record++) {
    const { start, end } = pairRange(columns.offsets, record);
    for (let pair = start; pair < end; pair++) {
      if (!among(pairs, pair)) continue;
      alike++;
      const own = value(pairs, pair);
      if (own > best.value || (own === best.value && isBefore(source, record, best.record))) {
        best = { value: own, pair, record };
      }
    }
  }
  const of = columns.margin.length;
  const { pair, record } = best;
  if (pair < 0 && rule === 'hardest') return examplePair(source, 'heaviest', gating);
  if (pair < 0) return { source: id, rule, pair: null, alike, of };
  return {
    source: id,
    rule,
    pair: {
      record: indices[record] as number,
      position: pair - pairRange(columns.offsets, record).start,
      ...byGate((gate) => pairs[gate][pair] as number),
      coverage: columns.coverage[pair] as number,
      weight: weightOf(pairs, pair),
      cosine: cosineToPositive(columns.distance[pair] as number),
    },
    alike,
    of,
  };
}

/** True where a record comes before another one in the file. Records are scored in a seeded order. */
function isBefore({ indices }: SearchedSource, record: number, other: number): boolean {
  return (indices[record] as number) < (indices[other] as number);
}
