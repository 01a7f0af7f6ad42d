/** JSON objects of objects of numbers, `{"query": {"document": 3.2}}`: runs and judgements as BEIR and ranx write them. */

import { Fault } from '../fault';
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

/**
 * One entry for each number, as `query_id`, `doc_id` and `score`, in file order; repeated keys give several entries. The
 * whole object is held in memory, and its entries have no spans.
 */
export class JsonHitsReader implements EntryReader {
  readonly placeKind = 'element';
  readonly blankLines = 0;
  private readonly parts = new ByteParts(LIMITS.objectBytes);

  constructor(private readonly file: string) {}

  /** @throws ObjectTooLargeError */
  *push(bytes: Uint8Array): Iterable<Entry> {
    this.parts.add(bytes);
    if (this.parts.length > LIMITS.objectBytes)
      throw new CandidatesError('ObjectTooLargeError', { file: this.file });
    yield* [];
  }

  /** @throws NotCandidatesError for an object of settings or results */
  *finish(): Iterable<Entry> {
    const { text, fault } = decode(this.parts.take(new Uint8Array(0)).bytes);
    const queries = fault ?? parseRecord(text);
    if (queries instanceof Fault) {
      yield { place: 1, text, value: queries, start: 0, end: 0 };
      return;
    }
    if (isOfFigures(text))
      throw new CandidatesError('NotCandidatesError', { file: this.file, looksLike: FIGURES });
    let place = 0;
    for (const query of children(text)) {
      const queryId = query.key ?? '';
      if (text[query.start] !== '{') {
        place += 1;
        const message = `\`${queryId}\` must be an object of documents with their scores.`;
        yield { place, text: queryId, value: new Fault('wrong-type', queryId, message), start: 0, end: 0 };
      }
      for (const { key, start, end } of text[query.start] === '{' ? children(text, query.start) : []) {
        place += 1;
        const score = text.slice(start, end);
        const value = { query_id: queryId, doc_id: key ?? '', score: parseJson(score) };
        yield { place, text: `${queryId} ${key} ${score}`, value, start: 0, end: 0 };
      }
    }
  }
}

const FIGURES =
  'one JSON object of settings or results. A run is {"query id": {"document id": score}}, with other documents for other queries';

/** Names of figures: `texts`, `mean_rho`, `ndcg@10`, trec_eval's `recall_100`. */
const FIGURE = /^(?:[a-z]{2,}(?:[_.-][a-z]+)*(?:@\d+)?|(?:ndcg_cut|map_cut|recall|success|P)_\d+)$/i;

/**
 * Whether an object holds figures under their names and no hits: objects inside objects, lists, or the same names in
 * every object.
 */
function isOfFigures(text: string): boolean {
  const isNested = ({ start }: Child) => text[start] === '{' || text[start] === '[';
  let names: string | null = null;
  for (const query of children(text)) {
    if (text[query.start] === '[') return true;
    if (text[query.start] !== '{') continue;
    const found = [...children(text, query.start)];
    if (found.some(isNested)) return true;
    const keys = found.map(({ key }) => key ?? '');
    // Other documents, or ids: hits, whatever follows.
    const these = keys.every((key) => FIGURE.test(key)) ? keys.sort().join(' ') : '';
    if (these === '' || (names !== null && these !== names)) names = '';
    else names ??= these;
  }
  return names !== null && names !== '';
}
