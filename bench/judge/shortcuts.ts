/** Shortcuts of real sources, for docs/JUDGE.md. */

import { seededPriority, seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';
import { FOLDS, shortcutInSlices, type Shortcut } from '../../src/shortcuts/shortcuts';
import { surfaceOf, type Surface } from '../../src/shortcuts/surface';
import { readTevatron } from '../order/real-file';

/** A source's records as ids of passages, with the surfaces of these. */
export interface ShortcutFile {
  readonly records: readonly { readonly query: string; readonly passages: readonly number[] }[];
  readonly surfaces: readonly Surface[];
}

/** @param path of a Tevatron file */
export function openShortcutFile(path: string): ShortcutFile {
  const ids = new Map<string, number>();
  const idOf = (text: string) => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  const records = readTevatron(path).map(({ query, positive, negatives }) => ({
    query,
    passages: [positive, ...negatives].map(idOf),
  }));
  return { records, surfaces: [...ids.keys()].map(surfaceOf) };
}

/** @param shuffled seed with which one passage of each record is drawn to be its positive; null: the positive is */
export function shortcutOfFile(
  { records, surfaces }: ShortcutFile,
  shuffled: number | null,
): Shortcut | null {
  const random = seededRandom(shuffled ?? 0);
  const rows = records.flatMap(({ passages }, query) => {
    const positive = shuffled === null ? 0 : Math.floor(random() * passages.length);
    return passages.map((passage, place) => ({ query, passage, isNegative: Number(place !== positive) }));
  });
  return atOnce(
    shortcutInSlices(
      {
        query: Int32Array.from(rows, ({ query }) => query),
        passage: Int32Array.from(rows, ({ passage }) => passage),
        isNegative: Uint8Array.from(rows, ({ isNegative }) => isNegative),
        queries: records.length,
      },
      Int32Array.from(records, ({ query }) => Math.floor(FOLDS * seededPriority(7, query, 0))),
      (passage) => surfaces[passage] as Surface,
      7,
    ),
  );
}
