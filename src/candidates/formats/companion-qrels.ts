import { Fault, type JsonObject } from '../records/fault';
import { byNames } from './column-names';
import { missing, numberOf, readId, wrongType } from './fields';
import type { Judgement, QrelsFormat } from './format';
import { hitsOf, namedHits, placedHits } from './hits';

/** Judgements under a header, as BEIR's `query-id`, `corpus-id`, `score`. */
export const namedQrels: QrelsFormat = {
  kind: 'qrels',
  name: 'BEIR qrels',
  shape: 'query-id, corpus-id, score under a header',
  keys: ['query-id', 'corpus-id', 'score'],
  matches: (value, hint) => namedHits(Object.keys(value)) !== null && hitsOf(value, hint)?.means === 'grade',
  read: readerOf(),
};

/** TREC's four columns, or three, without header. */
export const placedQrels: QrelsFormat = {
  kind: 'qrels',
  name: 'TREC qrels',
  shape: 'qid 0 docid relevance, or three columns qid, docid, relevance in a file with "qrels" in its path',
  keys: ['1', '2', '3', '4'],
  matches: (value, hint) => namedHits(Object.keys(value)) === null && hitsOf(value, hint)?.means === 'grade',
  read: readerOf(),
};

/** Judgements of either shape, for who says what a file is. */
export const anyQrels: QrelsFormat = {
  ...namedQrels,
  name: 'qrels',
  matches: (value, hint) => hitsOf(value, hint)?.means === 'grade',
};

/** Reads entries of any shape: the names tell which. */
function readerOf(): (value: JsonObject) => Judgement | Fault {
  const columnsOf = byNames((names) => namedHits(names) ?? placedHits(names));
  return (value) => {
    const columns = columnsOf(value);
    if (columns === null) return missing('score', 'a query id, a document id and a relevance in each row');
    const queryId = readId(value, columns.query);
    if (queryId instanceof Fault) return queryId;
    const documentId = readId(value, columns.document);
    if (documentId instanceof Fault) return documentId;
    const found = value[columns.number];
    const relevance = numberOf(found);
    return relevance === null
      ? wrongType(columns.number, 'a number', found)
      : { queryId, documentId, relevance };
  };
}
