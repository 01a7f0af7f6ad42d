/** The formats that are read, in words: what each is called, its fields, which companion files it needs. */

import type { CompanionKind, FormatId, LabelChoice } from '../../../candidates/types';

export interface FormatWords {
  readonly id: FormatId | CompanionKind;
  readonly name: string;
  /** Its fields, as the tool that writes it names them. */
  readonly fields: string;
  /** Companion files that hold its texts; empty where it holds them itself. */
  readonly needs: readonly CompanionKind[];
}

/** Formats of files that give records. */
export const RECORD_FORMATS: readonly FormatWords[] = [
  { id: 'plain', name: 'plain JSON', fields: 'query, positive, negatives', needs: [] },
  {
    id: 'tuples',
    name: 'sentence-transformers triplets and n-tuples',
    fields: 'columns in the order anchor, positive, negatives',
    needs: [],
  },
  {
    id: 'labeled-pairs',
    name: 'sentence-transformers labeled pairs',
    fields: 'query, document, label or score of 1 or 0',
    needs: [],
  },
  {
    id: 'labeled-lists',
    name: 'sentence-transformers labeled lists',
    fields: 'query, list of documents, labels or scores',
    needs: [],
  },
  { id: 'flag-embedding', name: 'FlagEmbedding', fields: 'query, pos, neg', needs: [] },
  {
    id: 'tevatron',
    name: 'Tevatron',
    fields: 'query, positive_passages, negative_passages',
    needs: [],
  },
  {
    id: 'tevatron-ids',
    name: 'Tevatron with document ids',
    fields: 'query_text, positive_document_ids, negative_document_ids',
    needs: ['corpus'],
  },
  {
    id: 'dpr',
    name: 'DPR',
    fields: 'question, positive_ctxs, negative_ctxs, hard_negative_ctxs',
    needs: [],
  },
  {
    id: 'msmarco-hard-negatives',
    name: 'msmarco-hard-negatives',
    fields: 'qid, pos, neg by system',
    needs: ['queries', 'corpus'],
  },
  { id: 'nemo', name: 'NeMo', fields: 'corpus, data of question, pos_doc, neg_doc', needs: ['corpus'] },
  { id: 'contrastors', name: 'contrastors', fields: 'query, document, negatives', needs: [] },
  {
    id: 'colbert',
    name: 'ColBERT',
    fields: 'lists of a query id, a positive id and negative ids',
    needs: ['queries', 'corpus'],
  },
  {
    id: 'run',
    name: 'run file',
    fields: 'TREC with six columns, or query id, document id, score',
    needs: ['queries', 'corpus', 'qrels'],
  },
  {
    id: 'distillation',
    name: 'knowledge distillation',
    fields: 'query_id, document_ids, scores',
    needs: ['queries', 'corpus'],
  },
];

/** Companion files: what other files name by id. */
export const COMPANION_FORMATS: readonly FormatWords[] = [
  { id: 'corpus', name: 'corpus', fields: 'document id, text, title where there is one', needs: [] },
  { id: 'queries', name: 'queries', fields: 'query id, text', needs: [] },
  { id: 'qrels', name: 'qrels', fields: 'query id, document id, relevance', needs: [] },
];

/** A file whose columns the user names. */
export const MAPPED: FormatWords = {
  id: 'mapped',
  name: 'a mapping of columns',
  fields: 'the columns that you name',
  needs: [],
};

export function isCompanionKind(id: FormatId | CompanionKind): id is CompanionKind {
  return COMPANION_FORMATS.some((format) => format.id === id);
}

/** Where a source label comes from, for the select "Source label from". */
export function labelInWords(label: LabelChoice): string {
  if (label.kind === 'file') return "the file's name";
  if (label.kind === 'column') return `column ${label.column}`;
  return label.kind === 'keys' ? 'the keys of neg' : 'the names of its lists';
}
