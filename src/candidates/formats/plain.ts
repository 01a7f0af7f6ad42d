import { Fault } from '../fault';
import { readEmbeddings, readNegativeTexts, readQueryId, readText } from './fields';
import { hasKeys, type Format } from './format';

const KEYS = ['query', 'positive', 'negatives'];

/** One positive, a list of negatives. */
export const plain: Format = {
  name: 'plain JSON',
  shape: '{"query": "…", "positive": "…", "negatives": ["…"]}',
  keys: KEYS,
  joinsRows: false,

  matches: (value) => hasKeys(value, KEYS),

  read(value) {
    const query = readText(value, 'query');
    if (query instanceof Fault) return query;
    const positive = readText(value, 'positive');
    if (positive instanceof Fault) return positive;
    const negatives = readNegativeTexts(value, 'negatives');
    if (negatives instanceof Fault) return negatives;
    const queryId = readQueryId(value);
    if (queryId instanceof Fault) return queryId;
    return {
      queryId,
      query,
      positive,
      furtherPositives: 0,
      negatives,
      embeddings: readEmbeddings(value),
      fields: { query: 'query', positive: 'positive', negatives: 'negatives' },
    };
  },
};
