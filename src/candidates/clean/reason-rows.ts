/** The rows of the side file, from the pairs that are removed. */

import type { CleanSource } from './clean-source';
import type { ReasonRow } from './reasons';
import { pairAt, type SourceCut } from './source-cuts';
import type { RemovedPairs } from './types';

/** Rows whose texts are asked for at a time. */
const BATCH_ROWS = 5_000;

/**
 * Rows in batches, source by source.
 * @param places place of each removed pair's negative, by source
 * @param reasons the words that the pairs' reasons are indices of
 */
export async function* reasonRows(
  source: CleanSource,
  cuts: readonly SourceCut[],
  places: ReadonlyMap<number, Int32Array>,
  reasons: readonly string[],
): AsyncGenerator<readonly ReasonRow[]> {
  const file = source.opened.file.name;
  for (const cut of cuts) {
    const { removed } = cut;
    const own = places.get(cut.id);
    if (removed === null || own === undefined) continue;
    const { queryIds } = await source.recordHeads(cut.id);
    for (let from = 0; from < own.length; from += BATCH_ROWS) {
      const to = Math.min(own.length, from + BATCH_ROWS);
      const texts = await source.passageTexts(passageIds(cut, removed, from, to));
      yield texts.map((negative, index) => {
        const pair = from + index;
        const record = removed.records[pair] as number;
        return {
          file,
          place: own[pair] as number,
          source: cut.name,
          record: record + 1,
          queryId: queryIds[record] ?? null,
          position: (removed.positions[pair] as number) + 1,
          reason: reasons[removed.reasons[pair] as number] ?? '',
          rho: removed.rho[pair] as number,
          eta: removed.eta[pair] as number,
          psi: removed.psi[pair] as number,
          negative,
        };
      });
    }
  }
}

/** Passage ids of the negatives of removed pairs `from` to `to`. */
function passageIds({ structure }: SourceCut, removed: RemovedPairs, from: number, to: number): Int32Array {
  return Int32Array.from({ length: to - from }, (_, index) => {
    const record = removed.records[from + index] as number;
    const pair = pairAt(structure, record, removed.positions[from + index] as number);
    return structure.negatives[pair ?? -1] as number;
  });
}
