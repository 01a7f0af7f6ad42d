/** What became of lists beside the negatives of cleaned files, in words. */

import type { BesideList } from '../../../candidates/clean/beside-lists';
import type { CleanedMember } from '../../../candidates/clean/download';
import { formatCount, listInWords } from '../../../ui/words';

/** Why a list stays as it is although it is as long as the negatives in all records. */
const WHY: Readonly<Record<NonNullable<BesideList['left']>, string>> = {
  'some records': '',
  'one length': ', and every record has the same number',
  positives: ', and as long as the positives',
  'other negatives': ', and as long as other negatives',
};

/** A sentence or more for each file with such lists; the file is named where there are several. */
export function besideInWords(files: readonly Pick<CleanedMember, 'of' | 'beside'>[]): string[] {
  return files.flatMap(({ of, beside }) => {
    const sentences = sentencesOf(beside);
    return files.length === 1 || sentences.length === 0 ? sentences : [`${of}: ${sentences.join(' ')}`];
  });
}

function sentencesOf(beside: readonly BesideList[]): string[] {
  const cut = beside.filter(({ left }) => left === null).map(({ name }) => `\`${name}\``);
  const lost = cut.length === 0 ? [] : [`${listInWords(cut)} lost the items of the removed negatives.`];
  return [...lost, ...beside.flatMap(countInWords)];
}

/** `` `tags` is as long as the negatives in 3 of 100 records: left as it is. `` Nothing where all were cut. */
function countInWords({ name, left, led, alike, records }: BesideList): string[] {
  if (left === null && alike === records) return [];
  const length = led ? 'one longer than' : 'as long as';
  const counted = `\`${name}\` is ${length} the negatives in ${formatCount(alike)} of ${formatCount(records)} records`;
  return [
    left === null
      ? `${counted}. The other records keep it unchanged.`
      : `${counted}${WHY[left]}. It is unchanged.`,
  ];
}
