import { draftFormat } from './draft-format';
import { hasKeys } from './format';
import { idItem } from './items';
import { negativesIn, positivesIn, text, type Parts } from './read-draft';

const LISTS = ['positive_document_ids', 'negative_document_ids'];

/** Ids of documents whose texts stand in a corpus file, as Tevatron's newer training sets have them. */
export const tevatronIds = draftFormat({
  id: 'tevatron-ids',
  name: 'Tevatron with document ids',
  shape:
    '{"query_id": "…", "query_text": "…", "positive_document_ids": ["…"], "negative_document_ids": ["…"]}' +
    ' with a corpus file',
  keys: ['query_text', ...LISTS],
  alsoUses: ['query'],
  needs: ['corpus'],
  matches: (value) =>
    hasKeys(value, LISTS) && (Object.hasOwn(value, 'query_text') || Object.hasOwn(value, 'query')),
  parts: (value) => (value['query_text'] === undefined && value['query'] !== undefined ? older : newer),
});

const newer = partsWith('query_text');
const older = partsWith('query');

function partsWith(query: string): Parts {
  return {
    query: text(query),
    positives: positivesIn('positive_document_ids', idItem),
    negatives: negativesIn('negative_document_ids', idItem),
    fields: { query, positive: 'positive_document_ids[0]', negatives: 'negative_document_ids' },
  };
}
