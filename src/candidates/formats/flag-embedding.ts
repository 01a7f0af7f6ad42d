import { Fault } from '../fault';
import {
  asText,
  noPositive,
  readEmbeddings,
  readList,
  readNegativeTexts,
  readQueryId,
  readText,
} from './fields';
import { hasKeys, type Format } from './format';

const KEYS = ['query', 'pos', 'neg'];

/** Lists of positives and negatives as FlagEmbedding's fine-tuning reads them; the first positive is used. */
export const flagEmbedding: Format = {
  name: 'FlagEmbedding',
  shape: '{"query": "…", "pos": ["…"], "neg": ["…"]}',
  keys: KEYS,
  joinsRows: false,

  matches: (value) => hasKeys(value, KEYS),

  read(value) {
    const query = readText(value, 'query');
    if (query instanceof Fault) return query;
    const positives = readList(value, 'pos');
    if (positives instanceof Fault) return positives;
    if (positives.length === 0) return noPositive('pos');
    const positive = asText(positives[0], 'pos[0]');
    if (positive instanceof Fault) return positive;
    const negatives = readNegativeTexts(value, 'neg');
    if (negatives instanceof Fault) return negatives;
    const queryId = readQueryId(value);
    if (queryId instanceof Fault) return queryId;
    return {
      queryId,
      query,
      positive,
      furtherPositives: positives.length - 1,
      negatives,
      embeddings: readEmbeddings(value),
      fields: { query: 'query', positive: 'pos[0]', negatives: 'neg' },
    };
  },
};
