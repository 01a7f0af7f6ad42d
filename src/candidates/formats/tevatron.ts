import { draftFormat } from './draft-format';
import { titledItem } from './items';
import { negativesIn, positivesIn, text } from './read-draft';
import { checkPassageScores, worse } from './scores';

const FIRST_POSITIVE = 'positive_passages[0].text';

/** Passages with title and text as Tevatron's training sets have them; the first positive is used. */
export const tevatron = draftFormat({
  id: 'tevatron',
  name: 'Tevatron',
  shape:
    '{"query_id": "…", "query": "…", "positive_passages": [{"docid": "…", "title": "…", "text": "…"}], ' +
    '"negative_passages": [{"docid": "…", "title": "…", "text": "…"}]}',
  keys: ['query', 'positive_passages', 'negative_passages'],
  parts: {
    query: text('query'),
    positives: positivesIn('positive_passages', titledItem, FIRST_POSITIVE),
    negatives: negativesIn('negative_passages', titledItem),
    scores: (value) =>
      worse(checkPassageScores(value['positive_passages']), checkPassageScores(value['negative_passages'])),
    fields: { query: 'query', positive: FIRST_POSITIVE, negatives: 'negative_passages' },
  },
});
