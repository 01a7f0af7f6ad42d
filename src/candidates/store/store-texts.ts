/** The distinct texts of all sources: their ids, and in memory the texts themselves while there are few. */

import type { Connection } from './database';
import { HeldTexts } from './held-texts';
import { TextIds, type NewTexts } from './text-ids';
import { findTexts, type TextTable } from './text-reads';

export class StoreTexts {
  readonly queries = new TextIds();
  readonly passages = new TextIds();
  /** Null once there were too many. */
  private held: { readonly queries: HeldTexts; readonly passages: HeldTexts } | null;

  /** @param room bytes held at most */
  constructor(private readonly room: number) {
    this.held = this.nothing();
  }

  get isHeld(): boolean {
    return this.held !== null;
  }

  /** Whether texts stay held beside so many bytes more. */
  hasRoom(bytes: number): boolean {
    if (this.held === null) return false;
    return this.held.queries.bytes + this.held.passages.bytes + bytes <= this.room;
  }

  /** Memory that they take outside DuckDB. */
  get bytes(): number {
    const held = this.held ? this.held.queries.bytes + this.held.passages.bytes : 0;
    return held + this.queries.bytes + this.passages.bytes;
  }

  /** Holds them no longer: DuckDB, which has started, has all of them. */
  release(): void {
    this.held = null;
  }

  /** The texts that came since the last batch. */
  takeNew(): { readonly queries: NewTexts; readonly passages: NewTexts } {
    const taken = { queries: this.queries.takeNew(), passages: this.passages.takeNew() };
    this.held?.queries.add(taken.queries);
    this.held?.passages.add(taken.passages);
    return taken;
  }

  /** Forgets all texts from these ids on. */
  forgetFrom(query: number, passage: number): void {
    this.queries.forgetFrom(query);
    this.passages.forgetFrom(passage);
    this.held?.queries.forgetFrom(query);
    this.held?.passages.forgetFrom(passage);
    this.holdAgain();
  }

  /** Forgets single texts. */
  forget(queries: readonly number[], passages: readonly number[]): void {
    this.queries.forget(queries);
    this.passages.forget(passages);
    this.held?.queries.forget(queries);
    this.held?.passages.forget(passages);
    this.holdAgain();
  }

  /**
   * The texts of the ids, in their order; null where an id has none (any more).
   * @param characters of each at most; null for all
   * @param connection asked for where the texts are not held
   */
  async find(
    where: TextTable,
    ids: Int32Array,
    characters: number | null,
    connection: () => Promise<Connection>,
  ): Promise<(string | null)[]> {
    const held = this.held?.[where.table];
    if (held) return Array.from(ids, (id) => held.text(id, characters));
    return findTexts(await connection(), where, ids, characters);
  }

  private nothing() {
    return this.room === 0 ? null : { queries: new HeldTexts(), passages: new HeldTexts() };
  }

  /** Without a text everything is as at first. */
  private holdAgain(): void {
    if (this.queries.size > 0) return;
    this.held ??= this.nothing();
  }
}
