/** The matrices of a run's sources under its weightings, summed where they are missing and kept with the run. */

import type { FinishedRun } from '../engine/finished-run';
import type { MatrixFigures } from '../engine/result';
import { sumMissing } from '../engine/summed-matrices';
import type { SumProgress } from '../engine/types';
import { byWeighting, WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import type { ExperimentSettings, Summing } from './experiment';

/**
 * The matrices of all sources under every weighting, by source. Missing ones are summed and kept.
 * @throws RunCancelledError
 */
export async function allWeightings(
  run: FinishedRun,
  settings: ExperimentSettings,
  summing: Summing,
  onPairs: (count: number) => void,
): Promise<Record<WeightingId, MatrixFigures[]>> {
  await sumAndKeep(run, settings, WEIGHTING_IDS, summing, onPairs);
  const figures = run.matrices.map((held) => held.at(settings.tau));
  return byWeighting((id) => figures.map((of) => of[id] as MatrixFigures));
}

/** ECI of each source under the chosen weighting. @throws RunCancelledError */
export async function chosenScores(
  run: FinishedRun,
  settings: ExperimentSettings,
  summing: Summing,
): Promise<number[]> {
  const { tau, weighting } = settings;
  await sumAndKeep(run, settings, [weighting], summing, () => undefined);
  return run.matrices.map((held) => held.at(tau)[weighting]?.eci ?? NaN);
}

/** Sums what is missing of some weightings. @param onPairs gets how many more pairs were summed */
async function sumAndKeep(
  run: FinishedRun,
  { tau }: ExperimentSettings,
  ids: readonly WeightingId[],
  { task, clock }: Summing,
  onPairs: (count: number) => void,
): Promise<void> {
  let reported = 0;
  const onProgress = ({ pairs }: SumProgress) => {
    onPairs(pairs - reported);
    reported = pairs;
  };
  await clock.during(() => sumMissing(run, tau, ids, task, onProgress));
}
