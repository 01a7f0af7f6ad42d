/** The sweep of log det(I + c·Î) over c: a line a source, a ring where its directions begin to count. */

import { crossingsOf, cSweepTitle, shortC } from '../../../report/titles/c-sweep';
import { isDiversityActive } from '../../../scoring/sweep';
import { logAxis, zeroAxis } from '../chart/axes';
import { lineChart, type Point } from '../chart/lines';
import type { ExperimentView } from '../view';
import { largest, sourceLines } from './source-lines';

export const cSweepView: ExperimentView<'c-sweep'> = {
  id: 'c-sweep',
  question: 'Does a source overtake another as diversity counts for more?',
  about: 'Computes log det(I + c·Î) at 48 points from c = 1 to N/d, from the eigenvalues.',
  title: cSweepTitle,
  how(outcome) {
    const { c } = outcome.result;
    const crossings = crossingsOf(outcome);
    const changes =
      crossings.length === 0
        ? 'No crossing'
        : `Crossings at c ≈ ${crossings.map((crossing) => shortC(crossing.c)).join(', ')}`;
    return `Rings: where c·λ_max passes 1 and directions begin to count. ${changes} up to c = ${shortC(c.at(-1) ?? 1)}.`;
  },
  draw({ result: { c, scores, lambdaMax } }, sources, width, label) {
    const perC = c.map((scale, point) => scores.map((line) => (line[point] ?? 0) / scale));
    const lines = sourceLines(sources, c, perC).map((line, place) => {
      const active = c.findIndex((scale) => isDiversityActive(scale, lambdaMax[place] ?? 0));
      const ring = line.points[active];
      return { ...line, rings: ring ? [ring as Point] : [] };
    });
    return lineChart(
      {
        lines,
        x: logAxis(1, c.at(-1) ?? 2, 'c, log scale'),
        y: zeroAxis(largest(perC), 'log det(I + cÎ) / c'),
      },
      width,
      label,
    );
  },
  table: ({ result: { c, scores, lambdaMax } }, sources) => ({
    columns: ['c', ...sources.flatMap(({ name }) => [name, `${name}, active`])],
    rows: c.map((scale, point) => [
      scale,
      ...sources.flatMap((_, place) => [
        scores[place]?.[point] ?? null,
        isDiversityActive(scale, lambdaMax[place] ?? 0) ? 'yes' : 'no',
      ]),
    ]),
  }),
};
