/** Whether the negatives of a run's sources can be told from the positives without the query. */

import type { CandidatesForEngine } from '../candidates/candidates';
import { seededRandom, shuffled } from '../scoring/random';
import {
  FOLDS,
  MOST_ITEMS,
  shortcutInSlices,
  type RoleRows,
  type SourceShortcut,
} from '../shortcuts/shortcuts';
import { surfaceOf, type Surface } from '../shortcuts/surface';
import type { FinishedRun } from './finished-run';
import { distinctIds, readTexts } from './lexicon';
import type { SourceData } from './source-data';
import type { Task } from './task';

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
    const rows = rowsOf(source);
    const surfaces = new Map<number, Surface>();
    const add = (id: number, text: string) => surfaces.set(id, surfaceOf(text));
    await readTexts(distinctIds([rows.passage]), (ids) => candidates.passageTexts(ids), add, task);
    const folds = Int32Array.from({ length: rows.units }, (_, unit) => unit % FOLDS);
    const drawn = shuffled(folds, seededRandom(SEED));
    const work = shortcutInSlices(rows, drawn, (id) => surfaces.get(id) as Surface, SEED);
    const shortcut = await task.follow(work, (share) => onShare((s + share) / sources.length));
    found.push({ source: source.id, shortcut });
  }
  return found;
}

/** The passages of records in the seeded order of their units, whole units until {@link MOST_ITEMS} are reached. */
function rowsOf({ structure, units, turns }: SourceData): RoleRows {
  const { queries, positives, offsets, negatives } = structure;
  const order = [...queries.keys()].sort((a, b) => (turns[a] as number) - (turns[b] as number) || a - b);
  const places = new Map<number, number>();
  const rows: [unit: number, passage: number, isNegative: number][] = [];
  for (const record of order) {
    const id = units[record] as number;
    if (rows.length >= MOST_ITEMS && !places.has(id)) break;
    const unit = places.get(id) ?? places.size;
    places.set(id, unit);
    rows.push([unit, positives[record] as number, 0]);
    for (const passage of negatives.subarray(offsets[record], offsets[record + 1]))
      rows.push([unit, passage, 1]);
  }
  return {
    unit: Int32Array.from(rows, ([unit]) => unit),
    passage: Int32Array.from(rows, ([, passage]) => passage),
    isNegative: Uint8Array.from(rows, ([, , isNegative]) => isNegative),
    units: places.size,
  };
}
