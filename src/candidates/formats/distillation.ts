import { Fault } from '../records/fault';
import { draftFormat } from './draft-format';
import { isNull, noPositive, readList } from './fields';
import { idItem } from './items';
import { id, listsAmong, negativeList, queryRef } from './read-draft';
import { checkScores } from './scores';

const DOCUMENTS = 'document_ids';
const FIRST = 'document_ids[0]';
const BESIDE = ['scores'];

/** Rows of knowledge distillation: ids of documents with a teacher's scores. The first is the positive. */
export const distillation = draftFormat({
  id: 'distillation',
  name: 'knowledge distillation',
  shape:
    '{"query_id": 1, "document_ids": [2, 3, 4], "scores": [0.9, 0.4, 0.1]} with a queries and a corpus file',
  keys: ['query_id', DOCUMENTS, 'scores'],
  needs: ['corpus', 'queries'],
  parts: {
    query: queryRef('query_id'),
    positives(value) {
      const list = readList(value, DOCUMENTS);
      if (list instanceof Fault) return list;
      if (list.length === 0) return noPositive(DOCUMENTS);
      const positive = idItem(list[0], DOCUMENTS, 0);
      if (positive instanceof Fault) return positive;
      return positive === null ? isNull(FIRST, 'an id: a string or a number') : [positive];
    },
    negatives(value) {
      const list = readList(value, DOCUMENTS);
      if (list instanceof Fault) return list;
      const beside = listsAmong(value, BESIDE);
      const read = negativeList(list, 1, idItem, DOCUMENTS, { key: null, path: [DOCUMENTS], beside });
      return read instanceof Fault ? read : [read];
    },
    queryId: id('query_id'),
    scores: (value) => {
      const list = value[DOCUMENTS];
      return checkScores(value['scores'], Array.isArray(list) ? list.length : 0);
    },
    fields: { query: 'query_id', positive: FIRST, negatives: DOCUMENTS },
  },
});
