/** Rules of the mapping of fields that a user makes; the page reads them, too. */

/** Names that differ only in the number at their end, such as `neg_1` and `neg_2`. */
const NUMBER_AT_END = /\d+$/;

/** Whether negatives stand in one field, or in fields of one name with numbers: then they are of one source. */
export function isOneSeries(negatives: readonly string[]): boolean {
  return new Set(negatives.map((name) => name.replace(NUMBER_AT_END, ''))).size <= 1;
}
