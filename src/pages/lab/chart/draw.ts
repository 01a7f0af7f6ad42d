/** Draws a chart by Observable Plot, under the page's policy. */

import * as Plot from '@observablehq/plot';

import type { Chart } from '../../../experiments/chart';
import { heatGrid } from './heat';
import { lineChart } from './lines';
import { rowChart } from './rows';

/**
 * For assistive tools the chart is one image with one description.
 * @param label the description
 */
export function draw(chart: Chart, width: number, label: string): Element {
  const drawn = Plot.plot({ ...optionsOf(chart, width), ariaLabel: label });
  // The page's policy refuses style elements: charts.css has their rules.
  for (const style of drawn.querySelectorAll('style')) style.remove();
  for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  // Plot writes system-ui; names are measured in the page's own letters.
  drawn.removeAttribute('font-family');
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('data-figure', '');
  return drawn;
}

function optionsOf(chart: Chart, width: number): Plot.PlotOptions {
  switch (chart.kind) {
    case 'lines':
      return lineChart(chart, width);
    case 'rows':
      return rowChart(chart, width);
    case 'heat':
      return heatGrid(chart, width);
  }
}
