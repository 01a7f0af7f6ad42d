/** JSON objects of objects of numbers, `{"query": {"document": 3.2}}`: runs and judgements as BEIR and ranx write them. */

import { Fault, isObject } from '../fault';
import type { Entry, EntryReader } from './entries';

/** What the head of such a file looks like. */
const HEAD = /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*-?[\d.]/;

/** Whether a file's first characters are those of an object of objects of numbers. */
export function isJsonHits(head: string): boolean {
  return HEAD.test(head);
}

/**
 * One entry for each number, under the names `query_id`, `doc_id` and `score`, in file order. The object is one JSON
 * value, so that the whole file is parsed at once; its entries have no bytes of their own.
 */
export class JsonHitsReader implements EntryReader {
  readonly placeKind = 'element';
  readonly blankLines = 0;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly parts: string[] = [];

  *push(bytes: Uint8Array): Iterable<Entry> {
    this.parts.push(this.decoder.decode(bytes, { stream: true }));
    yield* [];
  }

  *finish(): Iterable<Entry> {
    let place = 0;
    for (const [queryId, documents] of Object.entries(this.parsed())) {
      if (!isObject(documents)) {
        place += 1;
        const fault = new Fault(
          'wrong-type',
          queryId,
          `\`${queryId}\` must be an object of documents with their scores.`,
        );
        yield { place, text: queryId, value: fault, start: 0, end: 0 };
        continue;
      }
      for (const [documentId, score] of Object.entries(documents)) {
        place += 1;
        const value = { query_id: queryId, doc_id: documentId, score };
        yield { place, text: `${queryId} ${documentId} ${String(score)}`, value, start: 0, end: 0 };
      }
    }
  }

  private parsed(): Record<string, unknown> {
    try {
      return JSON.parse(this.parts.join('') + this.decoder.decode()) as Record<string, unknown>;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { 'the object': `Not valid JSON (${reason}).` };
    }
  }
}
