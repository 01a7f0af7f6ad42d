/** What a source would score without its pairs in a range of one gate: from the pair columns alone. */

import { traceTerms } from '../scoring/means';
import { gatedSourceOf } from './last-for';
import type { SourceData } from './source-data';
import type { LeftOut, LeftOutRequest } from './types';

/** @param scorePerTrace log-det over trace of the source as last summed */
export function withoutRange(
  { columns }: Pick<SourceData, 'columns'>,
  { gate, from, to, tau, weighting }: LeftOutRequest,
  scorePerTrace: number,
): LeftOut {
  const { pairs: gated } = gatedSourceOf(columns, { tau, weighting });
  const values = gated[gate];
  const terms = traceTerms(gated);
  const of = values.length;
  let pairs = 0;
  let sum = 0;
  for (let i = 0; i < of; i++) {
    const value = values[i] as number;
    if (value >= from && (value < to || to >= 1)) pairs++;
    else sum += terms[i] as number;
  }
  return { pairs, of, eci: pairs === of ? null : (scorePerTrace * sum) / (of - pairs) };
}
