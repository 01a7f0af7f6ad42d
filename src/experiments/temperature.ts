/** The score of each source over a grid of temperatures (paper, Figure temperature_sweep). */

import { scoresUnder, weightColumn } from './weighted-sums';
import { sumWork, type ExperimentKind } from './experiment';

export const temperature: ExperimentKind<'temperature'> = {
  work: ({ sources }, { taus }) => sumWork(sources, taus.length),
  async perform({ run, settings, options, summing, onSteps }) {
    const taus = [...options.taus].sort((a, b) => a - b);
    const scores = await scoresUnder(
      run.sources,
      ({ columns }) => taus.map((tau) => weightColumn(columns, tau, settings.weighting)),
      summing,
      onSteps,
    );
    return { steps: taus.map((tau, i) => ({ tau, scores: scores[i] ?? [] })) };
  },
};
