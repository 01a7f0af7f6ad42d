/** Known positives among the negatives of a finished run (`scoring/findings.ts`). */

import { otherPositive, sameText, type FindingColumns } from '../scoring/findings';
import type { FinishedRun } from './run';
import type { SourceData } from './source-data';
import type { Task } from './task';

/**
 * What the texts of a source's pairs tell, each pair of the run.
 * @throws RunCancelledError
 */
export async function textFindings(
  { positives, lexicon }: Pick<FinishedRun, 'positives' | 'lexicon'>,
  { structure }: Pick<SourceData, 'structure'>,
  task: Task,
): Promise<FindingColumns> {
  return {
    same_text: sameText(structure),
    other_positive: otherPositive(structure, positives),
    near_text: await lexicon.nearText(structure, task),
    near_embedding: null,
  };
}
