import { draftFormat } from './draft-format';
import { idObjectItem } from './items';
import { negativesIn, positivesIn, text } from './read-draft';

/** NeMo's training files: under `data`, questions with ids of documents of a corpus. */
export const nemo = draftFormat({
  id: 'nemo',
  name: 'NeMo',
  shape:
    '{"corpus": {"path": "…"}, "data": [{"question_id": "…", "question": "…", "corpus_id": "…", ' +
    '"pos_doc": [{"id": "…"}], "neg_doc": [{"id": "…"}]}]} with a corpus file',
  keys: ['question', 'pos_doc', 'neg_doc'],
  alsoUses: ['question_id', 'corpus_id'],
  needs: ['corpus'],
  parts: {
    query: text('question'),
    positives: positivesIn('pos_doc', idObjectItem),
    negatives: negativesIn('neg_doc', idObjectItem),
    fields: { query: 'question', positive: 'pos_doc[0]', negatives: 'neg_doc' },
  },
});
