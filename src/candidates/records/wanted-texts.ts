/** Texts of companion files that records name by id. */

import type { Ref } from '../formats/format';
import { packed, unpacked } from './packed-text';
import type { TextLookup } from './record';
import { HashIds } from '../store/hash-ids';
import { TextArena } from '../store/text-arena';
import type { TextHash } from '../store/text-hash';

const ABSENT = -1;
/** A text that exists and is not kept. */
const PRESENT = -2;

/** Bytes of a number with its array's spare room. */
const NUMBER_BYTES = 12;

/** Ids of one kind that records name, and where their texts are. */
class Wanted {
  private readonly ids = new HashIds();
  /** Place of each id's text in the arena, or ABSENT or PRESENT. */
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

  /** Whether the text of this id is wanted and not found yet. */
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
 * The texts that the records of one file name by id, and no others: a corpus may be larger than memory.
 */
export class WantedTexts implements TextLookup {
  private readonly arena = new TextArena();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(4);
  private readonly wanted = { corpus: new Wanted(), queries: new Wanted() };

  /** The first id of each kind that no companion has. */
  private readonly notFound = new Map<Ref['kind'], string>();

  /** @param keep false to learn only which ids have a text */
  constructor(
    private readonly hash: TextHash,
    private readonly keep = true,
  ) {}

  /** An example of each kind of id that no companion has. */
  unknown(): { readonly kind: Ref['kind']; readonly example: string }[] {
    return [...this.notFound].map(([kind, example]) => ({ kind, example }));
  }

  /** Memory held. */
  get bytes(): number {
    return this.arena.bytes + this.wanted.corpus.bytes + this.wanted.queries.bytes;
  }

  /** Notes every id that is looked up, and gives a stand-in for its text. */
  readonly collector: TextLookup = {
    textOf: ({ kind, id }) => {
      this.wanted[kind].want(this.hashOf(id));
      return standIn(id);
    },
  };

  complete(kind: Ref['kind']): boolean {
    return this.wanted[kind].complete;
  }

  /** Keeps a wanted text; the first one under an id counts. */
  offer(kind: Ref['kind'], id: string, text: string): void {
    const wanted = this.wanted[kind];
    const hash = this.hashOf(id);
    if (wanted.misses(hash)) wanted.put(hash, this.keep ? this.arena.put(packed(text)) : PRESENT);
  }

  textOf({ kind, id }: Ref): string | undefined {
    const place = this.wanted[kind].placeOf(this.hashOf(id));
    if (place === PRESENT) return standIn(id);
    if (place !== ABSENT) return unpacked(this.arena.read(place) ?? '') as string;
    if (!this.notFound.has(kind)) this.notFound.set(kind, id);
    return undefined;
  }

  private hashOf(id: string): Uint32Array {
    this.hash(this.encoder.encode(id), this.hashed);
    return this.hashed;
  }
}

/** A stand-in for the text of an id, different for each id. */
export function standIn(id: string): string {
  return `\u0001${id}`;
}
