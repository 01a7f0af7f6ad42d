/** Which texts hold what is searched: accents and case do not count. On a connection of its own; another search ends it. */

import { CandidatesError } from '../errors';
import type { TextMatches } from '../api';
import type { Answer, Connection } from './database';

export class TextSearch {
  /** The search that is under way. */
  private current: object | null = null;
  /** Ends when the last search has ended. */
  private last: Promise<unknown> = Promise.resolve();

  /** @param connection of which nobody else makes use */
  constructor(private readonly connection: Connection) {}

  /**
   * Ids of the queries and passages that hold a text, ascending.
   * @throws QueryCancelledError when another search begins
   */
  async find(text: string): Promise<TextMatches> {
    const search = {};
    const before = this.last;
    if (this.current !== null) void this.connection.cancel();
    this.current = search;
    const found = before.then(async () => ({
      queries: await this.idsOf(search, 'query', 'queries', text),
      passages: await this.idsOf(search, 'passage', 'passages', text),
    }));
    this.last = found.catch(() => undefined);
    try {
      return await found;
    } finally {
      if (this.current === search) this.current = null;
    }
  }

  private async idsOf(search: object, key: string, table: string, text: string): Promise<Int32Array> {
    if (this.current !== search) throw new CandidatesError('QueryCancelledError');
    const quoted = `'${text.replaceAll("'", "''")}'`;
    try {
      const answer = await this.connection.send(
        `SELECT ${key} FROM ${table} WHERE contains(${folded('text')}, ${folded(quoted)}) ORDER BY 1`,
      );
      return integersOf(answer);
    } catch (error) {
      throw this.current === search ? error : new CandidatesError('QueryCancelledError');
    }
  }
}

/** As texts are compared. */
function folded(text: string): string {
  return `strip_accents(lower(${text}))`;
}

function integersOf({ batches }: Answer): Int32Array {
  const parts = batches.map((batch) => batch.getChildAt(0)?.toArray() as Int32Array);
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
