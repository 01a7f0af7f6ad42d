/**
 * Variants of the score over the blocks of all encoders, as the paper's table of gate ablations has them: where a variant
 * is safe, in how many blocks it gives the order of the full score, and Pearson's r with what came of training.
 */

import type { ExperimentOutcome, VariantId } from '../experiments/types';
import { pearson } from '../scoring/correlation';
import type { TrainedSource } from './agreement';
import type { DataTable } from '../ui/table';

/** What was found under one encoder. */
export interface JudgedEncoder {
  readonly encoder: string;
  readonly weightings: ExperimentOutcome<'weightings'>;
  /** Null where the controls were not performed. */
  readonly controls: ExperimentOutcome<'controls'> | null;
}

export interface Ablation {
  readonly id: VariantId;
  readonly formula: string;
  /** By encoder: whether all controls stay below all references; null where it is not known, and of scalars. */
  readonly safe: readonly (boolean | null)[];
  /** Blocks, one encoder and one setting each, with the order of the full score. */
  readonly held: number;
  readonly blocks: number;
  /** By setting: Pearson's r with the mean after training, averaged over the encoders that have one. */
  readonly r: readonly { readonly setting: string; readonly pearson: number | null }[];
}

/** All variants. @param trained what came of training, of these encoders and sources; empty where nothing is known */
export function ablationsOf(
  encoders: readonly JudgedEncoder[],
  trained: readonly TrainedSource[],
): Ablation[] {
  const first = encoders[0];
  if (!first) return [];
  const settings = [
    ...new Set(encoders.flatMap(({ weightings }) => weightings.about.sources.map((s) => s.setting))),
  ];
  return first.weightings.result.variants.map(({ id, formula }) => {
    const own = encoders.flatMap(({ weightings }) =>
      weightings.result.variants.filter((variant) => variant.id === id),
    );
    const held = own.flatMap(({ reproduces }) => reproduces.map(({ holds }) => holds));
    return {
      id,
      formula,
      safe: encoders.map(({ controls }) => safeUnder(id, controls)),
      held: held.filter(Boolean).length,
      blocks: held.length,
      r: settings.map((setting) => ({ setting, pearson: averageR(id, setting, encoders, trained) })),
    };
  });
}

/** The table, a line a variant. */
export function ablationTable(
  encoders: readonly JudgedEncoder[],
  trained: readonly TrainedSource[],
): DataTable {
  const rows = ablationsOf(encoders, trained);
  const settings = trained.length === 0 ? [] : (rows[0]?.r.map(({ setting }) => setting) ?? []);
  return {
    columns: [
      'variant',
      'formula',
      ...encoders.map(({ encoder }) => `safe, ${encoder}`),
      'blocks with the full order',
      'of',
      ...settings.map((setting) => `r, ${setting}`),
    ],
    rows: rows.map(({ id, formula, safe, held, blocks, r }) => [
      id,
      formula,
      ...safe.map((each) => (each === null ? 'n/a' : each ? 'yes' : 'no')),
      held,
      blocks,
      ...(trained.length === 0 ? [] : r.map((each) => each.pearson)),
    ]),
  };
}

/** The trace form orders as the full score does, so its verdict is the same. */
function safeUnder(id: VariantId, controls: JudgedEncoder['controls']): boolean | null {
  if (!controls) return null;
  const { safe } = controls.result;
  const weighting = id === 'trace' ? 'full' : id;
  return weighting in safe ? safe[weighting as keyof typeof safe] : null;
}

function averageR(
  id: VariantId,
  setting: string,
  encoders: readonly JudgedEncoder[],
  trained: readonly TrainedSource[],
): number | null {
  const all = encoders.flatMap(({ encoder, weightings: { about, result } }) => {
    const scores = result.variants.find((variant) => variant.id === id)?.scores ?? [];
    const points = about.sources.flatMap((source, place) => {
      const known = trained.find((row) => row.encoder === encoder && row.source === source.name);
      return known && source.setting === setting ? [[scores[place] ?? 0, known.mean] as const] : [];
    });
    const r = pearson(
      points.map(([score]) => score),
      points.map(([, mean]) => mean),
    );
    return r ?? [];
  });
  return all.length === 0 ? null : all.reduce((sum, r) => sum + r, 0) / all.length;
}
