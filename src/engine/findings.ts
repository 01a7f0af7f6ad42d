/** Known positives among the negatives of a finished run (`scoring/findings.ts`). */

import { NEAR_TEXT } from '../lexical/near-text';
import { countFlags } from '../scoring/file-findings';
import { byFinding, loosePositive, otherPositive, sameText, type FindingColumns } from '../scoring/findings';
import { cornerOf } from '../scoring/random-looking';
import type { RunResult } from './result';
import type { FinishedRun } from './finished-run';
import type { Task } from './task';

/** A positive that nine of ten drawn passages are no farther from, by embedding and by words, is far from its query. */
const LOOSE_QUANTILE = 0.9;

/** The parts of a finished run that are used here. */
export type SearchedRun = Pick<FinishedRun, 'sources' | 'positives'> &
  Partial<Pick<FinishedRun, 'drawn'>> & {
    readonly lexicon: Pick<FinishedRun['lexicon'], 'overlap'> & Partial<Pick<FinishedRun['lexicon'], 'ties'>>;
  };

export interface RunFindings {
  /** One for each source, in the run's order. */
  readonly columns: readonly FindingColumns[];
  /** By source: Jaccard index of the words of negative and positive, for each pair. */
  readonly overlaps: readonly Float64Array[];
  /** By id of the source. */
  readonly counts: RunResult['findings'];
}

/** @throws RunCancelledError */
export async function findingsOf(run: SearchedRun, task: Task): Promise<RunFindings> {
  const overlaps: Float64Array[] = [];
  const found: FindingColumns[] = [];
  const counts: Record<number, RunResult['findings'][string]> = {};
  const pairs = run.sources.reduce((sum, { structure }) => sum + structure.negatives.length, 0);
  const edges = run.drawn && cornerOf(run.drawn.columns, LOOSE_QUANTILE);
  let before = 0;
  task.count('known', 0, pairs);
  for (const { id, structure, columns } of run.sources) {
    const start = before;
    const overlap = await run.lexicon.overlap(structure, task, (done) =>
      task.count('known', start + done, pairs),
    );
    before += structure.negatives.length;
    const same = sameText(structure);
    const ties = run.lexicon.ties?.(structure);
    const own: FindingColumns = {
      same_text: same,
      other_positive: otherPositive(structure, run.positives),
      near_text: Uint8Array.from(overlap, (share, pair) => Number(share >= NEAR_TEXT && same[pair] === 0)),
      // Texts with the same tokens up to the cut have one embedding.
      same_cut: columns.distance.some(Number.isNaN)
        ? null
        : Uint8Array.from(columns.distance, (d, pair) => Number(d === 0 && same[pair] === 0)),
      loose_positive: edges && ties ? loosePositive(columns, ties, edges) : null,
    };
    overlaps.push(overlap);
    found.push(own);
    counts[id] = byFinding((finding) => own[finding] && countFlags(own[finding]));
  }
  return { columns: found, overlaps, counts };
}
