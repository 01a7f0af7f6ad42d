/** Whether the negatives of a run's sources can be told from the positives without the query. */

import type { CandidatesForEngine } from '../candidates/api';
import { seededRandom, shuffled } from '../scoring/random';
import {
  FOLDS,
  MOST_ITEMS,
  shortcutInSlices,
  type RoleRows,
  type Shortcut,
  type SourceShortcut,
} from '../shortcuts/shortcuts';
import { surfaceOf, type Surface } from '../shortcuts/surface';
import type { FinishedRun } from './finished-run';
import { distinctIds, readTexts } from './lexicon';
import type { SourceData } from './source-data';
import type { Task } from './task';

/** Seed of folds, training and resamples. */
const SEED = 7;

/** @param onShare gets the share done, from 0 to 1 @throws RunCancelledError */
export async function shortcutsOf(
  { sources }: Pick<FinishedRun, 'sources'>,
  candidates: Pick<CandidatesForEngine, 'passageTexts'>,
  task: Task,
  onShare: (share: number) => void,
): Promise<SourceShortcut[]> {
  const found: SourceShortcut[] = [];
  for (const [s, source] of sources.entries()) {
    const onOne = (share: number) => onShare((s + share) / sources.length);
    const shortcut = await shortcutOf(source, new Map(), candidates, task, onOne);
    found.push({ source: source.id, shortcut });
  }
  return found;
}

/**
 * @param surfaces of passages by their ids; those that are missing are read and added
 * @param onShare gets the share done, from 0 to 1
 * @throws RunCancelledError
 */
export async function shortcutOf(
  source: SourceData,
  surfaces: Map<number, Surface>,
  candidates: Pick<CandidatesForEngine, 'passageTexts'>,
  task: Task,
  onShare: (share: number) => void = () => undefined,
): Promise<Shortcut | null> {
  const rows = rowsOf(source);
  const add = (id: number, text: string) => surfaces.set(id, surfaceOf(text));
  await readTexts(
    distinctIds([rows.passage.filter((id) => !surfaces.has(id))]),
    (ids) => candidates.passageTexts(ids),
    add,
    task,
    () => undefined,
  );
  const work = shortcutInSlices(rows, foldsOf(rows.queries), (id) => surfaces.get(id) as Surface, SEED);
  return task.follow(work, onShare);
}

/** The passages of whole queries in their seeded order, until there are {@link MOST_ITEMS}. */
function rowsOf({ structure, priorities }: SourceData): RoleRows {
  const { queries, positives, offsets, negatives } = structure;
  const order = [...queries.keys()].sort(
    (a, b) => (priorities[a] as number) - (priorities[b] as number) || a - b,
  );
  const places = new Map<number, number>();
  const rows: { query: number; passage: number; isNegative: number }[] = [];
  for (const record of order) {
    const id = queries[record] as number;
    if (rows.length >= MOST_ITEMS && !places.has(id)) break;
    const query = places.get(id) ?? places.size;
    places.set(id, query);
    rows.push({ query, passage: positives[record] as number, isNegative: 0 });
    for (const passage of negatives.subarray(offsets[record], offsets[record + 1])) {
      rows.push({ query, passage, isNegative: 1 });
    }
  }
  return {
    query: Int32Array.from(rows, ({ query }) => query),
    passage: Int32Array.from(rows, ({ passage }) => passage),
    isNegative: Uint8Array.from(rows, ({ isNegative }) => isNegative),
    queries: places.size,
  };
}

/** Folds of equal size, drawn. */
function foldsOf(queries: number): Int32Array {
  const folds = Int32Array.from({ length: queries }, (_, query) => query % FOLDS);
  return shuffled(folds, seededRandom(SEED));
}
