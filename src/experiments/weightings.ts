/** Gate and weighting ablations: each source under every weighting and scalar (paper, Table gate_ablations). */

import { sameOrders } from '../scoring/orders';
import { informationTrace, inversionRate, meanOfPairs, meanResiduality } from '../scoring/means';
import type { PairColumns } from '../scoring/pairs';
import { WEIGHTING_IDS, WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import type { MatrixFigures } from '../engine/results';
import type { FinishedRun } from '../engine/finished-run';
import { sumMissing } from '../engine/sum-weightings';
import { sumWork, type ExperimentKind } from './experiment';
import type { SumProgress } from '../engine/types';
import type { Summing } from './weighted-sums';
import { SCALAR_VARIANT_IDS, type ExperimentSettings, type VariantId, type VariantScores } from './types';

type ScalarId = (typeof SCALAR_VARIANT_IDS)[number];

interface Scalar {
  readonly formula: string;
  readonly of: (columns: PairColumns, tau: number) => number;
}

const SCALARS: Readonly<Record<ScalarId, Scalar>> = {
  trace: { formula: 'tr Î of ρ η ψ', of: (columns, tau) => informationTrace(columns, tau, 'full') },
  'mean-psi': { formula: 'mean ψ', of: meanResiduality },
  'mean-rho': { formula: 'mean ρ', of: (columns, tau) => meanOfPairs(columns, tau, (g) => g.rho) },
  'mean-eta': { formula: 'mean η', of: (columns, tau) => meanOfPairs(columns, tau, (g) => g.eta) },
  'inversion-rate': { formula: 'share of ρ < 0.5', of: inversionRate },
};

export const weightings: ExperimentKind<'weightings'> = {
  work: ({ sources }) => sumWork(sources, WEIGHTING_IDS.length),
  async perform({ run, settings, summing, onSteps }) {
    const { tau, settings: groups } = settings;
    const matrices = await allWeightings(run, settings, summing, onSteps);
    const full = matrices.full.map(({ eci }) => eci);
    const variant = (id: VariantId, formula: string, scores: readonly number[]): VariantScores => ({
      id,
      formula,
      scores,
      reproduces: sameOrders(groups, full, scores),
    });
    return {
      matrices,
      variants: [
        ...WEIGHTING_IDS.map((id) =>
          variant(
            id,
            WEIGHTINGS[id].formula,
            matrices[id].map(({ eci }) => eci),
          ),
        ),
        ...SCALAR_VARIANT_IDS.map((id) => {
          const { formula, of } = SCALARS[id];
          const scores = run.sources.map(({ columns }) => of(columns, tau));
          return variant(id, formula, scores);
        }),
      ],
    };
  },
};

/**
 * The matrices of all sources under every weighting, by source: those that the run has not summed yet are summed, and
 * kept for the next who asks.
 * @throws RunCancelledError
 */
export async function allWeightings(
  run: FinishedRun,
  { tau, weighting }: ExperimentSettings,
  { task, clock }: Summing,
  onPairs: (count: number) => void,
): Promise<Record<WeightingId, MatrixFigures[]>> {
  let told = 0;
  const onProgress = ({ pairs }: SumProgress) => {
    onPairs(pairs - told);
    told = pairs;
  };
  const summed = await clock.during(() => sumMissing(run, tau, WEIGHTING_IDS, task, onProgress));
  run.matrices.forEach((held, s) => held.keep(tau, weighting, summed[s] ?? {}));
  const figures = run.matrices.map((held) => held.at(tau));
  return Object.fromEntries(
    WEIGHTING_IDS.map((id) => [id, figures.map((of) => of[id] as MatrixFigures)]),
  ) as Record<WeightingId, MatrixFigures[]>;
}
