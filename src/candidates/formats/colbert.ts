/** ColBERT's training lists. */

import { Fault, type JsonObject } from '../fault';
import { catalogued } from './catalogue';
import { isIdLike } from './columns';
import { isNull, missing, readId } from './fields';
import { Ref, type Draft, type Format, type Hint, type Text } from './format';
import { idItem } from './passages';
import { ascending } from './read-draft';
import { checkScores } from './scores';

const { name, shape, needs } = catalogued('colbert');

const FIELDS = { query: '1', positive: '2', negatives: '3' };

/** ColBERT's training lists: ids of a query, its positive and its negatives, each alone or with a teacher's score. */
export const colbert: Format = {
  id: 'colbert',
  name,
  shape,
  keys: ['1', '2', '3'],
  joins: 'none',
  needs,
  apart: null,
  matches,
  uses: (value) => Object.keys(value),
  read,
};

/** Lists of ids only; words are told from ids by the digits that ids have. */
function matches(value: JsonObject, hint: Hint): boolean {
  if (hint.container !== 'JSONL' || hint.named || !isListOfIds(value)) return false;
  return hint.samples.filter(isListOfIds).length >= hint.samples.length / 2;
}

function isListOfIds(value: JsonObject): boolean {
  const ids = Object.values(value).map(idPart);
  return (
    ids.length >= 3 &&
    ids.every((id, index) => isIdLike(id) || (id === null && index >= 2)) &&
    ids.some((id) => typeof id !== 'string' || /\d/.test(id))
  );
}

/** The id of an item that may have its score beside it. */
function idPart(item: unknown): unknown {
  return Array.isArray(item) && item.length === 2 ? (item[0] as unknown) : item;
}

function read(value: JsonObject): Draft | Fault {
  const queryId = readId(value, '1');
  if (queryId instanceof Fault) return queryId;
  const items = length(value);
  if (items < 2) return missing('2', 'the id of the positive');
  const positive = idItem(idPart(value['2']), '2', -1);
  if (positive instanceof Fault) return positive;
  if (positive === null) return isNull('2', 'the id of the positive');
  const texts: (Text | null)[] = [];
  for (let item = 3; item <= items; item += 1) {
    const negative = idItem(idPart(value[item]), String(item), -1);
    if (negative instanceof Fault) return negative;
    texts.push(negative);
  }
  const where = { kind: 'list', path: [], indices: ascending(2, texts.length), beside: [] } as const;
  return {
    queryId,
    query: new Ref('queries', queryId),
    positives: [positive],
    lists: [{ key: null, texts, where, ranks: null }],
    embeddings: null,
    scores: scoresOf(value, items),
    fields: FIELDS,
  };
}

/** Number of items of a list that stands under "1", "2" … */
function length(value: JsonObject): number {
  let items = 0;
  while (value[items + 1] !== undefined) items += 1;
  return items;
}

/** Checks the scores of items that have one beside their id. */
function scoresOf(value: JsonObject, items: number): Draft['scores'] {
  const scores: unknown[] = [];
  for (let item = 2; item <= items; item += 1) {
    const pair = value[item];
    if (Array.isArray(pair)) scores.push(pair[1]);
  }
  return checkScores(scores, items - 1);
}
