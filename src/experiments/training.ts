/**
 * How a score agrees with the metrics after training (paper, Section "Results"): pairs of sources in the same order,
 * Pearson's r within blocks (one encoder, one setting), Spearman's over the pooled settings of an encoder.
 */

import { colourValue } from '../ui/palette';
import { capitalised, countInWords, listInWords } from '../ui/words';
import { pairsAgreed, pearson, spearman } from '../scoring/correlation';
import { betweenAxis, type LineChart } from './chart';
import type { Card } from './experiment';
import { tableOf } from '../report/data-table';
import type { TrainedSource } from './result';

export type Agreement = ReturnType<typeof agreementOf>;

type BlockAgreement = ReturnType<typeof blockAgreement>;

/** Fewest points for a correlation: two points are always on a line. */
const FEWEST = 3;

/** All of it. @param datasets names of the columns of `metrics` */
export function agreementOf(rows: readonly TrainedSource[], datasets: readonly string[]) {
  const blocks = blocksOf(rows);
  const judged = blocks.map((block) => blockAgreement(block));
  const sum = (of: (block: BlockAgreement) => number, over = judged) =>
    over.reduce((n, block) => n + of(block), 0);
  const withRates = judged.filter((block) => block.inversion_agreed !== null);
  return {
    agreed: sum(({ agreed }) => agreed),
    pairs: sum(({ pairs }) => pairs),
    inversion: {
      agreed: sum((block) => block.inversion_agreed ?? 0, withRates),
      pairs: sum(({ pairs }) => pairs, withRates),
    },
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

/** Sources by encoder and setting, blocks in order of first occurrence. */
function blocksOf<T extends Pick<TrainedSource, 'encoder' | 'setting'>>(rows: readonly T[]): T[][] {
  const key = ({ encoder, setting }: T) => JSON.stringify([encoder, setting]);
  return distinctOf(rows, key).map((own) => rows.filter((row) => key(row) === own));
}

function blockAgreement(block: readonly TrainedSource[]) {
  const scores = block.map(scoreOf);
  const means = block.map(meanOf);
  const rates = block.flatMap((source) => source.inversion_rate ?? []);
  return {
    encoder: block[0]?.encoder ?? '',
    setting: block[0]?.setting ?? '',
    sources: block.length,
    ...pairsAgreed(scores, means),
    inversion_agreed: rates.length === means.length ? pairsAgreed(rates, means).agreed : null,
    pearson: block.length < FEWEST ? null : pearson(scores, means),
  };
}

function datasetAgreement(
  dataset: string,
  column: number,
  blocks: readonly (readonly TrainedSource[])[],
): { dataset: string; agreed: number; pairs: number; against: number } {
  const total = { agreed: 0, pairs: 0, against: 0 };
  for (const block of blocks) {
    const known = block.flatMap(({ score, mean, metrics }) => {
      const metric = metrics[column];
      return typeof metric === 'number' ? [{ score, mean, metric }] : [];
    });
    const metrics = known.map(({ metric }) => metric);
    const withScore = pairsAgreed(known.map(scoreOf), metrics);
    total.agreed += withScore.agreed;
    total.pairs += withScore.pairs;
    total.against += pairsAgreed(
      known.map(({ mean }) => -mean),
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

/** Correlations inside blocks and over pooled settings, and data sets that go against the mean. */
function agreementWords({ pooled, averaged, datasets }: Agreement): string[] {
  const r = averaged.flatMap(({ setting, pearson }) =>
    pearson === null ? [] : [`${pearson.toFixed(2)} in ${setting}`],
  );
  const rho = pooled.flatMap(({ encoder, spearman }) =>
    spearman === null ? [] : [`${spearman.toFixed(2)} (${encoder})`],
  );
  const words: string[] = [];
  if (r.length > 0) words.push(`Pearson r inside blocks, averaged over encoders: ${listInWords(r)}.`);
  if (rho.length > 0) words.push(`Spearman over all sources of an encoder: ${listInWords(rho)}.`);
  const against = datasets.filter((dataset) => dataset.against > 0).sort((a, b) => b.against - a.against);
  if (against.length > 0) {
    const often = against
      .slice(0, 3)
      .map(({ dataset, against: n, pairs }) => `${dataset} (${n} of ${pairs})`);
    const share = `${countInWords(against.length)} of ${countInWords(datasets.length)} data sets`;
    words.push(
      `${capitalised(share)} put some pair of sources in the other order than the mean does. Most often ${listInWords(often)}.`,
    );
  }
  return words;
}

/** Figures of training with what they say of the score. */
export interface TrainingView {
  /** False for the paper's figures. */
  readonly own: boolean;
  readonly rows: readonly TrainedSource[];
  readonly datasets: readonly string[];
  readonly agreement: Agreement;
}

/** The card of training: score against the mean metric, a row for each source, each block and each data set. */
export const TRAINING: Card<TrainingView> = {
  question: 'Did the higher score train the better encoder?',
  about: 'Each point is one source; joined inside one encoder and setting.',
  /** In how many pairs of sources the higher score trained the better encoder. */
  title({ own, agreement: { agreed, pairs } }) {
    const the = own ? 'The' : 'In the paper, the';
    if (pairs === 0) return [`${the} figures hold no two sources of one encoder and setting to compare`];
    return [`${the} higher score trained the better encoder in ${agreed || 'none'} of ${pairs} pairs`];
  },
  how: ({ own }) => (own ? TRAINING.about : 'Dashed: hybrids. Mean nDCG@10 of eleven data sets.'),
  chart: ({ rows }) => trainingChart(rows),
  table: ({ rows, datasets }) =>
    tableOf(rows, [
      ['source', ({ source }) => source],
      ['encoder', ({ encoder }) => encoder],
      ['setting', ({ setting }) => setting],
      ['ECI', scoreOf],
      ['inverted', (source) => source.inversion_rate],
      ['mean', meanOf],
      ...datasets.map((name, i) => [name, ({ metrics }: TrainedSource) => metrics[i]] as const),
    ]),
  tables: ({ agreement: { blocks, datasets } }) => [
    {
      id: 'blocks',
      caption: 'Blocks',
      table: tableOf(blocks, [
        ['encoder', ({ encoder }) => encoder],
        ['setting', ({ setting }) => setting],
        ['sources', ({ sources }) => sources],
        ['pairs agreed', ({ agreed }) => agreed],
        ['of', ({ pairs }) => pairs],
        ['by inversion rate', (block) => block.inversion_agreed],
        ['Pearson r', (block) => block.pearson],
      ]),
    },
    {
      id: 'datasets',
      caption: 'Data sets',
      table: tableOf(datasets, [
        ['data set', ({ dataset }) => dataset],
        ['pairs as the score has them', ({ agreed }) => agreed],
        ['of', ({ pairs }) => pairs],
        ['pairs against the mean', ({ against }) => against],
      ]),
    },
  ],
  notes: ({ own, agreement, agreement: { inversion } }) => [
    // What the inversion rate alone says of the same pairs.
    `Baseline: inversion ${inversion.pairs === 0 ? 'rates unknown' : `rate, ${inversion.agreed} of ${inversion.pairs} pairs`}.`,
    ...agreementWords(agreement),
    ...(own
      ? []
      : [
          'Training data and settings are the same throughout. The trials are not independent: two orders, each under three encoders, with one seed. The paper prints inversion rates for Contriever alone.',
          'Computed here from the printed tables. The paper prints r = 0.93 and 0.95 for the full score, which its own tables do not give.',
        ]),
  ],
};

/** Places in the palette that sources of a session take last, so that encoders look different. */
const ENCODER_COLOURS = [6, 5, 7, 4];

/**
 * Score against the mean metric: a point for each source, joined inside each block. A colour for each encoder; its
 * further settings are dashed and unnamed.
 */
function trainingChart(rows: readonly TrainedSource[]): LineChart {
  const encoders = distinctOf(rows, ({ encoder }) => encoder);
  const lines = blocksOf(rows).map((block) => {
    const { encoder = '', setting = '' } = block[0] ?? {};
    const isFirst = rows.find((row) => row.encoder === encoder)?.setting === setting;
    return {
      name: isFirst ? encoder : '',
      colour: colourValue(ENCODER_COLOURS[encoders.indexOf(encoder) % ENCODER_COLOURS.length] ?? 0),
      dash: isFirst ? '' : '4 3',
      dotted: true,
      points: block.map(({ score, mean }) => [score, mean] as const).sort((a, b) => a[0] - b[0]),
    };
  });
  const x = betweenAxis(rows.map(scoreOf), 'score, ECI');
  return { kind: 'lines', lines, x, y: betweenAxis(rows.map(meanOf), 'mean metric after training') };
}
