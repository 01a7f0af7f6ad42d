/** The matrices of a run's sources under its weightings, summed where they are missing and kept with the run. */

import type { MatrixFigures } from '../engine/result';
import { sumMissing } from '../engine/summed-matrices';
import type { WeightingId } from '../scoring/weightings';
import type { Performance } from './experiment';

/** By weighting, then by source. @throws RunCancelledError */
export async function matricesUnder(
  { run, settings: { tau }, task, clock, onSteps }: Performance<object>,
  ids: readonly WeightingId[],
): Promise<MatrixFigures[][]> {
  let reported = 0;
  await clock.during(() =>
    sumMissing(run, tau, ids, task, ({ pairs }) => {
      onSteps(pairs - reported);
      reported = pairs;
    }),
  );
  const figures = run.matrices.map((held) => held.at(tau));
  return ids.map((id) => figures.map((of) => of[id] as MatrixFigures));
}

/** ECI of each source under the chosen weighting. @throws RunCancelledError */
export async function chosenScores(performance: Performance<object>): Promise<number[]> {
  const [chosen = []] = await matricesUnder(performance, [performance.settings.weighting]);
  return chosen.map(({ eci }) => eci);
}
