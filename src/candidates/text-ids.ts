import { UnknownSourceError } from './errors';

/**
 * Gives each distinct text an id, from 0 on. The texts stay in memory: the engine asks for them by id while it
 * encodes, and looking up whether a text is known must not cost a query a text.
 */
export class TextIds {
  readonly #ids = new Map<string, number>();
  readonly #texts: (string | undefined)[] = [];
  #taken = 0;

  /** @param what what the texts are, for messages: "query" or "passage" */
  constructor(private readonly what: string) {}

  /** Number of texts that have an id. */
  get size(): number {
    return this.#ids.size;
  }

  /** The id that the next new text gets. */
  get next(): number {
    return this.#texts.length;
  }

  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#ids.set(text, id);
    this.#texts.push(text);
    return id;
  }

  /** The texts that came since this was last asked for, with the id of the first. */
  takeNew(): { first: number; texts: string[] } {
    const first = this.#taken;
    this.#taken = this.#texts.length;
    return { first, texts: this.#texts.slice(first) as string[] };
  }

  /** Forgets all texts from an id on, as if they had never come. */
  forgetFrom(id: number): void {
    for (const text of this.#texts.splice(id)) {
      if (text !== undefined) this.#ids.delete(text);
    }
    this.#taken = Math.min(this.#taken, id);
  }

  /** Forgets single texts; their ids are not given again. */
  forget(ids: Iterable<number>): void {
    for (const id of ids) {
      const text = this.#texts[id];
      if (text !== undefined) this.#ids.delete(text);
      this.#texts[id] = undefined;
    }
  }

  /** The texts of the ids, in that order. Errors: `UnknownSourceError` for an id that was forgotten. */
  textsOf(ids: Int32Array): string[] {
    return Array.from(ids, (id) => {
      const text = this.#texts[id];
      if (text === undefined) throw new UnknownSourceError(`The source of ${this.what} ${id}`);
      return text;
    });
  }
}
