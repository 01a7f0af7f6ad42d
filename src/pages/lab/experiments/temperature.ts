/** The sweep over the temperature: a line a source. */

import { temperatureTitle } from '../../../report/titles/temperature';
import { logAxis, zeroAxis } from '../chart/axes';
import { lineChart } from '../chart/lines';
import type { ExperimentView } from '../view';
import { largest, sourceLines, stepTable } from './source-lines';

export const temperatureView: ExperimentView<'temperature'> = {
  id: 'temperature',
  question: 'Does the order depend on the temperature?',
  about: 'Scores the sources at temperatures on either side of yours.',
  title: temperatureTitle,
  how: () => 'Small τ sharpens the gates, large τ smooths them. The score at each τ tried.',
  draw({ about, result: { steps } }, sources, width, label) {
    const taus = steps.map(({ tau }) => tau);
    const scores = steps.map((step) => step.scores);
    return lineChart(
      {
        lines: sourceLines(sources, taus, scores),
        x: logAxis(Math.min(...taus), Math.max(...taus), 'temperature τ, log scale'),
        y: zeroAxis(largest(scores), 'score'),
        rules: [{ at: about.tau, label: `yours, ${about.tau}`, kind: 'own' }],
      },
      width,
      label,
    );
  },
  table: ({ result: { steps } }, sources) =>
    stepTable(
      'τ',
      steps.map(({ tau }) => tau),
      sources,
      steps.map(({ scores }) => scores),
    ),
};
