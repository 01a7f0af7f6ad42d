/**
 * How a score agrees with what came of training (paper, Section "Results"; SPEC.md, "Facts worth showing"): pairs of
 * sources put in the same order, Pearson's r within blocks of one encoder and one setting, Spearman's over the pooled
 * settings of an encoder.
 */

import { pairsAgreed, pearson, spearman } from '../scoring/correlation';

/** One source under one encoder with what came of training on it. */
export interface TrainedSource {
  readonly encoder: string;
  readonly setting: string;
  readonly source: string;
  readonly score: number;
  /** One figure a data set, in the order of the columns; null where there is none. */
  readonly metrics: readonly (number | null)[];
  /** Mean over the data sets, or as printed. */
  readonly mean: number;
}

/** Sources of one encoder and one setting. */
export interface BlockAgreement {
  readonly encoder: string;
  readonly setting: string;
  readonly sources: number;
  readonly agreed: number;
  readonly pairs: number;
  /** Null where it cannot be told. */
  readonly pearson: number | null;
}

/** One data set against the score. */
export interface DatasetAgreement {
  readonly dataset: string;
  readonly agreed: number;
  readonly pairs: number;
  /** Pairs that this data set puts the other way round than the mean over all of them. */
  readonly against: number;
}

export interface Agreement {
  readonly agreed: number;
  readonly pairs: number;
  readonly blocks: readonly BlockAgreement[];
  /** Over all settings of an encoder together. */
  readonly pooled: readonly { readonly encoder: string; readonly spearman: number | null }[];
  /** Of each setting: Pearson's r averaged over the encoders that have one. */
  readonly averaged: readonly { readonly setting: string; readonly pearson: number | null }[];
  readonly datasets: readonly DatasetAgreement[];
}

/** All of it. @param datasets names of the columns of `metrics` */
export function agreementOf(rows: readonly TrainedSource[], datasets: readonly string[]): Agreement {
  const blocks = blocksOf(rows);
  const judged = blocks.map((block) => blockAgreement(block));
  const sum = (of: (block: BlockAgreement) => number) => judged.reduce((n, block) => n + of(block), 0);
  return {
    agreed: sum(({ agreed }) => agreed),
    pairs: sum(({ pairs }) => pairs),
    blocks: judged,
    pooled: distinctOf(rows, ({ encoder }) => encoder).map((encoder) => {
      const own = rows.filter((row) => row.encoder === encoder);
      return { encoder, spearman: spearman(own.map(scoreOf), own.map(meanOf)) };
    }),
    averaged: distinctOf(rows, ({ setting }) => setting).map((setting) => ({
      setting,
      pearson: meanOrNull(
        judged.flatMap((block) => (block.setting === setting ? (block.pearson ?? []) : [])),
      ),
    })),
    datasets: datasets.map((dataset, column) => datasetAgreement(dataset, column, blocks)),
  };
}

/** Sources of one encoder and setting, blocks in the order in which they first come. */
export function blocksOf<T extends Pick<TrainedSource, 'encoder' | 'setting'>>(rows: readonly T[]): T[][] {
  const key = ({ encoder, setting }: T) => JSON.stringify([encoder, setting]);
  return distinctOf(rows, key).map((own) => rows.filter((row) => key(row) === own));
}

function blockAgreement(block: readonly TrainedSource[]): BlockAgreement {
  const scores = block.map(scoreOf);
  const means = block.map(meanOf);
  return {
    encoder: block[0]?.encoder ?? '',
    setting: block[0]?.setting ?? '',
    sources: block.length,
    ...pairsAgreed(scores, means),
    pearson: pearson(scores, means),
  };
}

function datasetAgreement(
  dataset: string,
  column: number,
  blocks: readonly (readonly TrainedSource[])[],
): DatasetAgreement {
  const total = { agreed: 0, pairs: 0, against: 0 };
  for (const block of blocks) {
    const told = block.flatMap(({ score, mean, metrics }) => {
      const metric = metrics[column];
      return typeof metric === 'number' ? [{ score, mean, metric }] : [];
    });
    const metrics = told.map(({ metric }) => metric);
    const withScore = pairsAgreed(told.map(scoreOf), metrics);
    total.agreed += withScore.agreed;
    total.pairs += withScore.pairs;
    total.against += pairsAgreed(
      told.map(({ mean }) => -mean),
      metrics,
    ).agreed;
  }
  return { dataset, ...total };
}

function scoreOf({ score }: { readonly score: number }): number {
  return score;
}

function meanOf({ mean }: { readonly mean: number }): number {
  return mean;
}

function distinctOf<T>(rows: readonly T[], of: (row: T) => string): string[] {
  return [...new Set(rows.map(of))];
}

function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
