/** Links that take one pair to the Learn page: its numbers, never its texts. */

import { cosineToPositive, cosineToQuery } from '../scoring/cosines';

type PairNumbers = Readonly<Record<'margin' | 'locality' | 'distance' | 'coverage', number>>;

/** The address of Learn's bench with a pair at a temperature: its three cosines, with every digit. */
export function learnLink({ margin, locality, distance, coverage }: PairNumbers, tau: number): string {
  const queryNegative = cosineToQuery(locality, distance);
  const cos = [margin + queryNegative, queryNegative, cosineToPositive(distance)].join(',');
  return `#learn?${new URLSearchParams({ view: 'bench', cos, tau: `${tau}`, C: `${coverage}` }).toString()}`;
}
