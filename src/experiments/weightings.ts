/** Gate and weighting ablations: each source under every weighting and scalar (paper, Table gate_ablations). */

import type { FinishedRun } from '../engine/finished-run';
import type { MatrixFigures } from '../engine/result';
import { sumMissing } from '../engine/summed-matrices';
import type { SumProgress } from '../engine/types';
import { capitalised, countInWords, formatCount } from '../ui/words';
import { gatePairs, type GatedPairs } from '../scoring/gated-pairs';
import { informationTrace, inversionRate, meanOf } from '../scoring/means';
import { comparedGroups, ranksAmong, sameOrders } from '../scoring/orders';
import { relativeGap } from '../scoring/sweep';
import { byWeighting, WEIGHTING_IDS, WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import { sumWork, type Experiment, type ExperimentSettings, type Outcome } from './experiment';
import type { ShownSource } from './shown-source';
import { hasOrder } from './orders';
import { perSource, tableOf } from '../report/data-table';
import type { Summing } from './weighted-sums';

/** Scores without a log-det: the trace of the full weighting, and scalars. */
const SCALARS = {
  trace: {
    formula: 'tr Î of ρ η ψ',
    of: informationTrace,
  },
  'mean-psi': { formula: 'mean ψ', of: ({ psi }: GatedPairs) => meanOf(psi) },
  'mean-rho': {
    formula: 'mean ρ',
    of: ({ rho }: GatedPairs) => meanOf(rho),
  },
  'mean-eta': {
    formula: 'mean η',
    of: ({ eta }: GatedPairs) => meanOf(eta),
  },
  'inversion-rate': { formula: 'share of ρ < 0.5', of: ({ columns }: GatedPairs) => inversionRate(columns) },
} as const;

type ScalarId = keyof typeof SCALARS;

const SCALAR_IDS = Object.keys(SCALARS) as readonly ScalarId[];

export type VariantId = WeightingId | ScalarId;

/** Sources under one way of scoring. */
export interface VariantScores {
  readonly id: VariantId;
  /** The formula as it is shown. */
  readonly formula: string;
  /** By source; more is better, also for the inversion rate, as in the paper. */
  readonly scores: readonly number[];
  /** For each setting with two sources or more: whether the order is that of the full score. */
  readonly reproduces: readonly { readonly setting: string; readonly holds: boolean }[];
}

export interface WeightingsResult {
  /** The thirteen weightings, then the scalars. */
  readonly variants: readonly VariantScores[];
  /** Of each weighting, by source. */
  readonly matrices: Readonly<Record<WeightingId, readonly MatrixFigures[]>>;
}

export type WeightingsOutcome = Outcome<object, WeightingsResult>;

/** As they stand in a sentence. */
const WEIGHTING_NAMES: Readonly<Record<WeightingId, string>> = {
  full: 'full, ρηψ',
  'drop-rho': 'without ρ',
  'drop-eta': 'without η',
  'drop-psi': 'without ψ',
  uniform: 'uniform',
  gradient: 'gradient',
  'two-sided': 'two-sided',
  'two-sided-eta': 'two-sided, η',
  'symmetric-psi': 'symmetric ψ',
  'symmetric-eta-psi': 'symmetric ηψ',
  'clip-0.99': 'clip 0.99',
  'clip-0.999': 'clip 0.999',
  'margin-hardness': 'margin hardness',
};

/** Strength of a cell's colour at the first and at the last rank. */
const STRONGEST = 0.38;
const WEAKEST = 0.04;

export const weightings = {
  question: 'Which gate makes the order?',
  about: 'Scores the sources under the twelve weightings of the paper and margin-hardness.',
  options: (): object => ({}),
  work: ({ sources }) => sumWork(sources, WEIGHTING_IDS.length),
  async perform({ run, settings, summing, onSteps }): Promise<WeightingsResult> {
    const { tau, settings: groups } = settings;
    const matrices = await allWeightings(run, settings, summing, onSteps);
    const full = matrices.full.map(({ eci }) => eci);
    const gated = run.sources.map(({ columns }) => gatePairs(columns, { tau, weighting: 'full' }));
    const variant = (id: VariantId, formula: string, scores: readonly number[]): VariantScores => ({
      id,
      formula,
      scores,
      reproduces: sameOrders(groups, full, scores),
    });
    const scoresOf = (id: WeightingId) => matrices[id].map(({ eci }) => eci);
    return {
      matrices,
      variants: [
        ...WEIGHTING_IDS.map((id) => variant(id, WEIGHTINGS[id].formula, scoresOf(id))),
        ...SCALAR_IDS.map((id) => {
          const { formula, of } = SCALARS[id];
          return variant(id, formula, gated.map(of));
        }),
      ],
    };
  },
  /** Under how many weightings a source without a rank comes first, or how many give the order of the full score. */
  title({ sources, result }) {
    const variants = weightingVariants(result);
    const all = countInWords(variants.length);
    if (
      comparedGroups(sources.map(({ setting }) => setting)).some(({ places }) =>
        places.some((place) => sources[place]?.outside),
      )
    ) {
      const count = variants.filter((variant) => barredFirst(sources, variant).length > 0).length;
      if (count === 0) return [`Under none of ${all} weightings does a source without a rank come first`];
      const under = count === variants.length ? `all ${all}` : `${countInWords(count)} of ${all}`;
      return [`Under ${under} weightings a source without a rank comes first`];
    }
    if (!hasOrder(sources)) return ['Without a rival no weighting has an order to change'];
    const ranks = variants.map((variant) => ranksOf(sources, variant).join());
    const own = ranks[variants.findIndex(({ id }) => id === 'full')];
    const same = ranks.filter((each) => each === own).length;
    if (same === variants.length) return [`All ${all} weightings give the same order`];
    return [
      `${capitalised(countInWords(same))} of ${all} weightings ${same === 1 ? 'gives' : 'give'} the order of ρηψ`,
    ];
  },
  how: ({ sources }) =>
    sources.some(({ outside }) => outside)
      ? 'Rank among the others, and score below it. ☐: no rank. Framed: it leads.'
      : 'Rank, and score below it.',
  chart({ about, sources, result }) {
    const variants = weightingVariants(result);
    return {
      kind: 'heat',
      rows: variants.map(({ id, formula }) => ({
        id,
        label: formula.replaceAll(' ', ''),
        current: id === about.weighting,
      })),
      columns: sources.map(({ id, name, css }) => ({ id: String(id), name, colour: css })),
      cells: variants.flatMap((variant) => {
        const leading = barredFirst(sources, variant);
        const ranks = ranksOf(sources, variant);
        return sources.map(({ id, css }, place) => ({
          row: variant.id,
          column: String(id),
          colour: css,
          strength: strengthOf(ranks[place] ?? sources.length, sources.length),
          upper: ranks[place] === null ? '☐' : String(ranks[place]),
          lower: shortScore(variant.scores[place] ?? 0),
          framed: leading.includes(place),
        }));
      }),
    };
  },
  table: ({ sources, result: { variants } }) =>
    tableOf(variants, [
      ['variant', ({ id }) => id],
      ['formula', ({ formula }) => formula],
      ...perSource<VariantScores>(sources, (name, s) => [
        [name, ({ scores }) => scores[s]],
        [`${name}, rank`, (variant) => ranksOf(sources, variant)[s]],
      ]),
      ['order as the full score', reproducedIn],
    ]),
  tables: ({ sources, result: { matrices } }) => [
    {
      id: 'matrices',
      caption: 'Trace and λ_max under each weighting',
      table: tableOf(WEIGHTING_IDS, [
        ['weighting', (id) => id],
        ...perSource<WeightingId>(sources, (name, s) => [
          [`${name}, trace`, (id) => matrices[id][s]?.trace],
          [`${name}, gap`, (id) => gapOf(matrices[id][s])],
          [`${name}, λ_max`, (id) => matrices[id][s]?.lambda_max],
        ]),
      ]),
    },
  ],
  variations: ({ about, result }) =>
    weightingVariants(result).map(({ id, scores }) => ({
      group: 'weighting',
      name: WEIGHTING_NAMES[id as WeightingId],
      own: id === about.weighting,
      scores,
    })),
  report: ({ result: { variants } }, { bySource }) => ({
    weightings: Object.fromEntries(
      variants.map(({ id, reproduces, scores }) => [
        id,
        {
          reproduces_order: reproduces.every(({ holds }) => holds),
          blocks: Object.fromEntries(reproduces.map(({ setting, holds }) => [setting, holds])),
          scores: bySource((s) => scores[s] ?? NaN),
        },
      ]),
    ),
  }),
} satisfies Experiment<object, WeightingsResult>;

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
  { tau, weighting }: ExperimentSettings,
  ids: readonly WeightingId[],
  { task, clock }: Summing,
  onPairs: (count: number) => void,
): Promise<void> {
  let reported = 0;
  const onProgress = ({ pairs }: SumProgress) => {
    onPairs(pairs - reported);
    reported = pairs;
  };
  const summed = await clock.during(() => sumMissing(run, tau, ids, task, onProgress));
  run.matrices.forEach((held, s) => held.keep(tau, weighting, summed[s] ?? {}));
}

function weightingVariants({ variants }: WeightingsResult): VariantScores[] {
  return variants.filter(({ id }) => id in WEIGHTINGS);
}

/** Places of the sources without a rank that come first in their setting under a variant. */
function barredFirst(sources: readonly ShownSource[], { scores }: VariantScores): number[] {
  return comparedGroups(sources.map(({ setting }) => setting)).flatMap(({ places }) => {
    const first = places.reduce((best, place) => ((scores[place] ?? 0) > (scores[best] ?? 0) ? place : best));
    return sources[first]?.outside ? [first] : [];
  });
}

/** Ranks among the sources that no finding bars; null for the others. */
function ranksOf(sources: readonly ShownSource[], { scores }: VariantScores): (number | null)[] {
  return ranksAmong(
    sources.map(({ setting }) => setting),
    scores,
    sources.map(({ outside }) => !outside),
  );
}

function strengthOf(rank: number, sources: number): number {
  return STRONGEST - ((STRONGEST - WEAKEST) * (rank - 1)) / Math.max(1, sources - 1);
}

function shortScore(score: number): string {
  return Math.abs(score) < 100 ? score.toPrecision(Math.abs(score) < 0.1 ? 2 : 3) : formatCount(score);
}

/** `2 of 2` settings. */
function reproducedIn({ reproduces }: VariantScores): string {
  const held = reproduces.filter(({ holds }) => holds).length;
  return reproduces.length === 0 ? '' : `${held} of ${reproduces.length}`;
}

function gapOf(figures: MatrixFigures | undefined): number | null {
  return figures ? relativeGap(figures.eci, figures.trace) : null;
}
