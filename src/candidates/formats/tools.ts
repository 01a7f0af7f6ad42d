/** The formats of tools with fields of their own, as rows of one table: which field is what, and how each is read. */

import { Fault, isObject, type JsonObject } from '../fault';
import { isIdLike, mostly } from './columns';
import type { FormatId } from './catalogue';
import { idIn, idOf, missing, queryRef, readQueryId, wrongId, wrongType } from './fields';
import { Ref, type Format, type KnownFormat, type Text } from './format';
import { fieldFormat } from './mapped';
import { byNames, fieldNames, hasOtherRoles, idAmong, isTelling, queryIdsAmong, roleOf } from './names';
import { hasText, idItem, passageItem, type ItemReader } from './passages';
import { listOf, made, NEGATIVE, POSITIVE, type PassageField, type Scores } from './read-entry';
import type { FieldReading } from './which-field';

interface Tool {
  readonly id: FormatId;
  /** The field of the query; of two the first that an entry has. */
  readonly query: readonly [string, ...string[]];
  readonly positive: string;
  /** Of several each is a source, and may be missing. */
  readonly negatives: readonly string[];
  /** The field of the positive holds one; all others hold lists. */
  readonly isOne?: boolean;
  /** What passages are: texts, which some files replace by ids (`ids-for-texts.ts`); objects with a text; or ids of a corpus. */
  readonly of?: 'texts' | 'objects' | 'ids';
  /** Where scores stand: each passage has its own, or they are lists such as `neg_scores`; by default there are none. */
  readonly scores?: 'own' | 'lists';
  /** Fields of the format beside these. */
  readonly alsoUses?: readonly string[];
}

/** In the order in which they are tried. */
const TOOLS: readonly Tool[] = [
  { id: 'plain', query: ['query'], positive: 'positive', negatives: ['negatives'], isOne: true },
  {
    id: 'tevatron',
    query: ['query'],
    positive: 'positive_passages',
    negatives: ['negative_passages'],
    of: 'objects',
    scores: 'own',
  },
  {
    id: 'flag-embedding',
    query: ['query'],
    positive: 'pos',
    negatives: ['neg'],
    scores: 'lists',
    alsoUses: ['prompt'],
  },
  // Older training sets of Tevatron call the query `query`.
  {
    id: 'tevatron-ids',
    query: ['query_text', 'query'],
    positive: 'positive_document_ids',
    negatives: ['negative_document_ids'],
    of: 'ids',
  },
  {
    id: 'dpr',
    query: ['question'],
    positive: 'positive_ctxs',
    negatives: ['negative_ctxs', 'hard_negative_ctxs'],
    of: 'objects',
    alsoUses: ['answers'],
  },
  // Under `data`; inline files have texts.
  {
    id: 'nemo',
    query: ['question'],
    positive: 'pos_doc',
    negatives: ['neg_doc'],
    of: 'ids',
    scores: 'own',
    alsoUses: ['question_id', 'corpus_id'],
  },
  { id: 'contrastors', query: ['query'], positive: 'document', negatives: ['negatives'], isOne: true },
];

function tool(row: Tool): KnownFormat {
  const { id, query: queries, positive, negatives, isOne = false, of = 'texts', alsoUses = [] } = row;
  const fields = [positive, ...negatives];
  const lists = isOne ? negatives : fields;
  const scores = fields.map((field): [string, Scores] => [
    field,
    row.scores === 'lists' ? { list: `${field}_scores` } : 'own',
  ]);
  const beside = row.scores === 'lists' ? fields.map((field) => `${field}_scores`) : [];
  const used = [...queries, ...fields, ...alsoUses, ...beside];
  const queryOf = (value: JsonObject) => queries.find((name) => has(value, name));
  const first = isOne ? positive : of === 'objects' ? `${positive}[0].text` : `${positive}[0]`;
  return {
    id,
    fit(entry, hint) {
      const query = queryOf(entry);
      const isFit =
        has(entry, positive) &&
        negatives.some((field) => has(entry, field)) &&
        holdPassages(lists, of, hint.samples) &&
        (of !== 'texts' || (!hasOtherRoles(Object.keys(entry), used) && asksByTexts(hint.samples, queries)));
      if (query === undefined || !isFit) return null;
      const reading: FieldReading = {
        query,
        positive,
        negatives,
        queryId: null,
        lists,
        scores: row.scores === undefined ? {} : Object.fromEntries(scores),
        ids: of === 'ids',
      };
      const format = fieldFormat(id, reading, hint, {
        queryId: undefined,
        joins: 'none',
        ofTexts: of === 'texts',
        isList: false,
        ofCells: false,
        uses: () => used,
        names: { query, positive: first, negatives: negatives.join(', ') },
      });
      const read: Format['read'] = (value) => {
        const own = queryOf(value) ?? query;
        return format.read(own === query ? value : { ...value, [query]: value[own] });
      };
      return queries.length === 1 ? format : { ...format, read };
    },
  };
}

function has(value: JsonObject, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(value, name));
}

function asksByTexts(samples: readonly JsonObject[], [query = '']: readonly string[]): boolean {
  return samples.filter((sample) => Array.isArray(sample[query])).length <= samples.length / 2;
}

/** Whether fields hold lists of plain texts or ids in most of the first entries; or ids, and not mostly texts in their place. */
function holdPassages(
  fields: readonly string[],
  of: NonNullable<Tool['of']>,
  samples: readonly JsonObject[],
): boolean {
  if (of === 'ids') {
    const documents = samples.flatMap((sample) => fields.flatMap((field) => sample[field]));
    return documents.filter(isTextOfPassage).length <= documents.length / 2;
  }
  return fields.every((field) => {
    const filled = samples.map((sample) => sample[field]).filter((value) => (value ?? null) !== null);
    return of === 'objects' || filled.filter(isPlainList).length >= filled.length / 2;
  });
}

function isTextOfPassage(item: unknown): boolean {
  return isObject(item) ? hasText(item) : typeof item === 'string' && /\s/.test(item);
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null);
}

/** The file msmarco-hard-negatives: ids, with the negatives by the system that found them. */
const msmarcoHardNegatives: KnownFormat = {
  id: 'msmarco-hard-negatives',
  fit: (value) =>
    has(value, 'qid', 'pos', 'neg')
      ? made('msmarco-hard-negatives', {
          ask: queryRef('qid'),
          queryId: idIn('qid'),
          passages: () => [
            { field: 'pos', are: 'positives', holds: 'list', item: idItem },
            { field: 'neg', are: 'negatives', holds: 'systems', item: idItem },
          ],
          apart: 'keys',
          uses: () => ['qid', 'pos', 'neg'],
          names: { query: 'qid', positive: 'pos[0]', negatives: 'neg' },
        })
      : null,
};

const DOCUMENTS = 'document_ids';

/** Ids of documents with a teacher's scores: rows of knowledge distillation. The positives that a row names, or the first. */
const distillation: KnownFormat = {
  id: 'distillation',
  fit: (entry) =>
    has(entry, 'query_id', DOCUMENTS, 'scores')
      ? made('distillation', {
          ask: queryRef('query_id'),
          queryId: idIn('query_id'),
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
        })
      : null,
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
  fit(entry, { samples }) {
    const field = hitListIn(entry, samples);
    if (field === null) return null;
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
  const roles = new Set(names.map((name) => roleOf(name).role));
  const asks = names.some((name) => isTelling(name, ['query'])) || idAmong(names, 'query') !== null;
  if (!asks || roles.has('positive')) return null;
  const [mined, ...others] = names.filter((name) => roleOf(name).role === 'negative');
  if (mined === undefined)
    return (
      names.find((name) => isFilled(value[name], (hit) => isHit(hit, /^(hits|candidates)$/i.test(name)))) ??
      null
    );
  // Beside an answer or a document the negatives are texts, also where these are numbers; words have no digit.
  const areIds = mostly(samples, ({ [mined]: list }) =>
    isFilled(list, (id) => isIdLike(id) && /\d/.test(String(id))),
  );
  return others.length === 0 && !roles.has('answer') && !roles.has('document') && areIds ? mined : null;
}

function isFilled(list: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(list) && list.length > 0 && list.every(holds);
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
  const qidIn = (held: unknown) => (isObject(held) ? readQueryId(held, ['qid']) : null);
  const found = qidIn(value[query]) ?? readQueryId(value) ?? qidIn(first);
  return found ?? missing('qid', 'the id of the query, as the qrels have it');
}

/** ColBERT's training lists: ids of a query, its positive and its negatives, each alone or with a teacher's score. */
export const colbert: KnownFormat = {
  id: 'colbert',
  /** Lists of ids only. Some id must have a digit: words are no ids. */
  fit(value, { container, named, samples }) {
    const isOfLists = container === 'JSONL' && !named && isListOfIds(value);
    if (!isOfLists || samples.filter(isListOfIds).length < samples.length / 2) return null;
    const passage = (field: string, are: PassageField['are']): PassageField => {
      return { field, are, holds: 'one', item: scoredId, scores: 'own' };
    };
    return made('colbert', {
      ask: queryRef('1'),
      queryId: idIn('1'),
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

export const tools: readonly KnownFormat[] = [...TOOLS.map(tool), msmarcoHardNegatives, distillation];
