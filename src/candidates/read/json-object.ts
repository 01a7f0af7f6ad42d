/** JSON files that are one object: runs and judgements, texts by id, and queries with a corpus of their own. */

import { Fault, isObject, type JsonObject } from '../fault';
import { notCandidates, unreadable, type CandidatesError } from '../errors';
import { LIMITS } from '../limits';
import type { Entry, EntryReader } from './entries';
import { children, parseJson, parseRecord, withDigits, type Child } from './json';
import { ByteParts, decode } from './utf8';

/**
 * `hits`: an object of numbers for each query, `{"query": {"document": 3.2}}`, as BEIR and ranx write runs and judgements.
 * `texts`: a text, or an object with one, under each id. `mined`: a list of ids of negatives for each query. `index`: LlamaIndex' `EmbeddingQAFinetuneDataset`.
 * `columns`: a list or an object of values for each field.
 */
export type ObjectOf = 'hits' | 'texts' | 'mined' | 'index' | 'columns' | 'record';

const HITS = /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*-?[\d.]/;

/** Whether a file's first characters are those of an object of objects of numbers. */
export function isJsonHits(head: string): boolean {
  return HITS.test(head);
}

/** Fields of LlamaIndex' data sets, the negatives aside. */
export const INDEX = ['queries', 'corpus', 'relevant_docs'];

/**
 * Holds the file whole. Entries, in file order and without spans; repeated keys give several: of `hits` one for each number,
 * as `query_id`, `doc_id` and `score`; of `texts` one for each, as `_id` and `text`; of `mined` one for each query, as `query_id` and `negatives`; of an `index` one for each query that
 * has relevant documents, as `query_id`, `query`, `positives` and `negatives`; the `record` itself.
 */
export class JsonObjectReader implements EntryReader {
  readonly placeKind = 'element';
  readonly blankLines = 0;
  private readonly parts = new ByteParts(LIMITS.hitsBytes);
  private place = 0;

  constructor(
    private readonly file: string,
    private readonly of: ObjectOf,
  ) {}

  /** @throws UnreadableFileError for a file that is too large */
  push(bytes: Uint8Array): Iterable<Entry> {
    this.parts.add(bytes);
    if (this.parts.length <= LIMITS.hitsBytes) return [];
    throw unreadable(this.file, 'it is one JSON object of more than 256 MiB', INSTEAD[this.of]);
  }

  /** @throws NotCandidatesError for an object of settings or results, and for an index without negatives */
  *finish(): Iterable<Entry> {
    const { text, fault } = decode(this.parts.take(new Uint8Array(0)).bytes);
    const object = fault ?? parseRecord(text);
    if (object instanceof Fault || this.of === 'record') yield this.entry(text, object);
    else if (this.of === 'index') yield* this.queriesOf(object);
    else if (this.of === 'columns') yield* this.rowsOf(object);
    else if (this.of === 'hits' && areFigures(Object.values(object))) throw this.isNone(FIGURES);
    else {
      for (const member of children(text, text.indexOf('{')))
        yield* this.of === 'hits' ? this.hitsOf(text, member) : this.memberOf(text, member);
    }
  }

  private *hitsOf(json: string, query: Child): Iterable<Entry> {
    const queryId = query.key ?? '';
    if (json[query.start] !== '{') {
      const message = `\`${queryId}\` must be an object of documents with their scores.`;
      yield this.entry(queryId, new Fault('wrong-type', queryId, message));
      return;
    }
    for (const { key, start, end } of children(json, query.start)) {
      const score = json.slice(start, end);
      const value = { query_id: queryId, doc_id: key ?? '', score: parseJson(score) };
      yield this.entry(`${queryId} ${key} ${score}`, value);
    }
  }

  private *memberOf(json: string, { key, start, end }: Child): Iterable<Entry> {
    const text = json.slice(start, end);
    const value = parseJson(text);
    const id = key ?? '';
    if (this.of === 'mined') yield this.entry(text, { query_id: id, negatives: value });
    else yield this.entry(text, { ...(isObject(value) ? value : { text: value }), _id: id });
  }

  private *rowsOf(columns: JsonObject): Iterable<Entry> {
    for (const row of Object.keys(Object.values(columns)[0] ?? {})) {
      const values = Object.entries(columns).map(([name, column]) => [name, objectIn(column)[row]] as const);
      const value = Object.fromEntries(values);
      yield this.entry(JSON.stringify(value, withDigits), value);
    }
  }

  private *queriesOf(index: JsonObject): Iterable<Entry> {
    const [queries = {}, corpus = {}, relevant = {}] = INDEX.map((name) => index[name]).map(objectIn);
    if (!isObject(index['negative_docs'])) throw this.isNone(WITHOUT_NEGATIVES);
    const negatives = index['negative_docs'];
    const textsOf = (ids: unknown): unknown =>
      Array.isArray(ids) ? ids.map((id) => corpus[String(id)] ?? null) : ids;
    for (const [id, ids] of Object.entries(relevant)) {
      const value = {
        query_id: id,
        query: queries[id],
        positives: textsOf(ids),
        negatives: textsOf(negatives[id]),
      };
      yield this.entry(JSON.stringify(value), value);
    }
  }

  private isNone(looksLike: string): CandidatesError {
    return notCandidates(this.file, looksLike);
  }

  private entry(text: string, value: Entry['value']): Entry {
    this.place += 1;
    return { place: this.place, text, value, start: 0, end: 0 };
  }
}

const INSTEAD: Readonly<Record<ObjectOf, string>> = {
  hits: 'Save it as a TREC run: a line a hit, with query id, Q0, document id, rank, score and a name.',
  texts: 'Save it as JSON Lines: an object with `_id` and `text` a line.',
  mined: 'Save it as JSON Lines: an object with `query_id` and `negatives` a line.',
  index: 'Save it as JSON Lines: an object with `query`, `positives` and `negatives` a line.',
  columns: 'Save it as JSON Lines: a record a line.',
  record: 'Save it as JSON Lines: a record a line.',
};

const WITHOUT_NEGATIVES = 'queries with their relevant documents (LlamaIndex): there are no negatives';

function objectIn(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

/** Whether figures stand under their names, and no hits: objects inside objects, lists, or the same names of figures in all. */
function areFigures(queries: readonly unknown[]): boolean {
  const objects = queries.filter(isObject);
  const isNested = (value: unknown) => Array.isArray(value) || isObject(value);
  if (queries.some(Array.isArray) || objects.some((query) => Object.values(query).some(isNested)))
    return true;
  const names = Object.keys(objects[0] ?? {}).sort();
  const isSame = (query: object) => Object.keys(query).sort().join(' ') === names.join(' ');
  return names.length > 0 && names.every((name) => FIGURE.test(name)) && objects.every(isSame);
}

const FIGURES =
  'one JSON object of settings or results. A run is {"query id": {"document id": score}}, with other documents for other queries';

/** Names of figures: `texts`, `mean_rho`, `ndcg@10`, trec_eval's `recall_100`. */
const FIGURE = /^(?:[a-z]{2,}(?:[_.-][a-z]+)*(?:@\d+)?|(?:ndcg_cut|map_cut|recall|success|P)_\d+)$/i;
