import { excerptOf, type Fault } from './fault';
import type { Draft } from './formats/format';
import { HashIds } from './store/hash-ids';
import { blankFault } from './record';
import { TextArena } from './store/text-arena';
import type { TextHash } from './store/text-hash';

/** Rows that are one record: the place and the excerpt of their first row, and the negatives of all of them. */
export interface RowGroup {
  readonly place: number;
  readonly text: string;
  readonly draft: Draft;
}

/** A group whose texts lie in the arena: each number but the first is a place there. */
interface StoredGroup {
  readonly place: number;
  readonly excerpt: number;
  readonly queryId: number;
  readonly query: number;
  readonly positive: number;
  readonly negatives: number[];
}

/** What a group's objects take beside its texts, and each of its negatives, in bytes. */
const GROUP_BYTES = 160;
const NEGATIVE_BYTES = 16;

/**
 * Joins the rows of a triplet table that have the same query and positive, over the whole file. All its texts wait
 * here until the last row was read.
 */
export class RowGroups {
  readonly #ids = new HashIds();
  readonly #groups: StoredGroup[] = [];
  readonly #arena = new TextArena();
  readonly #encoder = new TextEncoder();
  readonly #hashed = new Uint32Array(4);
  #negatives = 0;
  /** What the format calls the fields: the same for all rows. */
  #fields: Draft['fields'] | null = null;

  constructor(private readonly hash: TextHash) {}

  /** Memory held. */
  get bytes(): number {
    const objects = this.#groups.length * GROUP_BYTES + this.#negatives * NEGATIVE_BYTES;
    return this.#arena.bytes + this.#ids.bytes + objects;
  }

  /** "new" for the first row of a record, "joined" for a further one, or what is wrong with the row. */
  add(place: number, text: string, draft: Draft): 'new' | 'joined' | Fault {
    const fault = blankFault(draft);
    if (fault !== null) return fault;
    this.#fields ??= draft.fields;
    const negatives = draft.negatives.map((negative) => this.#arena.put(negative));
    this.#negatives += negatives.length;
    const group = this.#groups[this.#groupOf(draft)];
    if (group !== undefined) {
      group.negatives.push(...negatives);
      return 'joined';
    }
    this.#groups.push({
      place,
      excerpt: this.#arena.put(excerptOf(text)),
      queryId: this.#arena.put(draft.queryId),
      query: this.#arena.put(draft.query),
      positive: this.#arena.put(draft.positive),
      negatives,
    });
    return 'new';
  }

  /** The records in the order of their first rows; their texts are forgotten on the way. */
  *take(): Iterable<RowGroup> {
    const taken = (place: number): string => this.#arena.take(place) ?? '';
    for (const { place, excerpt, queryId, query, positive, negatives } of this.#groups) {
      yield {
        place,
        text: taken(excerpt),
        draft: {
          queryId: this.#arena.take(queryId),
          query: taken(query),
          positive: taken(positive),
          furtherPositives: 0,
          negatives: negatives.map((negative) => this.#arena.take(negative)),
          embeddings: null,
          fields: this.#fields as Draft['fields'],
        },
      };
    }
  }

  /** The group's index; that of the next one for a query and positive that are new. */
  #groupOf(draft: Draft): number {
    const query = draft.query.trim();
    this.hash(this.#encoder.encode(`${query.length} ${query}${draft.positive.trim()}`), this.#hashed);
    return this.#ids.idOf(this.#hashed);
  }
}
