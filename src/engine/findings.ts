/** Known positives among the negatives of a finished run (`scoring/findings.ts`). */

import { NEAR_TEXT } from '../lexical/near-text';
import {
  byFinding,
  type FindingColumns,
  type KnownPositives,
  loosePositive,
  otherPositive,
  sameText,
} from '../scoring/findings';
import { sumOf } from '../scoring/means';
import { cornerOf } from '../scoring/random-looking';
import type { DrawnPairs } from './drawn-passages';
import type { Lexicon } from './lexicon';
import type { RunResult } from './result';
import { pairsOf, type SourceData } from './source-data';
import type { Task } from './task';

/** A positive that nine of ten drawn passages are no farther from, by embedding and by words, is far from its query. */
const LOOSE_QUANTILE = 0.9;

interface SearchedRun {
  readonly sources: readonly SourceData[];
  /** Of all records of the sources, sampled or not. */
  readonly positives: KnownPositives;
  readonly drawn: DrawnPairs | null;
  readonly lexicon: Pick<Lexicon, 'overlap' | 'ties'>;
}

export type RunFindings = Awaited<ReturnType<typeof findingsOf>>;

/**
 * @param onPairs gets how many pairs are done, of all
 * @returns by source, `overlaps`: of each pair, the Jaccard index of the words of negative and positive
 * @throws RunCancelledError
 */
export async function findingsOf(
  run: SearchedRun,
  task: Task,
  onPairs: (done: number, total: number) => void = () => undefined,
) {
  const overlaps: Float64Array[] = [];
  const found: FindingColumns[] = [];
  const counts: Record<number, RunResult['findings'][string]> = {};
  const pairs = pairsOf(run.sources);
  const edges = run.drawn && cornerOf(run.drawn.source.columns, LOOSE_QUANTILE);
  let before = 0;
  onPairs(0, pairs);
  for (const { id, structure, columns } of run.sources) {
    const start = before;
    const overlap = await run.lexicon.overlap(structure, task, (done) => onPairs(start + done, pairs));
    before += structure.negatives.length;
    const same = sameText(structure);
    const own: FindingColumns = {
      same_text: same,
      other_positive: otherPositive(structure, run.positives),
      near_text: Uint8Array.from(overlap, (share, pair) => Number(share >= NEAR_TEXT && same[pair] === 0)),
      // Texts with the same tokens up to the cut have one embedding.
      same_cut: columns.distance.some(Number.isNaN)
        ? null
        : Uint8Array.from(columns.distance, (d, pair) => Number(d === 0 && same[pair] === 0)),
      loose_positive: edges && loosePositive(columns, run.lexicon.ties(structure), edges),
    };
    overlaps.push(overlap);
    found.push(own);
    counts[id] = byFinding((finding) => own[finding] && sumOf(own[finding]));
  }
  return { columns: found, overlaps, counts };
}
