/** Score against the mean of what came of training, and the table behind it. */

import { colourValue } from '../../../ui/palette';
import { blocksOf, type Agreement, type TrainedSource } from '../../../report/agreement';
import type { DataTable } from '../../../ui/table';
import { betweenAxis } from '../chart/axes';
import { scatterChart } from '../chart/scatter';

/** Places in the palette that sources of a session take last, so that an encoder has no source's colour. */
const ENCODER_COLOURS = [6, 5, 7, 4];

/** Draws it: a colour an encoder; further settings of an encoder are dashed. */
export function drawTraining(rows: readonly TrainedSource[], width: number, label: string): Element {
  const encoders = [...new Set(rows.map(({ encoder }) => encoder))];
  const blocks = blocksOf(rows).map((block) => {
    const { encoder = '', setting = '' } = block[0] ?? {};
    const first = rows.find((row) => row.encoder === encoder)?.setting === setting;
    const points = block.map(({ score, mean, source }) => [score, mean, source] as const);
    return {
      name: encoder,
      colour: colourValue(ENCODER_COLOURS[encoders.indexOf(encoder) % ENCODER_COLOURS.length] ?? 0),
      dashed: !first,
      named: first,
      points: [...points].sort((a, b) => a[0] - b[0]),
    };
  });
  const x = betweenAxis(
    rows.map(({ score }) => score),
    'score, ECI',
  );
  const y = betweenAxis(
    rows.map(({ mean }) => mean),
    'mean metric after training',
  );
  return scatterChart({ blocks, x, y }, width, label);
}

/** A line a source, with its score and all figures. */
export function trainingTable(rows: readonly TrainedSource[], datasets: readonly string[]): DataTable {
  return {
    columns: ['source', 'encoder', 'setting', 'ECI', 'mean', ...datasets],
    rows: rows.map(({ source, encoder, setting, score, mean, metrics }) => [
      source,
      encoder,
      setting,
      score,
      mean,
      ...metrics,
    ]),
  };
}

/** A line a block: pairs agreed and Pearson's r. */
export function blockTable({ blocks }: Agreement): DataTable {
  return {
    columns: ['encoder', 'setting', 'sources', 'pairs agreed', 'of', 'Pearson r'],
    rows: blocks.map(({ encoder, setting, sources, agreed, pairs, pearson }) => [
      encoder,
      setting,
      sources,
      agreed,
      pairs,
      pearson,
    ]),
  };
}

/** A line a data set: pairs that agree with the score, and those that go against the mean. */
export function datasetTable({ datasets }: Agreement): DataTable {
  return {
    columns: ['data set', 'pairs as the score has them', 'of', 'pairs against the mean'],
    rows: datasets.map(({ dataset, agreed, pairs, against }) => [dataset, agreed, pairs, against]),
  };
}
