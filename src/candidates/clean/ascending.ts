/** What is asked of places in file order: whether they are known, and which of their texts go. */

/** Answers, for places asked in ascending order, whether they are among some that are known. */
export class AscendingPlaces {
  private next = 0;

  /** @param places ascending; one may come twice */
  constructor(private readonly places: Int32Array) {}

  /** @param place not smaller than the one asked before */
  has(place: number): boolean {
    while (this.next < this.places.length && (this.places[this.next] as number) < place) this.next += 1;
    return this.places[this.next] === place;
  }
}

/** More texts than an entry can have: a place and an index in it become one number, exact up to 2^31 places. */
const MOST_TEXTS = 2 ** 22;

/** The texts that are removed, by entry. */
export class Removals {
  /** Place and index of each, as one number, ascending. */
  private readonly keys: Float64Array;
  private next = 0;

  /** @param origins place and index of each removed text, in any order; all arrays of one part have one length */
  constructor(origins: readonly { readonly places: Int32Array; readonly indices: Int32Array }[]) {
    this.keys = new Float64Array(origins.reduce((sum, { places }) => sum + places.length, 0));
    let at = 0;
    for (const { places, indices } of origins) {
      for (let i = 0; i < places.length; i += 1) {
        this.keys[at++] = (places[i] as number) * MOST_TEXTS + (indices[i] as number);
      }
    }
    this.keys.sort();
  }

  /**
   * Places of the removed texts among those of an entry, ascending.
   * @param place greater than the one asked before
   */
  at(place: number): ReadonlySet<number> {
    const begin = place * MOST_TEXTS;
    while (this.next < this.keys.length && (this.keys[this.next] as number) < begin) this.next += 1;
    let end = this.next;
    while (end < this.keys.length && (this.keys[end] as number) < begin + MOST_TEXTS) end += 1;
    if (end === this.next) return NONE;
    const indices = new Set(this.keys.subarray(this.next, end).map((key) => key - begin));
    this.next = end;
    return indices;
  }
}

const NONE: ReadonlySet<number> = new Set();
