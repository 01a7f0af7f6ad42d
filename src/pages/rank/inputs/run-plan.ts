/** What pressing "Rank sources" would do, in one sentence. */

import { capitalised, countOf, formatSeconds, told } from '../../../ui/words';
import { firstOfEach, pairsIn } from '../../../scoring/k-counts';
import type { Inputs } from '../../../session/inputs/inputs.svelte';
import type { SourceEntry } from '../../../session/files/file-entries.svelte';
import type { FinishedRun } from '../../../session/run/runs';

/**
 * `All records, about 5 s on this machine.` What the strip says is not said again.
 */
export function runPlan(
  entries: readonly SourceEntry[],
  { values: { sample, stop }, firstNegatives: negatives }: Inputs,
  finished: FinishedRun | null,
): string {
  if (entries.length === 0) return '';
  const seconds = finished && secondsAsBefore(entries, finished, negatives);
  const parts = told([
    sample === null ? 'all records' : `a sample of ${countOf(sample, 'record')}`,
    stop === 'all' ? null : `${stop === 'long' ? 'in a long run ' : ''}until the order is certain`,
    seconds === null ? null : `about ${formatSeconds(seconds)} on this machine`,
  ]);
  return `${capitalised(parts.join(', '))}.`;
}

/** An upper bound of a run's time: the last run's, scaled by pairs. What it encoded is kept. */
function secondsAsBefore(
  entries: readonly SourceEntry[],
  { result }: FinishedRun,
  negatives: number | null,
): number | null {
  const before = result.sources.reduce((sum, { figures }) => sum + figures.negatives, 0);
  const now = entries.reduce((sum, entry) => sum + pairsOf(entry, negatives), 0);
  return before === 0 ? null : (result.cost.seconds.total * now) / before;
}

function pairsOf({ loaded }: SourceEntry, negatives: number | null): number {
  return pairsIn(firstOfEach(loaded.byK, negatives));
}
