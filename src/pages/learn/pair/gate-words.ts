/** What each gate says about a pair, in words. The edges are those of the failure buckets. */

import {
  isConsistent,
  isHighCoverage,
  isHighLocality,
  isHighResiduality,
  isInverted,
  isLowLocality,
} from '../../../scoring/edges';
import type { PairFigures } from './pair-figures';

export interface GateWords {
  readonly rho: string;
  readonly eta: string;
  readonly psi: string;
}

export function gateWords({ geometry, coverage, gates }: PairFigures): GateWords {
  const { margin, locality, distance } = geometry;
  return {
    rho: rhoWords(margin, distance, gates.tau),
    eta: etaWords(locality, gates.tau),
    psi: psiWords(coverage),
  };
}

function rhoWords(margin: number, distance: number, tau: number): string {
  if (distance === 0) return 'The negative is the positive: there is no direction to learn from.';
  if (isInverted(margin)) {
    return isConsistent(-margin, tau)
      ? 'The encoder clearly ranks the negative above the positive: a wrong label, or a weakness of the encoder.'
      : 'The encoder already ranks the negative above the positive, by a little.';
  }
  if (margin === 0) return 'The encoder ranks neither above the other.';
  return isConsistent(margin, tau)
    ? 'The encoder clearly prefers the positive.'
    : 'The encoder prefers the positive, by a little.';
}

function etaWords(locality: number, tau: number): string {
  if (isHighLocality(locality, tau))
    return 'The negative is clearly nearer to the positive than to the query.';
  if (isLowLocality(locality, tau))
    return 'The negative is nearer to the query: a match with the question, not with its answer.';
  if (locality === 0) return 'The negative is as near to the positive as to the query.';
  return locality > 0
    ? 'The negative is a little nearer to the positive than to the query.'
    : 'The negative is a little nearer to the query than to the positive.';
}

function psiWords(coverage: number): string {
  if (coverage === 1) return 'The negative has every word of the query: all of the match may be words.';
  if (isHighCoverage(coverage))
    return 'Half of the query or more, by idf, stands in the negative: words explain the match.';
  if (coverage === 0) return 'The negative shares no word with the query.';
  return isHighResiduality(coverage)
    ? 'The negative shares few words with the query: words do not explain the match.'
    : 'The negative shares some of the query’s words.';
}
