import { draftFormat } from './draft-format';
import { hasKeys } from './format';
import { titledItem } from './items';
import { negativeFields, positivesIn, text } from './read-draft';

const FIRST_POSITIVE = 'positive_ctxs[0].text';
const LISTS = ['negative_ctxs', 'hard_negative_ctxs'];

/** DPR's training files: passages with title and text, and two lists of negatives, each of which may be missing. */
export const dpr = draftFormat({
  id: 'dpr',
  name: 'DPR',
  shape:
    '{"question": "…", "answers": ["…"], "positive_ctxs": [{"title": "…", "text": "…"}], ' +
    '"negative_ctxs": [{"title": "…", "text": "…"}], "hard_negative_ctxs": [{"title": "…", "text": "…"}]}',
  keys: ['question', 'positive_ctxs', 'hard_negative_ctxs'],
  alsoUses: ['negative_ctxs', 'answers'],
  apart: 'fields',
  matches: (value) =>
    hasKeys(value, ['question', 'positive_ctxs']) && LISTS.some((list) => Object.hasOwn(value, list)),
  parts: {
    query: text('question'),
    positives: positivesIn('positive_ctxs', titledItem, FIRST_POSITIVE),
    negatives: negativeFields(LISTS, titledItem),
    fields: { query: 'question', positive: FIRST_POSITIVE, negatives: LISTS.join(', ') },
  },
});
