/**
 * Formats with lists or objects under field names of their own, as rows of one table. A row says which field is the query,
 * the positives and the negatives and how each is read (`read-draft.ts`).
 */

import { Fault, isObject, type JsonObject } from '../fault';
import type { FormatId } from './catalogue';
import { asList, idOf, isNull, missing, readList, wrongId, wrongType } from './fields';
import { format, hasKeys, type Format, type NegativeList, type Text } from './format';
import { hasOtherRoles, roleOf } from './names';
import { hasText, idItem, idObjectItem, passageItem, textItem, titledItem } from './passages';
import {
  ascending,
  id,
  listsAmong,
  negativeFields,
  negativeList,
  negativesIn,
  noEmbeddings,
  noPositives,
  onePositive,
  positivesIn,
  positivesOf,
  queryRef,
  readDraft,
  text,
  textOrId,
  withoutEmpty,
  type Parts,
} from './read-draft';
import { checkPassageScores, checkScores, listOf, passageScores, worse } from './scores';

const FIRST_PASSAGE = 'positive_passages[0].text';
const FIRST_CONTEXT = 'positive_ctxs[0].text';
const CONTEXTS = ['negative_ctxs', 'hard_negative_ctxs'];
const ID_LISTS = ['positive_document_ids', 'negative_document_ids'];
const DOCUMENTS = 'document_ids';
const POSITIVES = 'positive_ids';

interface JsonFormat {
  readonly id: FormatId;
  /** Fields without which a record is not of the format. */
  readonly keys: readonly string[];
  /** Fields of the format beside `keys`. */
  readonly alsoUses?: readonly string[];
  /** How several lists become sources of their own. */
  readonly apart?: 'keys' | 'fields';
  /** By default: all `keys` are present, and `lists` hold lists. */
  readonly matches?: Format['matches'];
  readonly parts: Parts | ((value: JsonObject) => Parts);
  /** Fields that must hold lists: where they do not, names alone decide how the file is read. */
  readonly lists?: readonly string[];
  /** Whether passages are texts that some files replace by ids. */
  readonly ofTexts?: boolean;
}

function jsonFormat(row: JsonFormat): Format {
  const { keys, parts, apart = null, ofTexts = false } = row;
  const used = [...keys, ...(row.alsoUses ?? [])];
  return format(row.id, {
    apart,
    ofTexts,
    matches:
      row.matches ??
      ((value, { samples }) =>
        hasKeys(value, keys) &&
        areLists(row, samples) &&
        !(ofTexts && hasOtherRoles(Object.keys(value), used))),
    uses: () => used,
    read: (value) => readDraft(value, typeof parts === 'function' ? parts(value) : parts),
  });
}

/** Whether `lists` are lists of texts or ids in most of the first entries that have them. */
function areLists({ keys, lists = [] }: JsonFormat, samples: readonly JsonObject[]): boolean {
  const [query = ''] = keys;
  const listed = samples.filter((sample) => Array.isArray(sample[query]));
  if (lists.length > 0 && listed.length > samples.length / 2) return false;
  return lists.every((field) => {
    const filled = samples.filter((sample) => (sample[field] ?? null) !== null);
    const plain = filled.filter((sample) => isPlainList(sample[field]));
    return plain.length >= filled.length / 2;
  });
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null);
}

/** One positive, a list of negatives, perhaps embeddings. */
const plain = jsonFormat({
  id: 'plain',
  keys: ['query', 'positive', 'negatives'],
  lists: ['negatives'],
  ofTexts: true,
  parts: {
    query: textOrId('query'),
    positives: onePositive('positive', textItem),
    negatives: negativesIn('negatives', textItem),
    fields: { query: 'query', positive: 'positive', negatives: 'negatives' },
  },
});

/** Passages with title and text, as Tevatron's training sets have them. */
const tevatron = jsonFormat({
  id: 'tevatron',
  keys: ['query', 'positive_passages', 'negative_passages'],
  parts: {
    query: text('query'),
    positives: positivesIn('positive_passages', titledItem, FIRST_PASSAGE),
    negatives: negativesIn('negative_passages', titledItem),
    scores: (value) =>
      worse(checkPassageScores(value['positive_passages']), checkPassageScores(value['negative_passages'])),
    given: (value) => [
      ...passageScores(value['positive_passages']).slice(0, 1),
      ...passageScores(value['negative_passages']),
    ],
    fields: { query: 'query', positive: FIRST_PASSAGE, negatives: 'negative_passages' },
  },
});

/** Lists of positives and negatives, as FlagEmbedding's fine-tuning reads them. */
const flagEmbedding = jsonFormat({
  id: 'flag-embedding',
  keys: ['query', 'pos', 'neg'],
  lists: ['pos', 'neg'],
  alsoUses: ['pos_scores', 'neg_scores', 'prompt'],
  ofTexts: true,
  parts: {
    query: textOrId('query'),
    positives: positivesIn('pos', textItem),
    negatives: negativesIn('neg', textItem, ['neg_scores', 'negative_embeddings']),
    scores: (value) =>
      worse(
        checkScores(value['pos_scores'], lengthOf(value['pos'])),
        checkScores(value['neg_scores'], lengthOf(value['neg'])),
      ),
    given: (value) => [...listOf(value['pos_scores']).slice(0, 1), ...listOf(value['neg_scores'])],
    fields: { query: 'query', positive: 'pos[0]', negatives: 'neg' },
  },
});

/** Ids of documents of a corpus, as in Tevatron's newer training sets. */
const tevatronIds = jsonFormat({
  id: 'tevatron-ids',
  keys: ['query_text', ...ID_LISTS],
  alsoUses: ['query'],
  matches: (value) =>
    hasKeys(value, ID_LISTS) && (Object.hasOwn(value, 'query_text') || Object.hasOwn(value, 'query')),
  parts: (value) =>
    value['query_text'] === undefined && value['query'] !== undefined ? QUERY_OF_IDS : QUERY_TEXT_OF_IDS,
});

/** DPR's training files: passages with title and text, and two lists of negatives, either of which may be missing. */
const dpr = jsonFormat({
  id: 'dpr',
  keys: ['question', 'positive_ctxs', 'hard_negative_ctxs'],
  alsoUses: ['negative_ctxs', 'answers'],
  apart: 'fields',
  matches: (value) =>
    hasKeys(value, ['question', 'positive_ctxs']) && CONTEXTS.some((list) => Object.hasOwn(value, list)),
  parts: {
    query: text('question'),
    positives: positivesIn('positive_ctxs', titledItem, FIRST_CONTEXT),
    negatives: negativeFields(CONTEXTS, titledItem),
    fields: { query: 'question', positive: FIRST_CONTEXT, negatives: CONTEXTS.join(', ') },
  },
});

/** The file msmarco-hard-negatives: ids, with the negatives by the system that found them. */
const msmarcoHardNegatives = jsonFormat({
  id: 'msmarco-hard-negatives',
  keys: ['qid', 'pos', 'neg'],
  apart: 'keys',
  parts: {
    query: queryRef('qid'),
    positives: positivesIn('pos', idItem),
    negatives: negativesBySystem,
    queryId: id('qid'),
    fields: { query: 'qid', positive: 'pos[0]', negatives: 'neg' },
  },
});

const NEMO = ['question', 'pos_doc', 'neg_doc'];

/** NeMo's training files: under `data`, questions with ids of documents of a corpus. Its inline files have texts there. */
const nemo = jsonFormat({
  id: 'nemo',
  keys: NEMO,
  alsoUses: ['question_id', 'corpus_id'],
  matches(value, { samples }) {
    const documents = samples.flatMap((sample) => [sample['pos_doc'], sample['neg_doc']]).flat();
    const texts = documents.filter((item) =>
      isObject(item) ? hasText(item) : typeof item === 'string' && /\s/.test(item),
    );
    return hasKeys(value, NEMO) && texts.length <= documents.length / 2;
  },
  parts: {
    query: text('question'),
    positives: positivesIn('pos_doc', idObjectItem),
    negatives: negativesIn('neg_doc', idObjectItem),
    given: (value) => [...passageScores(value['pos_doc']).slice(0, 1), ...passageScores(value['neg_doc'])],
    fields: { query: 'question', positive: 'pos_doc[0]', negatives: 'neg_doc' },
  },
});

/** A document and a list of negatives, as contrastors reads them. */
const contrastors = jsonFormat({
  id: 'contrastors',
  keys: ['query', 'document', 'negatives'],
  lists: ['negatives'],
  ofTexts: true,
  parts: {
    query: textOrId('query'),
    positives: onePositive('document', textItem),
    negatives: negativesIn('negatives', textItem),
    fields: { query: 'query', positive: 'document', negatives: 'negatives' },
  },
});

/** Ids of documents with a teacher's scores: rows of knowledge distillation. The first is the positive. */
const distillation = jsonFormat({
  id: 'distillation',
  keys: ['query_id', DOCUMENTS, 'scores'],
  alsoUses: [POSITIVES],
  parts: {
    query: queryRef('query_id'),
    positives: firstDocument,
    negatives: otherDocuments,
    queryId: id('query_id'),
    scores: (value) => checkScores(value['scores'], lengthOf(value[DOCUMENTS])),
    given: (value) => (positiveLists(value).length > 0 ? [] : listOf(value['scores'])),
    fields: { query: 'query_id', positive: `${DOCUMENTS}[0]`, negatives: DOCUMENTS },
  },
});

const HIT_LISTS = ['candidates', 'hits'];
const hitPassage = passageItem({ ids: null, instructed: false });

/** Queries with their hits and the hits' texts, best first, as rank_llm and RankGPT write them; judged by qrels. */
const reranking = jsonFormat({
  id: 'reranking',
  keys: ['query', ...HIT_LISTS],
  alsoUses: ['qid'],
  matches(value) {
    const hits = value[hitsFieldOf(value)];
    return value['query'] !== undefined && Array.isArray(hits) && hits.length > 0 && hits.every(isHit);
  },
  parts(value) {
    const field = hitsFieldOf(value);
    return {
      query: queryOfHits,
      positives: noPositives,
      negatives: () => hitsIn(value, field),
      queryId: () => queryIdOfHits(value, field),
      embeddings: noEmbeddings,
      hitIds: () => (value[field] as readonly JsonObject[]).map(({ docid }) => idOf(docid) ?? ''),
      fields: { query: 'query', positive: 'the qrels', negatives: field },
    };
  },
});

/** In the order in which they are tried. */
export const jsonFormats: readonly Format[] = [
  plain,
  tevatron,
  flagEmbedding,
  tevatronIds,
  dpr,
  msmarcoHardNegatives,
  nemo,
  contrastors,
  distillation,
  reranking,
];

function partsOfIds(query: string): Parts {
  return {
    query: text(query),
    positives: positivesIn('positive_document_ids', idItem),
    negatives: negativesIn('negative_document_ids', idItem),
    fields: { query, positive: 'positive_document_ids[0]', negatives: 'negative_document_ids' },
  };
}

const QUERY_TEXT_OF_IDS = partsOfIds('query_text');
const QUERY_OF_IDS = partsOfIds('query');

/** One list for each key of `neg`. */
function negativesBySystem(value: JsonObject): readonly NegativeList[] | Fault {
  const expected = 'an object of lists, one for each system';
  const systems = value['neg'];
  if (systems === undefined) return missing('neg', expected);
  if (systems === null) return isNull('neg', expected);
  if (!isObject(systems)) return wrongType('neg', expected, systems);
  const lists: NegativeList[] = [];
  for (const [key, ids] of Object.entries(systems)) {
    const field = `neg.${key}`;
    const list = asList(ids, field);
    if (list instanceof Fault) return list;
    const read = negativeList(list, 0, idItem, field, { key, path: ['neg', key], beside: [] });
    if (read instanceof Fault) return read;
    lists.push(read);
  }
  if (lists.length > 0) return withoutEmpty(lists);
  return new Fault(
    'no-negatives',
    'neg',
    '`neg` is an empty object. Expected at least one negative; add one.',
  );
}

/** Fields that name positives by id, `positive_ids` first. */
function positiveLists(value: JsonObject): string[] {
  const others = Object.keys(value).filter((name) => {
    const list = listOf(value[name]);
    const areIds = list.length > 0 && list.every((item) => idOf(item) !== null);
    return name !== POSITIVES && roleOf(name).role === 'positive' && areIds;
  });
  return [...(Array.isArray(value[POSITIVES]) ? [POSITIVES] : []), ...others];
}

/** The positives that a row names; else its first document. */
function firstDocument(value: JsonObject): readonly Text[] | Fault {
  const lists = positiveLists(value).map((field) => positivesIn(field, idItem)(value));
  const fault = lists.find((read) => read instanceof Fault);
  if (fault instanceof Fault) return fault;
  if (lists.length > 0) return lists.flatMap((read) => (read instanceof Fault ? [] : read));
  const list = readList(value, DOCUMENTS);
  if (list instanceof Fault) return list;
  return positivesOf(list.slice(0, 1), DOCUMENTS, idItem, { expected: 'an id: a string or a number' });
}

function otherDocuments(value: JsonObject): readonly NegativeList[] | Fault {
  const list = readList(value, DOCUMENTS);
  if (list instanceof Fault) return list;
  const beside = listsAmong(value, ['scores']);
  const fields = positiveLists(value);
  const named = fields.length > 0 ? fields.flatMap((field) => listOf(value[field]).map(idOf)) : null;
  const place = { key: null, path: [DOCUMENTS], beside };
  const read = negativeList(list, named === null ? 1 : 0, idItem, DOCUMENTS, place);
  if (read instanceof Fault || read.where.kind !== 'list') return read instanceof Fault ? read : [read];
  // A further positive is no negative.
  const indices = read.where.indices.filter((at) => named?.includes(idOf(list[at])) !== true);
  const offset = read.where.indices[0] ?? 0;
  return [
    {
      ...read,
      texts: indices.map((at) => read.texts[at - offset] ?? null),
      where: { ...read.where, indices },
    },
  ];
}

function lengthOf(list: unknown): number {
  return listOf(list).length;
}

function hitsFieldOf(value: JsonObject): string {
  return HIT_LISTS.find((list) => value[list] !== undefined) ?? 'hits';
}

/** An id and a text, or an object `doc` with a text. */
function isHit(value: unknown): boolean {
  return isObject(value) && value['docid'] !== undefined && (hasText(value) || isObject(value['doc']));
}

/** A text, or an object with `text` and `qid`. */
function queryOfHits({ query }: JsonObject): string | Fault {
  const text = isObject(query) ? query['text'] : query;
  return typeof text === 'string' ? text : wrongType('query', 'a text, or an object with `text`', text);
}

function hitsIn(value: JsonObject, field: string): readonly NegativeList[] | Fault {
  const hits = value[field];
  if (!Array.isArray(hits)) return wrongType(field, 'a list of hits', hits);
  const texts: (Text | null)[] = [];
  for (const [index, hit] of (hits as readonly unknown[]).entries()) {
    const path = `${field}[${index}]`;
    if (!isObject(hit)) return wrongType(path, 'an object {"docid": "…", "content": "…"}', hit);
    if ((idOf(hit['docid']) ?? '') === '') return wrongId(`${path}.docid`, hit['docid']);
    const text = hitPassage(isObject(hit['doc']) ? hit['doc'] : hit, field, index);
    if (text instanceof Fault) return text;
    texts.push(text);
  }
  const where = { kind: 'list', path: [field], indices: ascending(0, texts.length), beside: [] } as const;
  return [{ key: null, texts, where, ranks: null }];
}

/** The query's id: its own, the record's, or the one that RankGPT writes beside each hit. */
function queryIdOfHits(value: JsonObject, field: string): string | Fault {
  const { query, qid } = value;
  const [first] = value[field] as readonly JsonObject[];
  const found = (isObject(query) ? query['qid'] : undefined) ?? qid ?? first?.['qid'];
  if (found === undefined) return missing('qid', 'the id of the query, as the qrels have it');
  return idOf(found) ?? wrongId('qid', found);
}
