/** What pressing "Rank sources" would do, in one sentence. */

import { capitalised, countOf, formatSeconds, told } from '../../../ui/words';
import { firstOfEach, pairsIn } from '../../../scoring/k-counts';
import type { Inputs } from '../../../session/inputs/inputs.svelte';
import type { SourceEntry } from '../../../session/files/file-entries.svelte';
import type { FinishedRun } from '../../../session/run/runs';

/** What of the inputs it reads. */
interface Asked extends Pick<Inputs, 'firstNegatives'> {
  readonly values: Pick<Inputs['values'], 'sample' | 'stop' | 'queries'>;
}

/**
 * `All records, about 5 s on this machine.` What the strip says is not said again. Of several sources a run may score only the
 * records whose queries all of them have. How many these are is known after it, so nothing is said of them.
 */
export function runPlan(
  entries: readonly SourceEntry[],
  { values: { sample, stop, queries }, firstNegatives: negatives }: Asked,
  finished: FinishedRun | null,
): string {
  if (entries.length === 0) return '';
  const seconds = finished && secondsAsBefore(entries, finished, negatives);
  const isShared = queries === 'shared' && entries.length > 1;
  const parts = told([
    sample !== null ? `a sample of at most ${countOf(sample, 'record')}` : isShared ? null : 'all records',
    stop === 'all' ? null : `${stop === 'long' ? 'in a long run ' : ''}until the order is certain`,
    seconds === null ? null : `about ${formatSeconds(seconds)} on this machine`,
  ]);
  return parts.length === 0 ? '' : `${capitalised(parts.join(', '))}.`;
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
