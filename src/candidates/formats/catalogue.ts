/**
 * The formats as data: name, fields and needed companions. The readers, the page and `docs/FORMATS.md` take their names
 * from here. Importing this file loads no reader.
 */

/** Files without records, with what records name by id; or, of any form, with what must not be trained on. */
export type CompanionKind = 'corpus' | 'queries' | 'qrels' | 'evaluation';

/** Those that records name by id. */
export type NamedKind = Exclude<CompanionKind, 'evaluation'>;

export type Container =
  | 'JSONL'
  | 'JSON array'
  | 'JSON object'
  | 'CSV'
  | 'TSV'
  | 'columns'
  | 'Parquet'
  | 'Arrow';

/** Whether entries are rows of values: their text is made from these. */
export function holdsValues(container: Container): boolean {
  return container === 'Parquet' || container === 'Arrow';
}

/** What a format has whose fields have names of their own: query, positive, and each of the negatives, which may be missing. */
export interface OwnFields {
  /** Their names, where those of the entry say more. */
  readonly names?: string;
  /** Names of the query in older files. Of all names the first that an entry has counts. */
  readonly older?: readonly string[];
  /** The field of the positive holds one; all others hold lists. */
  readonly isOne?: boolean;
  /** What passages are: texts, which some files replace by ids (`ids-for-texts.ts`); objects with a text; or ids of a corpus. */
  readonly of?: 'texts' | 'objects' | 'ids';
  /** Passages have their own score, or there are lists of them such as `neg_scores`; by default they have none. */
  readonly scores?: 'own' | 'lists';
  /** Fields of the format beside these. */
  readonly alsoUses?: readonly string[];
}

export interface RecordFormatEntry<Id = FormatId> {
  readonly id: Id;
  /** Its one name. */
  readonly name: string;
  /** Its fields, as the tool that writes it names them. */
  readonly fields: string;
  /** Companions without which none of its records can be read. */
  readonly needs: readonly NamedKind[];
  /** How `tools.ts` reads it by its fields; those that have it are tried in the order of the table. */
  readonly own?: OwnFields;
}

export interface CompanionEntry {
  readonly id: CompanionKind;
  readonly name: string;
  readonly fields: string;
}

/** A file whose columns the user names. */
export const MAPPED: RecordFormatEntry<'mapped'> = {
  id: 'mapped',
  name: 'columns chosen by you',
  fields: 'the columns that you name',
  needs: [],
};

const formats = <Id extends string>(entries: readonly RecordFormatEntry<Id>[]) => entries;

/** Formats of candidate files that are recognised, in the order in which they are listed everywhere. */
export const RECORD_FORMATS = formats([
  { id: 'plain', name: 'plain JSON', fields: 'query, positive, negatives', needs: [], own: { isOne: true } },
  {
    id: 'tevatron',
    name: 'Tevatron',
    fields: 'query, positive_passages, negative_passages',
    needs: [],
    own: { of: 'objects', scores: 'own' },
  },
  {
    id: 'flag-embedding',
    name: 'FlagEmbedding',
    fields: 'query, pos, neg',
    needs: [],
    own: { scores: 'lists', alsoUses: ['prompt'] },
  },
  {
    id: 'tevatron-ids',
    name: 'Tevatron with document ids',
    fields: 'query_text, positive_document_ids, negative_document_ids',
    needs: ['corpus'],
    own: { older: ['query'], of: 'ids' },
  },
  {
    id: 'dpr',
    name: 'DPR',
    fields: 'question, positive_ctxs, negative_ctxs, hard_negative_ctxs',
    needs: [],
    own: { of: 'objects', alsoUses: ['answers'] },
  },
  {
    id: 'msmarco-hard-negatives',
    name: 'msmarco-hard-negatives',
    fields: 'qid, pos, neg by system',
    needs: ['corpus', 'queries'],
  },
  {
    id: 'nemo',
    name: 'NeMo',
    fields: 'corpus, data of question, pos_doc, neg_doc',
    needs: ['corpus'],
    // Under `data`; inline files have texts.
    own: {
      names: 'question, pos_doc, neg_doc',
      of: 'ids',
      scores: 'own',
      alsoUses: ['question_id', 'corpus_id'],
    },
  },
  {
    id: 'contrastors',
    name: 'contrastors',
    fields: 'query, document, negatives',
    needs: [],
    own: { isOne: true },
  },
  {
    id: 'distillation',
    name: 'knowledge distillation',
    fields: 'query_id, document_ids, scores',
    needs: ['corpus', 'queries'],
  },
  {
    id: 'labeled-lists',
    name: 'labeled lists',
    fields: 'query, list of documents with labels, flags or scores (sentence-transformers, MS MARCO)',
    needs: [],
  },
  {
    id: 'labeled-pairs',
    name: 'labeled pairs',
    fields: 'query, document, label or score of 1 or 0 (sentence-transformers)',
    needs: [],
  },
  {
    id: 'colbert',
    name: 'ColBERT',
    fields: 'lists of a query id, a positive id and negative ids',
    needs: ['corpus', 'queries'],
  },
  {
    id: 'run',
    name: 'retrieval run',
    fields: 'TREC with six columns, or query id, document id, score',
    needs: ['corpus', 'queries', 'qrels'],
  },
  {
    id: 'reranking',
    name: 'hits by query',
    fields:
      'query or its id, a list of hits with docid and text (rank_llm, RankGPT) or score, or of mined ids',
    needs: ['qrels'],
  },
  {
    id: 'rocketqa',
    name: 'RocketQA',
    fields: 'six columns without header: query, title and text of a positive, of a negative, 0',
    needs: [],
  },
  {
    id: 'tuples',
    name: 'sentence-transformers tuples',
    fields: 'columns anchor, positive, negative or negative_1, negative_2 …',
    needs: [],
  },
  {
    id: 'named',
    name: 'fields by name',
    fields: 'any names that tell: query or question, pos or chosen, neg, hard_negatives or rejected …',
    needs: [],
  },
]);

export type FormatId = (typeof RECORD_FORMATS)[number]['id'] | 'mapped';

export const COMPANION_FORMATS: readonly CompanionEntry[] = [
  { id: 'corpus', name: 'corpus', fields: 'document id, text, title where there is one' },
  { id: 'queries', name: 'queries', fields: 'query id, text' },
  { id: 'qrels', name: 'qrels', fields: 'query id, document id, relevance' },
  {
    id: 'evaluation',
    name: 'evaluation: not to be trained on',
    fields: 'queries, and relevant documents where it has them: records, a list of queries, qrels',
  },
];

/** What the catalogue says of a format, `mapped` too. */
export function catalogued(id: FormatId): RecordFormatEntry {
  const found = [...RECORD_FORMATS, MAPPED].find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`the catalogue has no format ${id}`);
  return found;
}

/** How a file was read, as it is said of it: `Tevatron JSONL`, `TREC run`, `CSV, columns chosen by you`. */
export function readAsInWords(id: FormatId, container: Container): string {
  const { name } = catalogued(id);
  if (id === MAPPED.id) return `${container}, ${name}`;
  return id === 'run' && container === 'columns' ? 'TREC run' : `${name} ${container}`;
}

/** Whether an id is that of a companion's kind. */
export function isCompanionKind(id: FormatId | CompanionKind): id is CompanionKind {
  return COMPANION_FORMATS.some((entry) => entry.id === id);
}
