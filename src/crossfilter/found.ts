/** What a pair is found for, as bits of one column. */

import { FINDINGS, type FindingId } from '../scoring/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import { isNearPositive } from '../scoring/cosines';
import { PAIR_CHECKS, type FoundInFile, type PairCheck } from '../scoring/pair-checks';

export type FoundId = 'near_positive' | FindingId | 'unrelated' | Exclude<PairCheck, 'positives'>;

/** A positive of its own query, which texts tell before a run, is one finding with the copy that a run finds. */
const OF_CHECK = (check: PairCheck): FoundId => (check === 'positives' ? 'same_text' : check);

/** In the order of the page; the place of each is its bit. */
export const FOUND_IDS: readonly FoundId[] = [
  ...FINDINGS.map(({ id }) => id),
  'near_positive',
  'unrelated',
  ...PAIR_CHECKS.filter((check) => check !== 'positives'),
];

/** What every pair is found for: bit i for `FOUND_IDS[i]`. @param files what each source is found for before a run */
export function foundBits(pairs: FlatPairs, files: readonly FoundInFile[]): Uint16Array {
  const { distance, findings, unrelated, source, record, position } = pairs;
  const bits = new Uint16Array(source.length);
  const put = (id: FoundId, isFound: (row: number) => boolean) => {
    const bit = 1 << FOUND_IDS.indexOf(id);
    for (let row = 0; row < bits.length; row++) if (isFound(row)) bits[row] |= bit;
  };
  put('near_positive', (row) => isNearPositive(distance[row]));
  for (const { id } of FINDINGS) put(id, (row) => findings[id]?.[row] === 1);
  put('unrelated', (row) => unrelated?.[row] === 1);
  const of = new Map(files.map((file) => [file.source, file]));
  PAIR_CHECKS.forEach((check, i) =>
    put(OF_CHECK(check), (row) => {
      const file = of.get(source[row]);
      return file !== undefined && ((file.bits[file.offsets[record[row]] + position[row]] >> i) & 1) === 1;
    }),
  );
  return bits;
}

/** The bits of some of {@link FOUND_IDS}. */
export function bitsOf(found: readonly FoundId[]): number {
  return FOUND_IDS.reduce((bits, id, i) => (found.includes(id) ? bits | (1 << i) : bits), 0);
}
