import { draftFormat } from './draft-format';
import { textItem } from './items';
import { negativesIn, onePositive, textOrId } from './read-draft';

/** A document and a list of negatives, as contrastors reads them. */
export const contrastors = draftFormat({
  id: 'contrastors',
  name: 'contrastors',
  shape: '{"query": "…", "document": "…", "negatives": ["…"]}',
  keys: ['query', 'document', 'negatives'],
  ofTexts: true,
  parts: {
    query: textOrId('query'),
    positives: onePositive('document', textItem),
    negatives: negativesIn('negatives', textItem),
    fields: { query: 'query', positive: 'document', negatives: 'negatives' },
  },
});
