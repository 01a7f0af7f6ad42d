import type { JsonObject } from '../records/fault';
import { draftFormat } from './draft-format';
import type { Draft } from './format';
import { textItem } from './items';
import { negativesIn, positivesIn, textOrId } from './read-draft';
import { checkScores, worse } from './scores';

/** Lists of positives and negatives as FlagEmbedding's fine-tuning reads them; the first positive is used. */
export const flagEmbedding = draftFormat({
  id: 'flag-embedding',
  name: 'FlagEmbedding',
  shape: '{"query": "…", "pos": ["…"], "neg": ["…"]}',
  keys: ['query', 'pos', 'neg'],
  alsoUses: ['pos_scores', 'neg_scores', 'prompt'],
  ofTexts: true,
  parts: {
    query: textOrId('query'),
    positives: positivesIn('pos', textItem),
    negatives: negativesIn('neg', textItem, ['neg_scores', 'negative_embeddings']),
    scores,
    fields: { query: 'query', positive: 'pos[0]', negatives: 'neg' },
  },
});

function scores(value: JsonObject): Draft['scores'] {
  const [positives, negatives] = [value['pos_scores'], value['neg_scores']];
  if ((positives ?? null) === null && (negatives ?? null) === null) return null;
  return worse(
    checkScores(positives, lengthOf(value['pos'])),
    checkScores(negatives, lengthOf(value['neg'])),
  );
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
