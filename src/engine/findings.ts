/** Known positives among the negatives of a finished run (`scoring/findings.ts`). */

import { NEAR_TEXT } from '../lexical/near-text';
import { countFlags } from '../scoring/file-findings';
import { byFinding, otherPositive, sameText, type FindingColumns } from '../scoring/findings';
import type { Findings } from './result';
import type { FinishedRun } from './finished-run';
import type { Task } from './task';

/** The parts of a finished run that are used here. */
export type SearchedRun = Pick<FinishedRun, 'sources' | 'positives'> & {
  readonly lexicon: Pick<FinishedRun['lexicon'], 'overlap'>;
};

export class RunFindings {
  private constructor(
    private readonly run: SearchedRun,
    /** One for each source, in the run's order. */
    readonly columns: readonly FindingColumns[],
    /** By source: Jaccard index of the words of negative and positive, for each pair. */
    readonly overlaps: readonly Float64Array[],
  ) {}

  /** @throws RunCancelledError */
  static async of(run: SearchedRun, task: Task): Promise<RunFindings> {
    const overlaps: Float64Array[] = [];
    const found: FindingColumns[] = [];
    const pairs = run.sources.reduce((sum, { structure }) => sum + structure.negatives.length, 0);
    let before = 0;
    task.count('known', 0, pairs);
    for (const { structure } of run.sources) {
      const start = before;
      const overlap = await run.lexicon.overlap(structure, task, (done) =>
        task.count('known', start + done, pairs),
      );
      before += structure.negatives.length;
      const same = sameText(structure);
      overlaps.push(overlap);
      found.push({
        same_text: same,
        other_positive: otherPositive(structure, run.positives),
        near_text: Uint8Array.from(overlap, (share, pair) => Number(share >= NEAR_TEXT && same[pair] === 0)),
      });
    }
    return new RunFindings(run, found, overlaps);
  }

  get summary(): Findings {
    return {
      sources: this.run.sources.map(({ id }, s) => ({
        source: id,
        counts: byFinding((finding) => {
          const column = this.columns[s]?.[finding];
          return column ? countFlags(column) : null;
        }),
      })),
      left_out: {},
    };
  }
}
