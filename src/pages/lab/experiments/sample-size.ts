/** Samples of the records: a line a source with the range of the draws about it. */

import { formatCount, formatPercent } from '../../../ui/words';
import { drawsInOrder, sampleSizeTitle } from '../../../report/titles/sample-size';
import { shareAxis, zeroAxis } from '../chart/axes';
import { lineChart } from '../chart/lines';
import type { ExperimentView } from '../view';
import { largest, sourceLines } from './source-lines';

export const sampleSizeView: ExperimentView<'sample-size'> = {
  id: 'sample-size',
  question: 'How few records give the same order?',
  about: 'Seeded samples of 25, 50, 75 and 100 % of the records, and further draws for the bands.',
  title: sampleSizeTitle,
  how({ about, result: { steps } }) {
    const draws = steps[0]?.draws.count ?? 0;
    return `Bands: 95 % of ${formatCount(draws)} draws, seed ${about.seed}. Per cent: draws with the order of all records, inside each setting.`;
  },
  draw({ result: { steps } }, sources, width, label) {
    const shares = steps.map(({ share }) => share);
    const lines = sourceLines(
      sources,
      shares,
      steps.map(({ scores }) => scores),
    ).map((line, place) => ({
      ...line,
      band: steps.map(
        ({ share, draws, scores }) =>
          [share, draws.low[place] ?? scores[place] ?? 0, draws.high[place] ?? scores[place] ?? 0] as const,
      ),
    }));
    const notes = steps.flatMap((step) => {
      const same = drawsInOrder(step);
      return same === null || step.draws.count === 0
        ? []
        : [{ at: step.share, text: formatPercent(same / step.draws.count, 0) }];
    });
    const highest = largest(steps.flatMap(({ scores, draws }) => [scores, draws.high]));
    return lineChart(
      {
        lines,
        x: { ...shareAxis('share of the records'), domain: [Math.min(0.2, ...shares), 1.02] },
        y: zeroAxis(highest, 'score'),
        notes,
      },
      width,
      label,
    );
  },
  table: ({ result: { steps } }, sources) => ({
    columns: [
      'share',
      ...sources.flatMap(({ name }) => [name, `${name}, records`, `${name}, low`, `${name}, high`]),
      'least Spearman',
      'draws in order',
      'draws',
    ],
    rows: steps.map((step) => {
      const { share, scores, records, draws, agreement } = step;
      const told = agreement.flatMap(({ spearman }) => spearman ?? []);
      return [
        share,
        ...scores.flatMap((score, place) => [
          score,
          records[place] ?? null,
          draws.low[place] ?? null,
          draws.high[place] ?? null,
        ]),
        told.length === 0 ? null : Math.min(...told),
        drawsInOrder(step),
        draws.count,
      ];
    }),
  }),
};
