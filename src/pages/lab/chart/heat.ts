/** A grid of ranks and scores: a row per way of scoring, a column per source. */

import * as Plot from '@observablehq/plot';

import type { HeatGrid } from '../../../experiments/chart';
import { cutInMiddle } from '../../../ui/charts/text';

const ROW = 35;
const TOP = 34;
/** Width of a letter of a row's name, in pixels. */
const LETTER = 7.6;
/** Least width of a column; a wider chart scrolls. */
const COLUMN = 46;

export function heatGrid({ rows, columns, cells }: HeatGrid, width: number): Plot.PlotOptions {
  const left = 16 + LETTER * Math.max(...rows.map((row) => row.label.length));
  const wide = Math.max(width, left + COLUMN * columns.length);
  const letters = Math.floor((wide - left) / columns.length / 7);
  return {
    width: wide,
    height: TOP + rows.length * ROW + 6,
    marginTop: TOP,
    marginLeft: left,
    marginRight: 2,
    marginBottom: 6,
    x: { domain: columns.map(({ id }) => id), axis: null, padding: 0.04 },
    y: { domain: rows.map(({ id }) => id), axis: null, padding: 0.06 },
    color: { type: 'identity' },
    opacity: { type: 'identity' },
    marks: [
      Plot.cell(cells, { x: 'column', y: 'row', fill: 'colour', fillOpacity: 'strength' }),
      Plot.cell(
        cells.filter(({ framed }) => framed),
        {
          x: 'column',
          y: 'row',
          fill: 'none',
          stroke: 'var(--warn)',
          strokeWidth: 2,
          inset: 1,
        },
      ),
      Plot.text(cells, {
        x: 'column',
        y: 'row',
        text: 'upper',
        dy: -7,
        fill: 'var(--ink)',
        fontWeight: 620,
        fontSize: 14,
      }),
      Plot.text(cells, { x: 'column', y: 'row', text: 'lower', dy: 9, fill: 'var(--ink)', fontSize: 12 }),
      Plot.text(columns, {
        x: 'id',
        text: ({ name }: { name: string }) => cutInMiddle(name, letters),
        frameAnchor: 'top',
        dy: -16,
        fill: 'colour',
        fontWeight: 600,
        fontSize: 12,
      }),
      Plot.text(rows, {
        y: 'id',
        text: ({ label: words, current }: { label: string; current: boolean }) =>
          current ? `● ${words}` : words,
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: -left + 2,
        fill: 'var(--ink)',
        fontSize: 13,
      }),
    ],
  };
}
