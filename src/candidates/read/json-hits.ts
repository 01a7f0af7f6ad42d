/** JSON objects of objects of numbers, `{"query": {"document": 3.2}}`: runs and judgements as BEIR and ranx write them. */

import { Fault, isObject } from '../fault';
import { CandidatesError } from '../errors';
import { LIMITS } from '../limits';
import type { Entry, EntryReader } from './entries';
import { children, parseJson, parseRecord, type Child } from './json';
import { ByteParts, decode } from './utf8';

const HEAD = /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*-?[\d.]/;

/** Whether a file's first characters are those of an object of objects of numbers. */
export function isJsonHits(head: string): boolean {
  return HEAD.test(head);
}

/** One entry for each number, as `query_id`, `doc_id` and `score`, in file order, without spans; repeated keys give several. */
export class JsonHitsReader implements EntryReader {
  readonly placeKind = 'element';
  readonly blankLines = 0;
  private readonly parts = new ByteParts(LIMITS.hitsBytes);
  private place = 0;

  constructor(private readonly file: string) {}

  /** @throws UnreadableFileError for a file that is too large */
  push(bytes: Uint8Array): Iterable<Entry> {
    this.parts.add(bytes);
    if (this.parts.length <= LIMITS.hitsBytes) return [];
    throw new CandidatesError('UnreadableFileError', {
      file: this.file,
      reason: 'it is one JSON object of more than 256 MiB',
      advice: 'Save it as a TREC run: a line a hit, with query id, Q0, document id, rank, score and a name.',
    });
  }

  /** @throws NotCandidatesError for an object of settings or results */
  *finish(): Iterable<Entry> {
    const { text, fault } = decode(this.parts.take(new Uint8Array(0)).bytes);
    const queries = fault ?? parseRecord(text);
    if (queries instanceof Fault) {
      yield this.entry(text, queries);
      return;
    }
    if (areFigures(Object.values(queries)))
      throw new CandidatesError('NotCandidatesError', { file: this.file, looksLike: FIGURES });
    for (const query of children(text, text.indexOf('{'))) yield* this.hitsOf(text, query);
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

  private entry(text: string, value: Entry['value']): Entry {
    this.place += 1;
    return { place: this.place, text, value, start: 0, end: 0 };
  }
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
