/** The demo's result as data for its figure: one axis, a row a source, those outside the ranking below. */

import { capitalised, formatMean } from '../../../ui/words';
import { axisFromZero, placeOn, type Axis } from '../../../ui/charts/axis';
import type { Whisker } from '../result/figure-rows';
import type { DemoResult, DemoSource } from './demo-result';

export interface DemoRow {
  readonly source: DemoSource;
  /** 0-based place in the palette: that which the source gets when the demo is run. */
  readonly colour: number;
  readonly outside: boolean;
  /** Places in per cent of the axis. */
  readonly dot: number;
  readonly whisker: Whisker;
  /** What stands below the figure once the row is pointed at. Warm words where the source is outside: */
  readonly warning: string;
  /** the figures behind them, or its means, */
  readonly figures: string;
  /** and how it was made. */
  readonly about: string;
}

export interface DemoFigure {
  readonly axis: Axis;
  /** Place of the random baseline in per cent; null where it is not known. */
  readonly randomBaseline: number | null;
  readonly ranked: readonly DemoRow[];
  readonly outside: readonly DemoRow[];
}

export function demoFigure({ sources, random_baseline: randomBaseline }: DemoResult): DemoFigure {
  const axis = axisFromZero(Math.max(randomBaseline ?? 0, ...sources.map(({ high }) => high)));
  const rows = sources.map((source, colour): DemoRow => {
    const { eci, low, high, flags, reading, how } = source;
    const outside = flags.length > 0;
    const left = placeOn(axis, low);
    const [warning = '', ...rest] = reading.split(': ');
    return {
      source,
      colour,
      outside,
      dot: placeOn(axis, eci),
      whisker: { left, width: placeOn(axis, high) - left },
      warning: outside ? capitalised(warning) : '',
      figures: outside ? `${rest.join(': ')}.` : `${meansInWords(source)}.`,
      about: how,
    };
  });
  const byScore = rows.sort((a, b) => b.source.eci - a.source.eci);
  return {
    axis,
    randomBaseline: randomBaseline === null ? null : placeOn(axis, randomBaseline),
    ranked: byScore.filter(({ outside }) => !outside),
    outside: byScore.filter(({ outside }) => outside),
  };
}

function meansInWords({ mean_rho, mean_eta, mean_psi }: DemoSource): string {
  return `Mean ρ ${formatMean(mean_rho)}, η ${formatMean(mean_eta)}, ψ ${formatMean(mean_psi)}`;
}
