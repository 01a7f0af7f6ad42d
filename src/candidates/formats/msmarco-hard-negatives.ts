import { isObject, Fault, type JsonObject } from '../records/fault';
import { draftFormat } from './draft-format';
import { asList, isNull, missing, wrongType } from './fields';
import type { NegativeList } from './format';
import { idItem } from './items';
import { id, negativeList, positivesIn, queryRef, withoutEmpty } from './read-draft';

/** The file msmarco-hard-negatives: ids of queries and passages, negatives by the system that found them. */
export const msmarcoHardNegatives = draftFormat({
  id: 'msmarco-hard-negatives',
  name: 'msmarco-hard-negatives',
  shape: '{"qid": 1, "pos": [2], "neg": {"bm25": [3, 4], "SYSTEM": [5]}} with a queries and a corpus file',
  keys: ['qid', 'pos', 'neg'],
  needs: ['corpus', 'queries'],
  apart: 'keys',
  parts: {
    query: queryRef('qid'),
    positives: positivesIn('pos', idItem),
    negatives,
    queryId: id('qid'),
    fields: { query: 'qid', positive: 'pos[0]', negatives: 'neg' },
  },
});

/** One list for each key of `neg`. */
function negatives(value: JsonObject): readonly NegativeList[] | Fault {
  const expected = 'an object of lists, one for each system';
  const systems = value['neg'];
  if (systems === undefined) return missing('neg', expected);
  if (systems === null) return isNull('neg', expected);
  if (!isObject(systems)) return wrongType('neg', expected, systems);
  const lists: NegativeList[] = [];
  for (const [key, ids] of Object.entries(systems)) {
    const field = `neg.${key}`;
    const list = asList(ids, field);
    if (list instanceof Fault) return list;
    const read = negativeList(list, 0, idItem, field, { key, path: ['neg', key], beside: [] });
    if (read instanceof Fault) return read;
    lists.push(read);
  }
  if (lists.length > 0) return withoutEmpty(lists);
  return new Fault(
    'no-negatives',
    'neg',
    '`neg` is an empty object. Expected at least one negative; add one.',
  );
}
