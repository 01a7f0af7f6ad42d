/** The demo's result as the figure draws it: one axis, a row a source, those outside the ranking below. */

import { axisFromZero, placeOn } from '../../../ui/charts/axis';
import type { Figure, FigureRow } from '../result/figure-rows';
import type { DemoResult } from './demo-result';

export function demoFigure({ sources, random_baseline }: DemoResult): Figure {
  const axis = axisFromZero(Math.max(random_baseline ?? 0, ...sources.map(({ high }) => high)));
  const rows = sources.map(({ name, eci, low, high, flags, rank }, colour): FigureRow => {
    const left = placeOn(axis, low);
    return {
      name,
      colour,
      counted: '',
      score: eci,
      rank: rank ?? '–',
      tiedAbove: false,
      tiedBelow: false,
      outside: flags.length > 0,
      dot: placeOn(axis, eci),
      whisker: { left, width: placeOn(axis, high) - left },
      interval: null,
      strips: [],
      reading: { warning: '', words: [] },
      band: '',
    };
  });
  const byScore = rows.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const ranked = byScore.filter(({ outside }) => !outside);
  return {
    axis,
    ranged: false,
    groups: [{ setting: '', ranked, outside: byScore.filter((row) => row.outside) }],
  };
}
