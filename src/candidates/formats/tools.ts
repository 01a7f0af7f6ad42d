/** The formats of tools with fields of their own. */

import { Fault, isObject, type JsonObject } from '../fault';
import { RECORD_FORMATS, type OwnFields, type RecordFormatEntry } from './catalogue';
import { isIdLike, mostly } from './columns';
import { idIn, idOf, missing, queryRef, readQueryId, wrongId, wrongType } from './fields';
import { Ref, type Fit, type Text } from './format';
import { fieldFormat, isInstructed, scoresBeside } from './mapped';
import { byNames, fieldNames, idAmong, isOfNegatives, isTelling, queryIdsAmong, roleOf } from './names';
import { hasText, idItem, passageItem, queryIn, queryItem, type ItemReader } from './passages';
import { listOf, made, NEGATIVE, POSITIVE, type Grades, type PassageField } from './read-entry';

/** Reads a format by its own fields. */
function tool({ id, fields: named }: RecordFormatEntry, own: OwnFields): Fit {
  const { names = named, older = [], isOne = false, of = 'texts', scores, alsoUses = [] } = own;
  const [newer = '', positive = '', ...negatives] = names.split(', ');
  const fields = [positive, ...negatives];
  const lists = isOne ? negatives : fields;
  const beside = scores === 'lists' ? fields.map(scoresBeside) : [];
  const used = [newer, ...older, ...fields, ...alsoUses, ...beside];
  const queryOf = (value: JsonObject) => [newer, ...older].find((name) => Object.hasOwn(value, name));
  // Where another field is surely a query, a positive or negatives, names decide.
  const isOther = (name: string) =>
    !used.includes(name) && isTelling(name, ['query', 'positive', 'negative']);
  const first = isOne ? positive : of === 'objects' ? `${positive}[0].text` : `${positive}[0]`;
  return (entry, hint) => {
    const query = queryOf(entry);
    const isFit =
      has(entry, positive) &&
      negatives.some((field) => has(entry, field)) &&
      holdPassages(lists, of, hint.samples) &&
      (of !== 'texts' || (!Object.keys(entry).some(isOther) && asksByTexts(newer, hint.samples)));
    if (query === undefined || !isFit) return null;
    const reading = { query, positive, negatives, queryId: null, lists, scores, ids: of === 'ids' };
    const item = queryItem({ ids: false, instructed: isInstructed(query, hint.samples) });
    return fieldFormat(id, reading, hint, {
      ask: (value) => queryIn(queryOf(value) ?? query, item)(value),
      queryId: undefined,
      joins: 'none',
      ofCells: false,
      ofTexts: of === 'texts',
      uses: () => used,
      names: { query, positive: first, negatives: negatives.join(', ') },
    });
  };
}

function has(value: JsonObject, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(value, name));
}

function asksByTexts(query: string, samples: readonly JsonObject[]): boolean {
  return samples.filter((sample) => Array.isArray(sample[query])).length <= samples.length / 2;
}

/** Whether fields hold lists of plain texts or ids in most of the first entries; or ids, and not mostly texts in their place. */
function holdPassages(
  fields: readonly string[],
  of: NonNullable<OwnFields['of']>,
  samples: readonly JsonObject[],
): boolean {
  if (of === 'ids') {
    const documents = samples.flatMap((sample) => fields.flatMap((field) => sample[field]));
    return documents.filter(isTextOfPassage).length <= documents.length / 2;
  }
  if (of === 'objects') return true;
  return fields.every((field) => {
    const filled = samples.map((sample) => sample[field]).filter((value) => (value ?? null) !== null);
    return filled.filter(isPlainList).length >= filled.length / 2;
  });
}

function isTextOfPassage(item: unknown): boolean {
  return isObject(item) ? hasText(item) : typeof item === 'string' && /\s/.test(item);
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null);
}

/** The file msmarco-hard-negatives: ids, with the negatives by the system that found them. */
const msmarcoHardNegatives: Fit = (entry) =>
  has(entry, 'qid', 'pos', 'neg')
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
    : null;

const DOCUMENTS = 'document_ids';

/** Ids of documents with a teacher's scores: rows of knowledge distillation. The positives that a row names, or the first. */
const distillation: Fit = (entry) =>
  has(entry, 'query_id', DOCUMENTS, 'scores')
    ? made('distillation', {
        ask: queryRef('query_id'),
        passages(value) {
          const named = positiveLists(value);
          const ids = named.flatMap((field) => listOf(value[field]).map(idOf));
          // A further positive is no negative.
          const are: Grades = (_, items) =>
            named.length === 0
              ? items.map((_item, index) => (index === 0 ? POSITIVE : NEGATIVE))
              : items.map((item) => (ids.includes(idOf(item)) ? NaN : NEGATIVE));
          const list = { holds: 'list', item: idItem } as const;
          const documents: PassageField = { ...list, field: DOCUMENTS, are, scores: { list: 'scores' } };
          return [...named.map((field) => ({ ...list, field, are: 'positives' }) as const), documents];
        },
        uses: () => ['query_id', DOCUMENTS, 'scores', 'positive_ids'],
        names: { query: 'query_id', positive: `${DOCUMENTS}[0]`, negatives: DOCUMENTS },
      })
    : null;

/** Fields that name positives by id. */
function positiveLists(value: JsonObject): string[] {
  return Object.keys(value).filter((name) => {
    if (name === 'positive_ids') return Array.isArray(value[name]);
    const list = listOf(value[name]);
    return roleOf(name).role === 'positive' && list.length > 0 && list.every((item) => idOf(item) !== null);
  });
}

const hitPassage = passageItem({ ids: false, instructed: false });

/**
 * Queries with a list of hits, best first, judged by qrels: as rank_llm and RankGPT write them, with their texts; or with
 * nothing but ids, such as `{"query_id": …, "results": [{"doc_id": …, "score": …}, …]}`, or ids mined as negatives.
 */
export const reranking: Fit = (entry, { samples, path }) => {
  const isRow = isMinedRow(entry) && isOfNegatives(path);
  const field = isRow ? '2' : hitListIn(entry, samples);
  if (field === null) return null;
  const query = isRow ? '1' : (fieldNames(samples).find((name) => isTelling(name, ['query'])) ?? 'query');
  return made('reranking', {
    ask: isRow ? queryRef(query) : (value) => queryOfHits(value, query),
    queryId: isRow ? idIn(query) : (value) => queryIdOfHits(value, query, field),
    passages: () => [{ field, are: 'negatives', holds: 'list', item: hitItem, scores: { list: 'scores' } }],
    mayLackPositive: true,
    hitIds: (value) => listOf(value[field]).map((hit) => idOf(isObject(hit) ? documentIdOf(hit) : hit) ?? ''),
    uses: (value) => [query, field, ...queryIdsAmong(Object.keys(value))],
    names: { query, positive: 'the qrels', negatives: field },
  });
};

/** A query id and the ids of its negatives, as OpenMatch writes `train.negatives.tsv`. */
function isMinedRow(value: JsonObject): boolean {
  return Object.keys(value).join() === '1,2' && isFilled(value['2'], isIdLike);
}

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
      names.find((name) => isListOfHits(name, value)) ??
      null
    );
  // Beside an answer or a document the negatives are texts, also where these are numbers; words have no digit.
  const areIds = mostly(samples, ({ [mined]: list }) =>
    isFilled(list, (id) => isIdLike(id) && /\d/.test(String(id))),
  );
  return others.length === 0 && !roles.has('answer') && !roles.has('document') && areIds ? mined : null;
}

/** Ids of documents beside a query's id and nothing but their scores, or under MTEB's name of what is to be reranked. */
function isListOfHits(name: string, value: JsonObject): boolean {
  const { role, ids } = roleOf(name);
  const isScored = listOf(value['scores']).length === listOf(value[name]).length;
  const areIds = ids && role === 'document' && isFilled(value[name], isIdLike);
  return areIds && Object.keys(value).length <= 3 && (isScored || /^corpus.ids$/i.test(name));
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

/**
 * ColBERT's training lists: ids of a query, its positive and its negatives, each alone or with a teacher's score. Some id must
 * have a digit: words are no ids.
 */
export const colbert: Fit = (value, { container, named, samples }) => {
  const isOfLists = container === 'JSONL' && !named && isListOfIds(value);
  if (!isOfLists || samples.filter(isListOfIds).length < samples.length / 2) return null;
  const expected = 'the id of a passage, alone or in a list with its score';
  const passage = { holds: 'one', item: scoredId, scores: 'own', expected } as const;
  return made('colbert', {
    ask: queryRef('1'),
    queryId: idIn('1'),
    passages: byNames(([, , third = '3', ...negatives]) => [
      { ...passage, field: '2', are: 'positives' },
      ...[third, ...negatives].map((field) => ({ ...passage, field, are: 'negatives' }) as const),
    ]),
    isList: true,
    uses: Object.keys,
    names: { query: '1', positive: '2', negatives: '3' },
  });
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

export const tools: readonly Fit[] = [
  ...RECORD_FORMATS.flatMap((entry) => (entry.own ? tool(entry, entry.own) : [])),
  msmarcoHardNegatives,
  distillation,
];
