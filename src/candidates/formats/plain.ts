import { draftFormat } from './draft-format';
import { textItem } from './items';
import { negativesIn, onePositive, textOrId } from './read-draft';

/** One positive, a list of negatives, perhaps embeddings. */
export const plain = draftFormat({
  id: 'plain',
  name: 'plain JSON',
  shape: '{"query": "…", "positive": "…", "negatives": ["…"]}',
  keys: ['query', 'positive', 'negatives'],
  ofTexts: true,
  parts: {
    query: textOrId('query'),
    positives: onePositive('positive', textItem),
    negatives: negativesIn('negatives', textItem),
    fields: { query: 'query', positive: 'positive', negatives: 'negatives' },
  },
});
