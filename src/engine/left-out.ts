/** What a source would score without its pairs in a range of one gate: from the pair columns alone. */

import { traceTerm } from '../scoring/means';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { WEIGHTINGS } from '../scoring/weightings';
import type { SourceData } from './source-data';
import type { LeftOut, LeftOutRequest } from './types';

/** @param scorePerTrace log-det over trace of the source as last summed */
export function withoutRange(
  { columns }: Pick<SourceData, 'columns'>,
  { gate, from, to, tau, weighting }: LeftOutRequest,
  scorePerTrace: number,
): LeftOut {
  const { weight } = WEIGHTINGS[weighting];
  const gates = emptyGates(tau);
  const of = columns.margin.length;
  let pairs = 0;
  let sum = 0;
  for (let i = 0; i < of; i++) {
    gatesOfPair(columns, i, tau, gates);
    const value = gates[gate];
    if (value >= from && (value < to || to >= 1)) pairs++;
    else sum += traceTerm(weight(gates), gates.distance);
  }
  return { pairs, of, eci: pairs === of ? null : (scorePerTrace * sum) / (of - pairs) };
}
