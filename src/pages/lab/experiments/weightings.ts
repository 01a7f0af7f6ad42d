/** Thirteen weightings and the scores made without Î: rank and score of each source under each (the gate ablations). */

import { formatCount } from '../../../ui/words';
import type { ExperimentOutcome, VariantScores } from '../../../experiments/types';
import { flaggedFirst, weightingsTitle, weightingVariants } from '../../../report/titles/weightings';
import { ranksWithin } from '../../../scoring/orders';
import { relativeGap } from '../../../scoring/sweep';
import { heatGrid } from '../chart/heat';
import { flaggedIds, type Drawn, type ExperimentView } from '../view';

/** Strength of a cell's colour at the first rank, and how much less each rank further down has. */
const STRONGEST = 0.38;
const WEAKEST = 0.04;

export const weightingsView: ExperimentView<'weightings'> = {
  id: 'weightings',
  question: 'Which gate makes the order?',
  about: 'Scores the sources under the twelve weightings of the paper and margin-hardness.',
  title: (outcome, sources) => weightingsTitle(outcome, flaggedIds(sources)),
  how: (_, sources) =>
    sources.some(({ flagged }) => flagged)
      ? 'Rank, and score below it. Framed: a flagged source leads.'
      : 'Rank, and score below it. No source is flagged.',
  draw(outcome, sources, width, label) {
    const variants = weightingVariants(outcome);
    const columns = sources.map(({ id, name, css }) => ({ id: String(id), name, colour: css }));
    const cells = variants.flatMap((variant) => {
      const leading = flaggedFirst(outcome, variant, flaggedIds(sources));
      const ranks = ranksOf(outcome, variant);
      return sources.map(({ id, css }, place) => ({
        row: variant.id,
        column: String(id),
        colour: css,
        strength: strengthOf(ranks[place] ?? 1, sources.length),
        upper: String(ranks[place] ?? ''),
        lower: shortScore(variant.scores[place] ?? 0),
        framed: leading.includes(place),
      }));
    });
    const rows = variants.map(({ id, formula }) => ({
      id,
      label: formula.replaceAll(' ', ''),
      current: id === outcome.about.weighting,
    }));
    return heatGrid({ rows, columns, cells }, width, label);
  },
  table: (outcome, sources) => ({
    columns: [
      'variant',
      'formula',
      ...sources.flatMap(({ name }) => [name, `${name}, rank`]),
      'order as the full score',
    ],
    rows: outcome.result.variants.map((variant) => {
      const ranks = ranksOf(outcome, variant);
      return [
        variant.id,
        variant.formula,
        ...variant.scores.flatMap((score, place) => [score, ranks[place] ?? null]),
        reproducedIn(variant),
      ];
    }),
  }),
  tables: (outcome, sources) => [
    { id: 'matrices', caption: 'Trace and λ_max under each weighting', table: matrixTable(outcome, sources) },
  ],
};

function ranksOf({ about }: ExperimentOutcome<'weightings'>, { scores }: VariantScores): number[] {
  return ranksWithin(
    about.sources.map(({ setting }) => setting),
    scores,
  );
}

function strengthOf(rank: number, sources: number): number {
  return STRONGEST - ((STRONGEST - WEAKEST) * (rank - 1)) / Math.max(1, sources - 1);
}

function shortScore(score: number): string {
  return Math.abs(score) < 100 ? score.toPrecision(Math.abs(score) < 0.1 ? 2 : 3) : formatCount(score);
}

/** `2 of 2 settings`. */
function reproducedIn({ reproduces }: VariantScores): string {
  const held = reproduces.filter(({ holds }) => holds).length;
  return reproduces.length === 0 ? '' : `${held} of ${reproduces.length}`;
}

function matrixTable({ result: { matrices } }: ExperimentOutcome<'weightings'>, sources: Drawn) {
  return {
    columns: [
      'weighting',
      ...sources.flatMap(({ name }) => [`${name}, trace`, `${name}, gap`, `${name}, λ_max`]),
    ],
    rows: Object.entries(matrices).map(([id, figures]) => [
      id,
      ...figures.flatMap(({ eci, trace, lambda_max }) => [trace, relativeGap(eci, trace), lambda_max]),
    ]),
  };
}
