/** JSON objects of objects of numbers, `{"query": {"document": 3.2}}`: runs and judgements as BEIR and ranx write them. */

import { Fault } from '../fault';
import { CandidatesError } from '../errors';
import { LIMITS } from '../limits';
import type { Entry, EntryReader } from './entries';
import { children, parseJson, parseRecord } from './json';
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

  *finish(): Iterable<Entry> {
    const { text, fault } = decode(this.parts.take(new Uint8Array(0)).bytes);
    const queries = fault ?? parseRecord(text);
    if (queries instanceof Fault) {
      yield { place: 1, text, value: queries, start: 0, end: 0 };
      return;
    }
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
