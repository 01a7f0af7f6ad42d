/** The formats of tools with fields of their own, as rows of one table: which field is what, and how each is read. */

import { type Fault, isObject, type JsonObject } from '../fault';
import type { FormatId } from './catalogue';
import { idOf, missing, readQueryId, readText, wrongId, wrongType } from './fields';
import type { KnownFormat, Text } from './format';
import { hasOtherRoles, roleOf } from './names';
import {
  hasText,
  idItem,
  idObjectItem,
  passageItem,
  textItem,
  titledItem,
  type ItemReader,
} from './passages';
import { listOf } from './scores';
import { made } from './read-entry';
import {
  id,
  NEGATIVE,
  POSITIVE,
  queryRef,
  text,
  textOrId,
  type Part,
  type PassageField,
  type Scores,
  type Shape,
} from './shape';

interface Tool {
  readonly id: FormatId;
  readonly query: string;
  readonly ask: (field: string) => Part<Text>;
  /** By default the query's id under its usual names. */
  readonly queryId?: Part<string | null>;
  readonly positive: string;
  /** What the first positive is called in messages; by default the first item of its list. */
  readonly first?: string;
  readonly negatives: readonly string[];
  readonly holds: { readonly positive: 'one' | 'list'; readonly negatives: 'list' | 'systems' };
  readonly item: ItemReader;
  /** The scores of positives and of negatives. */
  readonly scores?: { readonly positive: Scores; readonly negatives: Scores };
  /** Fields of the format beside these. */
  readonly alsoUses?: readonly string[];
  readonly apart?: 'keys' | 'fields';
  /** By default: all fields are there, and lists hold texts or ids. */
  readonly matches?: KnownFormat['matches'];
  /** Whether passages are texts that some files replace by ids. */
  readonly ofTexts?: boolean;
}

function tool(row: Tool): KnownFormat {
  const { query, positive, negatives, alsoUses = [], scores, apart = null, ofTexts = false } = row;
  const lists = [scores?.positive, scores?.negatives].map(listIn).filter((field) => field !== null);
  const used = [query, positive, ...negatives, ...alsoUses, ...lists];
  return {
    id: row.id,
    matches: row.matches ?? ((value, { samples }) => fits(row, value, samples) && !isOther(row, value, used)),
    fit: () => made(row.id, shapeOf(row, used), { apart, ofTexts }),
  };
}

/** The field that holds the scores; null where there is none. */
function listIn(scores: Scores | undefined): string | null {
  return scores === undefined || scores === 'own' ? null : scores.list;
}

function isOther({ ofTexts = false }: Tool, value: JsonObject, used: readonly string[]): boolean {
  return ofTexts && hasOtherRoles(Object.keys(value), used);
}

/** Whether an entry has all fields, and those that must hold lists of texts or ids do so in most of the first entries. */
function fits(row: Tool, value: JsonObject, samples: readonly JsonObject[]): boolean {
  const { query, positive, negatives, holds, ofTexts = false } = row;
  if (![query, positive, ...negatives].every((field) => Object.hasOwn(value, field))) return false;
  if (!ofTexts) return true;
  if (samples.filter((sample) => Array.isArray(sample[query])).length > samples.length / 2) return false;
  return [...(holds.positive === 'list' ? [positive] : []), ...negatives].every((field) => {
    const filled = samples.filter((sample) => (sample[field] ?? null) !== null);
    return filled.filter((sample) => isPlainList(sample[field])).length >= filled.length / 2;
  });
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null);
}

function shapeOf(row: Tool, used: readonly string[]): Shape {
  const { query, positive, negatives, holds, item, scores, apart = null } = row;
  const scoresField = listIn(scores?.negatives);
  const positives: PassageField = {
    field: positive,
    are: 'positives',
    holds: holds.positive,
    item,
    scores: scores?.positive ?? null,
  };
  const others = negatives.map((field): PassageField => {
    return {
      field,
      are: 'negatives',
      holds: holds.negatives,
      item,
      scores: scores?.negatives ?? null,
      beside: [...(scoresField === null ? [] : [scoresField]), 'negative_embeddings'],
    };
  });
  const isSystems = holds.negatives === 'systems';
  const first = row.first ?? (holds.positive === 'list' ? `${positive}[0]` : positive);
  return {
    ask: row.ask(query),
    queryId: row.queryId ?? readQueryId,
    // Of several lists some may be missing or null.
    passages: (value) =>
      others.length === 1
        ? [positives, ...others]
        : [positives, ...others.filter(({ field }) => (value[field] ?? null) !== null)],
    together: apart === null && !isSystems,
    relevant: 1,
    uses: () => used,
    names: { query, positive: first, negatives: negatives.join(', ') },
  };
}

/** One positive, a list of negatives, perhaps embeddings. */
const plain = tool({
  id: 'plain',
  query: 'query',
  ask: textOrId,
  positive: 'positive',
  negatives: ['negatives'],
  holds: { positive: 'one', negatives: 'list' },
  item: textItem,
  ofTexts: true,
});

/** Passages with title and text, as Tevatron's training sets have them. */
const tevatron = tool({
  id: 'tevatron',
  query: 'query',
  ask: text,
  positive: 'positive_passages',
  first: 'positive_passages[0].text',
  negatives: ['negative_passages'],
  holds: { positive: 'list', negatives: 'list' },
  item: titledItem,
  scores: { positive: 'own', negatives: 'own' },
});

/** Lists of positives and negatives, as FlagEmbedding's fine-tuning reads them. */
const flagEmbedding = tool({
  id: 'flag-embedding',
  query: 'query',
  ask: textOrId,
  positive: 'pos',
  negatives: ['neg'],
  holds: { positive: 'list', negatives: 'list' },
  item: textItem,
  scores: { positive: { list: 'pos_scores' }, negatives: { list: 'neg_scores' } },
  alsoUses: ['prompt'],
  ofTexts: true,
});

const POSITIVE_IDS = 'positive_document_ids';
const NEGATIVE_IDS = 'negative_document_ids';

/** Ids of documents of a corpus, as in Tevatron's newer training sets; older ones call the query `query`. */
const tevatronIds: KnownFormat = {
  id: 'tevatron-ids',
  matches: (value) =>
    [POSITIVE_IDS, NEGATIVE_IDS].every((name) => Object.hasOwn(value, name)) && queryOfIds(value) !== null,
  fit: (hint) =>
    tool({
      id: 'tevatron-ids',
      query: hint.samples.map(queryOfIds).find((name) => name !== null) ?? 'query_text',
      ask: (field) => (value) => readText(value, queryOfIds(value) ?? field),
      positive: POSITIVE_IDS,
      negatives: [NEGATIVE_IDS],
      holds: { positive: 'list', negatives: 'list' },
      item: idItem,
      alsoUses: ['query', 'query_text'],
    }).fit(hint),
};

function queryOfIds(value: JsonObject): string | null {
  return ['query_text', 'query'].find((name) => Object.hasOwn(value, name)) ?? null;
}

const CONTEXTS = ['negative_ctxs', 'hard_negative_ctxs'];

/** DPR's training files: passages with title and text, and two lists of negatives, either of which may be missing. */
const dpr = tool({
  id: 'dpr',
  query: 'question',
  ask: text,
  positive: 'positive_ctxs',
  first: 'positive_ctxs[0].text',
  negatives: CONTEXTS,
  holds: { positive: 'list', negatives: 'list' },
  item: titledItem,
  alsoUses: ['answers'],
  apart: 'fields',
  matches: (value) =>
    ['question', 'positive_ctxs'].every((name) => Object.hasOwn(value, name)) &&
    CONTEXTS.some((name) => Object.hasOwn(value, name)),
});

/** The file msmarco-hard-negatives: ids, with the negatives by the system that found them. */
const msmarcoHardNegatives = tool({
  id: 'msmarco-hard-negatives',
  query: 'qid',
  ask: queryRef,
  queryId: id('qid'),
  positive: 'pos',
  negatives: ['neg'],
  holds: { positive: 'list', negatives: 'systems' },
  item: idItem,
  apart: 'keys',
});

const NEMO = ['question', 'pos_doc', 'neg_doc'];

/** NeMo's training files: under `data`, questions with ids of documents of a corpus. Its inline files have texts there. */
const nemo = tool({
  id: 'nemo',
  query: 'question',
  ask: text,
  positive: 'pos_doc',
  negatives: ['neg_doc'],
  holds: { positive: 'list', negatives: 'list' },
  item: idObjectItem,
  scores: { positive: 'own', negatives: 'own' },
  alsoUses: ['question_id', 'corpus_id'],
  matches(value, { samples }) {
    const documents = samples.flatMap((sample) => [sample['pos_doc'], sample['neg_doc']]).flat();
    const texts = documents.filter((item) =>
      isObject(item) ? hasText(item) : typeof item === 'string' && /\s/.test(item),
    );
    return NEMO.every((name) => Object.hasOwn(value, name)) && texts.length <= documents.length / 2;
  },
});

/** A document and a list of negatives, as contrastors reads them. */
const contrastors = tool({
  id: 'contrastors',
  query: 'query',
  ask: textOrId,
  positive: 'document',
  negatives: ['negatives'],
  holds: { positive: 'one', negatives: 'list' },
  item: textItem,
  ofTexts: true,
});

const DOCUMENTS = 'document_ids';

/** Ids of documents with a teacher's scores: rows of knowledge distillation. The positives that a row names, or the first. */
const distillation: KnownFormat = {
  id: 'distillation',
  matches: (value) => ['query_id', DOCUMENTS, 'scores'].every((name) => Object.hasOwn(value, name)),
  fit: () =>
    made('distillation', {
      ask: queryRef('query_id'),
      queryId: id('query_id'),
      passages(value) {
        const named = positiveLists(value);
        const ids = named.flatMap((field) => listOf(value[field]).map(idOf));
        // A further positive is no negative.
        const are = (_: JsonObject, items: readonly unknown[]): readonly number[] =>
          named.length === 0
            ? items.map((_item, index) => (index === 0 ? POSITIVE : NEGATIVE))
            : items.map((item) => (ids.includes(idOf(item)) ? NaN : NEGATIVE));
        const documents = {
          field: DOCUMENTS,
          are,
          holds: 'list',
          item: idItem,
          scores: { list: 'scores' },
          beside: ['scores'],
        } as const;
        return [
          ...named.map((field) => ({ field, are: 'positives', holds: 'list', item: idItem }) as const),
          documents,
        ];
      },
      together: true,
      relevant: 1,
      uses: () => ['query_id', DOCUMENTS, 'scores', 'positive_ids'],
      names: { query: 'query_id', positive: `${DOCUMENTS}[0]`, negatives: DOCUMENTS },
    }),
};

/** Fields that name positives by id, `positive_ids` first. */
function positiveLists(value: JsonObject): string[] {
  const others = Object.keys(value).filter((name) => {
    const list = listOf(value[name]);
    const areIds = list.length > 0 && list.every((item) => idOf(item) !== null);
    return name !== 'positive_ids' && roleOf(name).role === 'positive' && areIds;
  });
  return [...(Array.isArray(value['positive_ids']) ? ['positive_ids'] : []), ...others];
}

const HIT_LISTS = ['candidates', 'hits'];
const hitPassage = passageItem({ ids: null, instructed: false });

/** Queries with their hits and the hits' texts, best first, as rank_llm and RankGPT write them; judged by qrels. */
const reranking: KnownFormat = {
  id: 'reranking',
  matches(value) {
    const hits = value[hitsFieldOf(value)];
    return value['query'] !== undefined && Array.isArray(hits) && hits.length > 0 && hits.every(isHit);
  },
  fit({ samples }) {
    const field = hitsFieldOf(samples.find((sample) => Array.isArray(sample[hitsFieldOf(sample)])) ?? {});
    return made('reranking', {
      ask: queryOfHits,
      queryId: (value) => queryIdOfHits(value, field),
      passages: () => [{ field, are: 'negatives', holds: 'list', item: hitItem, beside: [] }],
      together: true,
      relevant: 1,
      mayLackPositive: true,
      hitIds: (value) => listOf(value[field]).map((hit) => (isObject(hit) ? idOf(hit['docid']) : null) ?? ''),
      uses: () => ['query', ...HIT_LISTS, 'qid'],
      names: { query: 'query', positive: 'the qrels', negatives: field },
    });
  },
};

function hitsFieldOf(value: JsonObject): string {
  return HIT_LISTS.find((list) => value[list] !== undefined) ?? 'hits';
}

/** An id and a text, or an object `doc` with a text. */
function isHit(value: unknown): boolean {
  return isObject(value) && value['docid'] !== undefined && (hasText(value) || isObject(value['doc']));
}

/** A text, or an object with `text` and `qid`. */
function queryOfHits({ query }: JsonObject): string | Fault {
  const asked = isObject(query) ? query['text'] : query;
  return typeof asked === 'string' ? asked : wrongType('query', 'a text, or an object with `text`', asked);
}

const hitItem: ItemReader = (hit, field, index) => {
  const path = `${field}[${index}]`;
  if (!isObject(hit)) return wrongType(path, 'an object {"docid": "…", "content": "…"}', hit);
  if ((idOf(hit['docid']) ?? '') === '') return wrongId(`${path}.docid`, hit['docid']);
  return hitPassage(isObject(hit['doc']) ? hit['doc'] : hit, field, index);
};

/** The query's id: its own, the record's, or the one that RankGPT writes beside each hit. */
function queryIdOfHits(value: JsonObject, field: string): string | Fault {
  const { query, qid } = value;
  const [first] = listOf(value[field]);
  const found =
    (isObject(query) ? query['qid'] : undefined) ?? qid ?? (isObject(first) ? first['qid'] : undefined);
  if (found === undefined) return missing('qid', 'the id of the query, as the qrels have it');
  return idOf(found) ?? wrongId('qid', found);
}

/** In the order in which they are tried. */
export const tools: readonly KnownFormat[] = [
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
