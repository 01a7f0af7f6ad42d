/** The texts of a companion file that the records of one file name by id. */

import type { Ref } from '../formats/format';
import type { TextLookup } from './record';
import { HashIds } from '../store/hash-ids';
import { TextArena } from '../store/text-arena';
import type { TextHash } from '../store/text-hash';

const ABSENT = -1;
/** Stands for a text that is there and was not kept. */
const PRESENT = -2;

/** Bytes of a number, with the room that its array has to grow. */
const NUMBER_BYTES = 12;

/** Ids of one kind that records name, with their texts as far as they were found. */
class Wanted {
  private readonly ids = new HashIds();
  /** Place of each id's text in the arena, ABSENT before it was found. */
  private readonly places: number[] = [];
  private found = 0;

  get bytes(): number {
    return this.ids.bytes + NUMBER_BYTES * this.places.length;
  }

  get complete(): boolean {
    return this.found === this.ids.size;
  }

  want(hash: Uint32Array): void {
    const { next } = this.ids;
    if (this.ids.idOf(hash) === next) this.places.push(ABSENT);
  }

  /** Whether the text of this id is wanted and was not found yet. */
  misses(hash: Uint32Array): boolean {
    const id = this.ids.find(hash);
    return id !== ABSENT && this.places[id] === ABSENT;
  }

  put(hash: Uint32Array, place: number): void {
    this.places[this.ids.find(hash)] = place;
    this.found += 1;
  }

  placeOf(hash: Uint32Array): number {
    const id = this.ids.find(hash);
    return id === ABSENT ? ABSENT : (this.places[id] as number);
  }
}

/**
 * The texts that the records of one file name by id, and no others: of a corpus larger than the tab only what is
 * needed is kept.
 */
export class WantedTexts implements TextLookup {
  private readonly arena = new TextArena();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(4);
  private readonly wanted = { corpus: new Wanted(), queries: new Wanted() };

  /** The first id of each kind whose text was asked for and is in no companion. */
  private readonly notFound = new Map<Ref['kind'], string>();

  /** @param keep false where it is enough to know which ids have a text */
  constructor(
    private readonly hash: TextHash,
    private readonly keep = true,
  ) {}

  /** An id of each kind that no companion has, of those that were asked for. */
  unknown(): { readonly kind: Ref['kind']; readonly example: string }[] {
    return [...this.notFound].map(([kind, example]) => ({ kind, example }));
  }

  /** Memory held. */
  get bytes(): number {
    return this.arena.bytes + this.wanted.corpus.bytes + this.wanted.queries.bytes;
  }

  /** Notes every id that is asked for; each has a text of its own meanwhile. */
  readonly collector: TextLookup = {
    textOf: ({ kind, id }) => {
      this.wanted[kind].want(this.hashOf(id));
      return standIn(id);
    },
  };

  /** True where no further text of this kind is wanted. */
  complete(kind: Ref['kind']): boolean {
    return this.wanted[kind].complete;
  }

  /** Keeps a text that is wanted; the first one under an id counts. */
  offer(kind: Ref['kind'], id: string, text: string): void {
    const wanted = this.wanted[kind];
    const hash = this.hashOf(id);
    if (wanted.misses(hash)) wanted.put(hash, this.keep ? this.arena.put(text) : PRESENT);
  }

  textOf({ kind, id }: Ref): string | undefined {
    const place = this.wanted[kind].placeOf(this.hashOf(id));
    if (place === PRESENT) return standIn(id);
    if (place !== ABSENT) return this.arena.read(place) ?? undefined;
    if (!this.notFound.has(kind)) this.notFound.set(kind, id);
    return undefined;
  }

  private hashOf(id: string): Uint32Array {
    this.hash(this.encoder.encode(id), this.hashed);
    return this.hashed;
  }
}

/** A text for an id where it does not matter which: each id has one of its own. */
export function standIn(id: string): string {
  return `\u0001${id}`;
}
