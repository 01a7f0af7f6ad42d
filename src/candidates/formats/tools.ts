/** The formats of tools with fields of their own, as rows of one table: which field is what, and how each is read. */

import { Fault, isObject, type JsonObject } from '../fault';
import { isIdLike, mostly } from './columns';
import type { FormatId } from './catalogue';
import { id, idOf, missing, queryRef, readQueryId, wrongId, wrongType } from './fields';
import { Ref, type Format, type KnownFormat, type Text } from './format';
import { fieldFormat } from './mapped';
import { byNames, fieldNames, hasOtherRoles, idAmong, isTelling, queryIdsAmong, roleOf } from './names';
import { hasText, idItem, passageItem, type ItemReader } from './passages';
import { listOf, made, NEGATIVE, POSITIVE, type PassageField, type Shape } from './read-entry';
import { TUPLES, type FieldReading } from './which-field';

interface Tool {
  readonly id: FormatId;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  /** The field of the positive holds one; all others hold lists. */
  readonly isOne?: boolean;
  /** What passages are: texts, which some files replace by ids (`ids-for-texts.ts`); objects with a text; or ids of a corpus. */
  readonly of?: 'texts' | 'objects' | 'ids';
  readonly scores?: FieldReading['scores'];
  /** Fields of the format beside these. */
  readonly alsoUses?: readonly string[];
  /** By default: all fields are there, and lists hold texts or ids. */
  readonly matches?: KnownFormat['matches'];
}

function tool(row: Tool): KnownFormat {
  const { id, query, positive, negatives, isOne = false, of = 'texts', scores = {}, alsoUses = [] } = row;
  const lists = isOne ? negatives : [positive, ...negatives];
  const beside = Object.values(scores).flatMap((where) => (where === 'own' ? [] : [where.list]));
  const used = [query, positive, ...negatives, ...alsoUses, ...beside];
  const reading: FieldReading = {
    ...TUPLES,
    query,
    positive,
    negatives,
    queryId: null,
    lists,
    scores,
    ids: of === 'ids',
    together: negatives.length === 1,
    tuples: false,
  };
  const first = isOne ? positive : of === 'objects' ? `${positive}[0].text` : `${positive}[0]`;
  const own: Partial<Shape> = {
    queryId: undefined,
    joins: 'none',
    ofTexts: of === 'texts',
    isList: false,
    ofCells: false,
    uses: () => used,
    names: { query, positive: first, negatives: negatives.join(', ') },
  };
  return {
    id,
    matches: row.matches ?? ((value, { samples }) => fits(row, value, samples, used)),
    fit: (hint) => fieldFormat(id, reading, hint, own),
  };
}

/** Whether an entry has all fields, and those that must hold lists of texts or ids do so in most of the first entries. */
function fits(
  { query, positive, negatives, isOne = false, of = 'texts' }: Tool,
  value: JsonObject,
  samples: readonly JsonObject[],
  used: readonly string[],
): boolean {
  if (![query, positive, ...negatives].every((field) => Object.hasOwn(value, field))) return false;
  if (of !== 'texts') return true;
  if (hasOtherRoles(Object.keys(value), used)) return false;
  if (samples.filter((sample) => Array.isArray(sample[query])).length > samples.length / 2) return false;
  return [...(isOne ? [] : [positive]), ...negatives].every((field) => {
    const filled = samples.filter((sample) => (sample[field] ?? null) !== null);
    return filled.filter((sample) => isPlainList(sample[field])).length >= filled.length / 2;
  });
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null);
}

/** One positive, a list of negatives, perhaps embeddings. */
const plain = tool({
  id: 'plain',
  query: 'query',
  positive: 'positive',
  negatives: ['negatives'],
  isOne: true,
});

/** Passages with title and text, as Tevatron's training sets have them. */
const tevatron = tool({
  id: 'tevatron',
  query: 'query',
  positive: 'positive_passages',
  negatives: ['negative_passages'],
  of: 'objects',
  scores: { positive_passages: 'own', negative_passages: 'own' },
});

/** Lists of positives and negatives, as FlagEmbedding's fine-tuning reads them. */
const flagEmbedding = tool({
  id: 'flag-embedding',
  query: 'query',
  positive: 'pos',
  negatives: ['neg'],
  scores: { pos: { list: 'pos_scores' }, neg: { list: 'neg_scores' } },
  alsoUses: ['prompt'],
});

const POSITIVE_IDS = 'positive_document_ids';
const NEGATIVE_IDS = 'negative_document_ids';

/** Ids of documents of a corpus, as in Tevatron's newer training sets; older ones call the query `query`. */
const tevatronIds: KnownFormat = {
  id: 'tevatron-ids',
  matches: (value) =>
    [POSITIVE_IDS, NEGATIVE_IDS].every((name) => Object.hasOwn(value, name)) && queryOfIds(value) !== null,
  fit: (hint) => {
    const query = hint.samples.map(queryOfIds).find((name) => name !== null) ?? 'query_text';
    const format = tool({
      id: 'tevatron-ids',
      query,
      positive: POSITIVE_IDS,
      negatives: [NEGATIVE_IDS],
      of: 'ids',
      alsoUses: ['query', 'query_text'],
    }).fit(hint);
    const read: Format['read'] = (value) => {
      const own = queryOfIds(value);
      return format.read(own === null ? value : { ...value, [query]: value[own] });
    };
    return { ...format, read };
  },
};

function queryOfIds(value: JsonObject): string | null {
  return ['query_text', 'query'].find((name) => Object.hasOwn(value, name)) ?? null;
}

const CONTEXTS = ['negative_ctxs', 'hard_negative_ctxs'];

/** DPR's training files: passages with title and text, and two lists of negatives, either of which may be missing. */
const dpr = tool({
  id: 'dpr',
  query: 'question',
  positive: 'positive_ctxs',
  negatives: CONTEXTS,
  of: 'objects',
  alsoUses: ['answers'],
  matches: (value) =>
    ['question', 'positive_ctxs'].every((name) => Object.hasOwn(value, name)) &&
    CONTEXTS.some((name) => Object.hasOwn(value, name)),
});

/** The file msmarco-hard-negatives: ids, with the negatives by the system that found them. */
const msmarcoHardNegatives: KnownFormat = {
  id: 'msmarco-hard-negatives',
  matches: (value) => ['qid', 'pos', 'neg'].every((name) => Object.hasOwn(value, name)),
  fit: () =>
    made('msmarco-hard-negatives', {
      ask: queryRef('qid'),
      queryId: id('qid'),
      passages: () => [
        { field: 'pos', are: 'positives', holds: 'list', item: idItem },
        { field: 'neg', are: 'negatives', holds: 'systems', item: idItem },
      ],
      apart: 'keys',
      uses: () => ['qid', 'pos', 'neg'],
      names: { query: 'qid', positive: 'pos[0]', negatives: 'neg' },
    }),
};

const NEMO = ['question', 'pos_doc', 'neg_doc'];

/** NeMo's training files: under `data`, questions with ids of documents of a corpus. Its inline files have texts there. */
const nemo = tool({
  id: 'nemo',
  query: 'question',
  positive: 'pos_doc',
  negatives: ['neg_doc'],
  of: 'ids',
  scores: { pos_doc: 'own', neg_doc: 'own' },
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
  positive: 'document',
  negatives: ['negatives'],
  isOne: true,
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

const hitPassage = passageItem({ ids: null, instructed: false });

/**
 * Queries with a list of hits, best first, judged by qrels: as rank_llm and RankGPT write them, with their texts; or with
 * nothing but ids, such as `{"query_id": …, "results": [{"doc_id": …, "score": …}, …]}`, or ids mined as negatives.
 */
export const reranking: KnownFormat = {
  id: 'reranking',
  matches: (value, { samples }) => hitListIn(value, samples) !== null,
  fit({ samples }) {
    const field =
      samples.map((sample) => hitListIn(sample, samples)).find((found) => found !== null) ?? 'hits';
    const query = fieldNames(samples).find((name) => isTelling(name, ['query'])) ?? 'query';
    return made('reranking', {
      ask: (value) => queryOfHits(value, query),
      queryId: (value) => queryIdOfHits(value, query, field),
      passages: () => [{ field, are: 'negatives', holds: 'list', item: hitItem, beside: [] }],
      mayLackPositive: true,
      hitIds: (value) =>
        listOf(value[field]).map((hit) => idOf(isObject(hit) ? documentIdOf(hit) : hit) ?? ''),
      uses: (value) => [query, field, ...queryIdsAmong(Object.keys(value))],
      names: { query, positive: 'the qrels', negatives: field },
    });
  },
};

/** The field of an entry that holds hits; null where it has none, or a positive of its own. */
function hitListIn(value: JsonObject, samples: readonly JsonObject[]): string | null {
  const names = Object.keys(value);
  if (names.some((name) => roleOf(name).role === 'positive')) return null;
  const asks = names.some((name) => isTelling(name, ['query'])) || idAmong(names, 'query') !== null;
  if (!asks) return null;
  const negatives = names.filter((name) => roleOf(name).role === 'negative');
  const [mined, ...others] = negatives;
  if (mined !== undefined) {
    // Beside an answer or a document the negatives are texts, also where these are numbers.
    const hasAnother = names.some((name) => ['answer', 'document'].includes(roleOf(name).role));
    const areMined = mostly(samples, ({ [mined]: list }) => areIds(list));
    return others.length === 0 && !hasAnother && areMined ? mined : null;
  }
  return names.find((name) => areHits(value[name], /^(hits|candidates)$/i.test(name))) ?? null;
}

/** Ids with a digit, as words have none. */
function areIds(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0 && list.every((id) => isIdLike(id) && /\d/.test(String(id)));
}

function areHits(list: unknown, isNamed: boolean): boolean {
  return Array.isArray(list) && list.length > 0 && list.every((item) => isHit(item, isNamed));
}

/** A document's id with a text, with an object `doc`, or with a score or a rank; and no label, which would be its grade. */
function isHit(value: unknown, isNamed: boolean): boolean {
  if (!isObject(value) || documentIdOf(value) === undefined) return false;
  const roles = Object.keys(value).map((name) => roleOf(name).role);
  if (roles.includes('label') || roles.includes('positive')) return false;
  return (
    (isNamed && hasText(value)) || isObject(value['doc']) || roles.includes('score') || roles.includes('rank')
  );
}

function documentIdOf(hit: JsonObject): unknown {
  const name = idAmong(Object.keys(hit), 'document');
  return name === null ? undefined : hit[name];
}

/** A text, an object with `text` and `qid`, or the id of a query in the queries file. */
function queryOfHits(value: JsonObject, field: string): Text | Fault {
  const found = value[field];
  if (found === undefined) {
    const id = readQueryId(value);
    if (id instanceof Fault) return id;
    return id === null ? missing(field, 'a text, or the id of a query') : new Ref('queries', id);
  }
  const asked = isObject(found) ? found['text'] : found;
  return typeof asked === 'string' ? asked : wrongType(field, 'a text, or an object with `text`', asked);
}

const hitItem: ItemReader = (hit, field, index) => {
  if (!isObject(hit)) return idItem(hit, field, index);
  const path = `${field}[${index}]`;
  const id = documentIdOf(hit);
  if ((idOf(id) ?? '') === '') return wrongId(`${path}.docid`, id);
  const passage = isObject(hit['doc']) ? hit['doc'] : hit;
  return hasText(passage) ? hitPassage(passage, field, index) : idItem(id, `${path}.docid`, -1);
};

/** The query's id: its own, the record's, or the one that RankGPT writes beside each hit. */
function queryIdOfHits(value: JsonObject, query: string, field: string): string | Fault {
  const [first] = listOf(value[field]);
  const asked = value[query];
  const found =
    (isObject(asked) ? asked['qid'] : undefined) ??
    queryIdsAmong(Object.keys(value))
      .map((name) => value[name])
      .find((id) => id !== undefined) ??
    (isObject(first) ? first['qid'] : undefined);
  if (found === undefined) return missing('qid', 'the id of the query, as the qrels have it');
  return idOf(found) ?? wrongId('qid', found);
}

/** ColBERT's training lists: ids of a query, its positive and its negatives, each alone or with a teacher's score. */
export const colbert: KnownFormat = {
  id: 'colbert',
  /** Lists of ids only. Some id must have a digit: words are no ids. */
  matches: (value, { container, named, samples }) =>
    container === 'JSONL' &&
    !named &&
    isListOfIds(value) &&
    samples.filter(isListOfIds).length >= samples.length / 2,
  fit() {
    const passage = (field: string, are: PassageField['are']): PassageField => {
      return { field, are, holds: 'one', item: scoredId, scores: 'own' };
    };
    return made('colbert', {
      ask: queryRef('1'),
      queryId: id('1'),
      passages: byNames(([, positive = '2', ...negatives]) => [
        passage(positive, 'positives'),
        ...negatives.map((name) => passage(name, 'negatives')),
      ]),
      isList: true,
      uses: Object.keys,
      names: { query: '1', positive: '2', negatives: '3' },
    });
  },
};

const scoredId: ItemReader = (found, field, index) => idItem(idPart(found), field, index);

function isListOfIds(value: JsonObject): boolean {
  const ids = Object.values(value).map(idPart);
  return (
    ids.length >= 3 &&
    ids.every((each, index) => isIdLike(each) || (each === null && index >= 2)) &&
    ids.some((each) => typeof each !== 'string' || /\d/.test(each))
  );
}

/** The id of an item that may have its score beside it. */
function idPart(found: unknown): unknown {
  return Array.isArray(found) && found.length === 2 ? (found[0] as unknown) : found;
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
];
