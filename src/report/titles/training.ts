/** What score and training have to do with each other. */

import type { Agreement } from '../agreement';
import type { Phrase } from '../verdict-words';

/** In how many pairs of sources the higher score trained the better encoder. @param own false for the paper's figures */
export function trainingTitle({ agreed, pairs }: Agreement, own: boolean): Phrase {
  const where = own ? '' : 'In the paper, ';
  const the = own ? 'The' : 'the';
  if (pairs === 0)
    return [`${where}${the} figures hold no two sources of one encoder and setting to compare`];
  if (agreed === 0)
    return [`${where}${the} higher score trained the better encoder in none of ${pairs} pairs`];
  if (agreed === pairs) {
    return [`${where}${the} higher score trained the better encoder: ${agreed} of ${pairs} pairs`];
  }
  return [`${where}${the} higher score trained the better encoder in ${agreed} of ${pairs} pairs`];
}
