/**
 * Picks one pair of a source by a stated rule, and counts the pairs like it. The page shows the pair so that users
 * can see what stands behind a score.
 */

import { cosineToPositive } from '../scoring/cosines';
import { isNearPositive } from '../scoring/near-embedding';
import { emptyGates, gatesOfPair, NEVER_CONFUSED, type PairGates } from '../scoring/pair-gates';
import { pairRange } from '../scoring/pairs';
import { WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import type { SourceData } from './source-data';
import type { ExampleRule, PairExample } from './types';

/** The parts of a source that are searched. */
export type SearchedSource = Pick<SourceData, 'id' | 'columns' | 'indices'>;

interface Chooser {
  readonly among: (gates: Readonly<PairGates>) => boolean;
  readonly value: (gates: Readonly<PairGates>, weight: number) => number;
}

const byWeight = (_gates: Readonly<PairGates>, weight: number) => weight;

const CHOOSERS: Readonly<Record<ExampleRule, Chooser>> = {
  heaviest: { among: ({ distance }) => !isNearPositive(distance), value: byWeight },
  easiest: { among: ({ rho }) => rho >= NEVER_CONFUSED, value: byWeight },
  nearest: { among: ({ distance }) => isNearPositive(distance), value: ({ distance }) => -distance },
  'near-heaviest': { among: ({ distance }) => isNearPositive(distance), value: byWeight },
};

/** The pair that a rule picks from a source; of equal ones the first in file order. */
export function examplePair(
  source: SearchedSource,
  rule: ExampleRule,
  tau: number,
  weighting: WeightingId,
): PairExample {
  const { id, columns, indices } = source;
  const { among, value } = CHOOSERS[rule];
  const { weight } = WEIGHTINGS[weighting];
  const gates = emptyGates(tau);
  let best = { value: -Infinity, pair: -1, record: -1 };
  let alike = 0;
  for (let record = 0; record < indices.length; record++) {
    const { start, end } = pairRange(columns.offsets, record);
    for (let pair = start; pair < end; pair++) {
      gatesOfPair(columns, pair, tau, gates);
      if (!among(gates)) continue;
      alike++;
      const own = value(gates, weight(gates));
      if (own > best.value || (own === best.value && isBefore(source, record, best.record))) {
        best = { value: own, pair, record };
      }
    }
  }
  const of = columns.margin.length;
  if (best.pair < 0) return { source: id, rule, pair: null, alike, of };
  gatesOfPair(columns, best.pair, tau, gates);
  const { rho, eta, psi, distance } = gates;
  return {
    source: id,
    rule,
    pair: {
      record: indices[best.record] as number,
      position: best.pair - pairRange(columns.offsets, best.record).start,
      rho,
      eta,
      psi,
      coverage: columns.coverage[best.pair] as number,
      weight: weight(gates),
      cosine: cosineToPositive(distance),
    },
    alike,
    of,
  };
}

/** True where a record comes before another one in the file. Records are scored in a seeded order. */
function isBefore({ indices }: SearchedSource, record: number, other: number): boolean {
  return (indices[record] as number) < (indices[other] as number);
}
