/**
 * The formats as data: what each is called, what it looks like, what it needs and who documents it. The readers, the
 * page and `docs/FORMATS.md` take their names from here, so that a format has one name everywhere. Importing this file
 * brings no reader along.
 */

import type { CompanionKind, Container, FormatId } from '../reading';

/** Containers of records with lists or objects in them. */
const NESTED: readonly Container[] = ['JSONL', 'JSON array', 'Parquet'];
const TABLES: readonly Container[] = ['CSV', 'TSV'];

/** One format of candidate files. */
export interface RecordFormatEntry {
  readonly id: FormatId;
  /** Its one name. */
  readonly name: string;
  /** Its fields, as the tool that writes it names them. */
  readonly fields: string;
  /** Containers it may come in; gzip may be around each. */
  readonly containers: readonly Container[];
  /** Companions without which none of its records can be read. */
  readonly needs: readonly CompanionKind[];
}

/** One kind of companion files. */
export interface CompanionEntry {
  readonly id: CompanionKind;
  readonly name: string;
  readonly fields: string;
}

/** A file whose columns the user names. */
export const MAPPED: RecordFormatEntry = {
  id: 'mapped',
  name: 'columns by hand',
  fields: 'the columns that you name',
  containers: [...NESTED, ...TABLES, 'JSON object', 'columns'],
  needs: [],
};

/** Formats of candidate files that are recognised, in the order in which they are listed everywhere. */
export const RECORD_FORMATS: readonly RecordFormatEntry[] = [
  {
    id: 'plain',
    name: 'plain JSON',
    fields: 'query, positive, negatives',
    containers: NESTED,
    needs: [],
  },
  {
    id: 'tevatron',
    name: 'Tevatron',
    fields: 'query, positive_passages, negative_passages',
    containers: NESTED,
    needs: [],
  },
  {
    id: 'flag-embedding',
    name: 'FlagEmbedding',
    fields: 'query, pos, neg',
    containers: NESTED,
    needs: [],
  },
  {
    id: 'tevatron-ids',
    name: 'Tevatron with document ids',
    fields: 'query_text, positive_document_ids, negative_document_ids',
    containers: NESTED,
    needs: ['corpus'],
  },
  {
    id: 'dpr',
    name: 'DPR',
    fields: 'question, positive_ctxs, negative_ctxs, hard_negative_ctxs',
    containers: ['JSON array', 'JSONL'],
    needs: [],
  },
  {
    id: 'msmarco-hard-negatives',
    name: 'msmarco-hard-negatives',
    fields: 'qid, pos, neg by system',
    containers: ['JSONL'],
    needs: ['corpus', 'queries'],
  },
  {
    id: 'nemo',
    name: 'NeMo',
    fields: 'corpus, data of question, pos_doc, neg_doc',
    containers: ['JSON object'],
    needs: ['corpus'],
  },
  {
    id: 'contrastors',
    name: 'contrastors',
    fields: 'query, document, negatives',
    containers: ['JSONL'],
    needs: [],
  },
  {
    id: 'distillation',
    name: 'knowledge distillation',
    fields: 'query_id, document_ids, scores',
    containers: ['Parquet', 'JSONL'],
    needs: ['corpus', 'queries'],
  },
  {
    id: 'labeled-lists',
    name: 'sentence-transformers labeled lists',
    fields: 'query, list of documents, labels or scores',
    containers: NESTED,
    needs: [],
  },
  {
    id: 'labeled-pairs',
    name: 'sentence-transformers labeled pairs',
    fields: 'query, document, label or score of 1 or 0',
    containers: [...NESTED, ...TABLES],
    needs: [],
  },
  {
    id: 'colbert',
    name: 'ColBERT',
    fields: 'lists of a query id, a positive id and negative ids',
    containers: ['JSONL'],
    needs: ['corpus', 'queries'],
  },
  {
    id: 'run',
    name: 'retrieval run',
    fields: 'TREC with six columns, or query id, document id, score',
    containers: ['columns', ...TABLES, 'JSONL', 'JSON object', 'Parquet'],
    needs: ['corpus', 'queries', 'qrels'],
  },
  {
    id: 'reranking',
    name: 'rank_llm and RankGPT',
    fields: 'query, hits or candidates with docid and text',
    containers: ['JSON array', 'JSONL'],
    needs: ['qrels'],
  },
  {
    id: 'rocketqa',
    name: 'RocketQA',
    fields: 'six columns without header: query, title and text of a positive, of a negative, 0',
    containers: ['TSV'],
    needs: [],
  },
  {
    id: 'tuples',
    name: 'sentence-transformers tuples',
    fields: 'columns anchor, positive, negative or negative_1, negative_2 …',
    containers: [...NESTED, ...TABLES],
    needs: [],
  },
  {
    id: 'named',
    name: 'fields by name',
    fields: 'any names that tell: query or question, pos or chosen, neg, hard_negatives or rejected …',
    containers: [...NESTED, ...TABLES],
    needs: [],
  },
];

/** Companion files: what other files name by id. */
export const COMPANION_FORMATS: readonly CompanionEntry[] = [
  { id: 'corpus', name: 'corpus', fields: 'document id, text, title where there is one' },
  { id: 'queries', name: 'queries', fields: 'query id, text' },
  { id: 'qrels', name: 'qrels', fields: 'query id, document id, relevance' },
];

/** What the catalogue says of a format, `mapped` too. */
export function catalogued(id: FormatId): RecordFormatEntry {
  const found = [...RECORD_FORMATS, MAPPED].find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`the catalogue has no format ${id}`);
  return found;
}

/** Whether an id is that of a companion's kind. */
export function isCompanionKind(id: FormatId | CompanionKind): id is CompanionKind {
  return COMPANION_FORMATS.some((entry) => entry.id === id);
}
