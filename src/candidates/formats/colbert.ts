/** ColBERT's training lists: ids of a query, its positive and its negatives, each alone or with a teacher's score. */

import { Fault, type JsonObject } from '../fault';
import { isIdLike } from './columns';
import { format, type Hint, type NegativeList, type Text } from './format';
import { idItem, type ItemReader } from './passages';
import { ascending, id, noEmbeddings, onePositive, queryRef, readDraft, type Parts } from './read-draft';
import { checkScores, listOf } from './scores';

const item: ItemReader = (found, field, index) => idItem(idPart(found), field, index);

const PARTS: Parts = {
  query: queryRef('1'),
  positives: onePositive('2', item, 'the id of the positive'),
  negatives: negativesFrom3,
  queryId: id('1'),
  embeddings: noEmbeddings,
  scores(value) {
    const items = Object.values(value).slice(1);
    const scored = items.filter((each): each is unknown[] => Array.isArray(each));
    return checkScores(
      scored.map(([, score]) => score),
      items.length,
    );
  },
  given: (value) =>
    Object.values(value)
      .slice(1)
      .map((each) => listOf(each)[1]),
  fields: { query: '1', positive: '2', negatives: '3' },
};

export const colbert = format('colbert', {
  matches,
  uses: (value) => Object.keys(value),
  read: (value) => readDraft(value, PARTS),
});

/** Lists of ids only. Some id must have a digit: words are no ids. */
function matches(value: JsonObject, hint: Hint): boolean {
  if (hint.container !== 'JSONL' || hint.named || !isListOfIds(value)) return false;
  return hint.samples.filter(isListOfIds).length >= hint.samples.length / 2;
}

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

function negativesFrom3(value: JsonObject): readonly NegativeList[] | Fault {
  const texts: (Text | null)[] = [];
  for (const [name, found] of Object.entries(value).slice(2)) {
    const negative = item(found, name, -1);
    if (negative instanceof Fault) return negative;
    texts.push(negative);
  }
  const where = { kind: 'list', path: [], indices: ascending(2, texts.length), beside: [] } as const;
  return [{ key: null, texts, where, ranks: null }];
}
