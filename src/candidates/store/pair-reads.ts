/** The beginnings of texts for a list of pairs. */

import type { Excerpts } from '../api';
import type { Connection } from './database';
import { PASSAGES, QUERIES, readTexts } from './text-reads';

/**
 * The first characters of texts, by their ids.
 * @throws UnknownSourceError for an id that has no text (any more)
 */
export async function readExcerpts(
  connection: Connection,
  ids: { readonly queries: Int32Array; readonly passages: Int32Array },
  characters: number,
): Promise<Excerpts> {
  return {
    queries: await readTexts(connection, QUERIES, ids.queries, characters),
    passages: await readTexts(connection, PASSAGES, ids.passages, characters),
  };
}
