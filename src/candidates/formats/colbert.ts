/** ColBERT's training lists: ids of a query, its positive and its negatives, each alone or with a teacher's score. */

import type { JsonObject } from '../fault';
import { isIdLike } from './columns';
import type { KnownFormat } from './format';
import { byNames } from './names';
import { idItem, type ItemReader } from './passages';
import { made } from './read-entry';
import { id, queryRef, type PassageField } from './shape';

export const colbert: KnownFormat = {
  id: 'colbert',
  /** Lists of ids only. Some id must have a digit: words are no ids. */
  matches: (value, { container, named, samples }) =>
    container === 'JSONL' &&
    !named &&
    isListOfIds(value) &&
    samples.filter(isListOfIds).length >= samples.length / 2,
  fit: () =>
    made('colbert', {
      ask: queryRef('1'),
      queryId: id('1'),
      passages: byNames((names) => [
        passage('2', 'positives'),
        ...names.slice(2).map((name) => passage(name, 'negatives')),
      ]),
      together: true,
      isList: true,
      relevant: 1,
      uses: Object.keys,
      names: { query: '1', positive: '2', negatives: '3' },
    }),
};

function passage(field: string, are: 'positives' | 'negatives'): PassageField {
  return { field, are, holds: 'one', item, scores: 'own' };
}

const item: ItemReader = (found, field, index) => idItem(idPart(found), field, index);

function isListOfIds(value: JsonObject): boolean {
  const ids = Object.values(value).map(idPart);
  return (
    ids.length >= 3 &&
    ids.every((each, index) => isIdLike(each) || (each === null && index >= 2)) &&
    ids.some((each) => typeof each !== 'string' || /\d/.test(each))
  );
}

/** The id of an item that may have its score beside it. */
function idPart(found: unknown): unknown {
  return Array.isArray(found) && found.length === 2 ? (found[0] as unknown) : found;
}
