/**
 * The same sources under several encoders (paper, Table gate_ablations): a block is one encoder and one setting. Does
 * the order hold, which weightings keep it, is any of them safe, and how do scores and training agree?
 */

import type { ExperimentOutcome, VariantId, VariantScores } from '../../experiments/types';
import { pearson } from '../../scoring/correlation';
import { comparedGroups, orderOf } from '../../scoring/orders';
import type { TrainedSource } from '../agreement';

/** What was found under one encoder. */
export interface EncoderFindings {
  readonly encoder: string;
  readonly weightings: ExperimentOutcome<'weightings'>;
  /** Null until the controls were built under it. */
  readonly controls: ExperimentOutcome<'controls'> | null;
}

/** The sources of one setting under one encoder, by the full score. */
export interface OrderBlock {
  readonly encoder: string;
  readonly setting: string;
  /** Names, highest score first. */
  readonly order: readonly string[];
  /** Whether the first encoder that has the same sources in this setting gives the same order. */
  readonly asFirst: boolean;
}

/** One weighting or scalar over all blocks. */
export interface VariantOverEncoders {
  readonly id: VariantId;
  /** Blocks in which it has the order of the full score, of `blocks`. */
  readonly matched: number;
  readonly blocks: number;
  /** By encoder: whether all controls score below all references; null where that was not asked. */
  readonly safe: readonly (boolean | null)[];
  /** By setting: Pearson's r with what came of training, averaged over the encoders that have one; null for none. */
  readonly pearson: Readonly<Record<string, number | null>>;
}

export interface EncoderComparison {
  readonly encoders: readonly string[];
  readonly blocks: readonly OrderBlock[];
  readonly variants: readonly VariantOverEncoders[];
}

/** @param trained what came of training, by encoder, setting and source; none where nothing is known */
export function compareEncoders(
  findings: readonly EncoderFindings[],
  trained: readonly TrainedSource[],
): EncoderComparison {
  const ids = findings[0]?.weightings.result.variants.map(({ id }) => id) ?? [];
  return {
    encoders: findings.map(({ encoder }) => encoder),
    blocks: blocksOf(findings),
    variants: ids.map((id) => {
      const own = findings.map((finding) => ({ finding, variant: variantOf(finding, id) }));
      const held = own.flatMap(({ variant }) => variant?.reproduces.map(({ holds }) => holds) ?? []);
      return {
        id,
        matched: held.filter(Boolean).length,
        blocks: held.length,
        safe: findings.map(({ controls }) => safeUnder(controls, id)),
        pearson: averagedPearson(own, trained),
      };
    }),
  };
}

function blocksOf(findings: readonly EncoderFindings[]): OrderBlock[] {
  const first = new Map<string, string>();
  return findings.flatMap((finding) => {
    const { sources } = finding.weightings.about;
    const scores = variantOf(finding, 'full')?.scores ?? [];
    return comparedGroups(sources.map(({ setting }) => setting)).map(({ setting, places }) => {
      const names = places.map((place) => sources[place]?.name ?? '');
      const order = orderOf(places.map((place) => scores[place] ?? NaN)).map((i) => names[i] ?? '');
      const sameSources = JSON.stringify([setting, [...names].sort()]);
      const known = first.get(sameSources) ?? JSON.stringify(order);
      first.set(sameSources, known);
      return { encoder: finding.encoder, setting, order, asFirst: known === JSON.stringify(order) };
    });
  });
}

function variantOf({ weightings }: EncoderFindings, id: VariantId): VariantScores | undefined {
  return weightings.result.variants.find((variant) => variant.id === id);
}

/** The trace form orders as the full score does, so its verdict is that one's (paper, Table gate_ablations). */
export function safeUnder(controls: ExperimentOutcome<'controls'> | null, id: VariantId): boolean | null {
  const safe: Readonly<Partial<Record<VariantId, boolean | null>>> = controls?.result.safe ?? {};
  return safe[id === 'trace' ? 'full' : id] ?? null;
}

function averagedPearson(
  own: readonly { readonly finding: EncoderFindings; readonly variant: VariantScores | undefined }[],
  trained: readonly TrainedSource[],
): Record<string, number | null> {
  const found = new Map<string, number[]>();
  for (const { finding, variant } of own) {
    const { sources } = finding.weightings.about;
    for (const { setting, places } of comparedGroups(sources.map((source) => source.setting))) {
      const told = places.flatMap((place) => {
        const name = sources[place]?.name;
        const row = trained.find(({ encoder, source }) => encoder === finding.encoder && source === name);
        const score = variant?.scores[place];
        return row && score !== undefined ? [{ score, mean: row.mean }] : [];
      });
      const r = pearson(
        told.map(({ score }) => score),
        told.map(({ mean }) => mean),
      );
      found.set(setting, [...(found.get(setting) ?? []), ...(r === null ? [] : [r])]);
    }
  }
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return Object.fromEntries(Array.from(found, ([setting, values]) => [setting, mean(values)]));
}
