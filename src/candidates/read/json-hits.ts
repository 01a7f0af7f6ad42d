/** JSON objects of objects of numbers, `{"query": {"document": 3.2}}`: runs and judgements as BEIR and ranx write them. */

import { Fault } from '../fault';
import { CandidatesError } from '../errors';
import type { Entry, EntryReader } from './entries';
import { children, parseJson, type Child } from './json';
import { JsonArrayReader } from './json-array';

const HEAD = /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*-?[\d.]/;

/** Whether a file's first characters are those of an object of objects of numbers. */
export function isJsonHits(head: string): boolean {
  return HEAD.test(head);
}

/** Entries that are held back while all objects have the same names, which may be those of figures. */
const MOST_HELD = 100_000;

/** One entry for each number, as `query_id`, `doc_id` and `score`, in file order, without spans; repeated keys give several. */
export class JsonHitsReader implements EntryReader {
  readonly placeKind = 'element';
  readonly blankLines = 0;
  private readonly queries = new JsonArrayReader(false, 0, 'object');
  private place = 0;
  /** The names that all objects so far have, where these may be names of figures; empty once they are hits. */
  private names: string | null = null;
  private held: Entry[] = [];

  constructor(private readonly file: string) {}

  /** @throws NotCandidatesError for an object of settings or results */
  *push(bytes: Uint8Array): Iterable<Entry> {
    yield* this.hits(this.queries.push(bytes));
  }

  /** @throws NotCandidatesError for an object of settings or results */
  *finish(): Iterable<Entry> {
    yield* this.hits(this.queries.finish());
    if (this.names !== null && this.names !== '') throw this.figures();
    yield* this.held;
  }

  /** The hits of queries, once it is clear that they are hits. */
  private *hits(queries: Iterable<Entry>): Iterable<Entry> {
    for (const { text, value } of queries) {
      const json = `{${text}}`;
      const [query] = value instanceof Fault ? [] : children(json);
      if (query !== undefined) this.look(json, query);
      const found = query === undefined ? [this.entry(text, value)] : this.hitsOf(json, query);
      if (this.names === '') {
        yield* this.held;
        this.held = [];
        yield* found;
        continue;
      }
      for (const hit of found) this.held.push(hit);
      if (this.held.length > MOST_HELD) throw this.figures();
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

  private entry(text: string, value: Entry['value']): Entry {
    this.place += 1;
    return { place: this.place, text, value, start: 0, end: 0 };
  }

  /**
   * Whether an object holds figures under their names and no hits: objects inside objects, lists, or the same names in
   * every object.
   */
  private look(json: string, query: Child): void {
    if (json[query.start] === '[') throw this.figures();
    if (json[query.start] !== '{') return;
    let names: string[] | null = this.names === '' ? null : [];
    for (const { key, start } of children(json, query.start)) {
      if (json[start] === '{' || json[start] === '[') throw this.figures();
      // Other documents, or ids: hits, whatever follows.
      if (FIGURE.test(key ?? '')) names?.push(key ?? '');
      else names = null;
    }
    const these = names?.sort().join(' ') ?? '';
    this.names = this.names === null || this.names === these ? these : '';
  }

  private figures(): CandidatesError {
    return new CandidatesError('NotCandidatesError', { file: this.file, looksLike: FIGURES });
  }
}

const FIGURES =
  'one JSON object of settings or results. A run is {"query id": {"document id": score}}, with other documents for other queries';

/** Names of figures: `texts`, `mean_rho`, `ndcg@10`, trec_eval's `recall_100`. */
const FIGURE = /^(?:[a-z]{2,}(?:[_.-][a-z]+)*(?:@\d+)?|(?:ndcg_cut|map_cut|recall|success|P)_\d+)$/i;
