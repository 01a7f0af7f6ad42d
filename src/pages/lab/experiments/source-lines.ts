/** What the charts of lines share: a line a source, and a table with a column a source. */

import type { Cell, DataTable } from '../../../ui/table';
import type { ChartLine, Point } from '../chart/lines';
import type { Drawn } from '../view';

/** A line for each source through its scores at the steps. @param scores of each step, by source */
export function sourceLines(
  sources: Drawn,
  xs: readonly number[],
  scores: readonly (readonly number[])[],
): ChartLine[] {
  return sources.map(({ name, css, outside }, place) => ({
    name,
    colour: css,
    dashed: outside,
    points: xs.map((x, step): Point => [x, scores[step]?.[place] ?? 0]),
  }));
}

/** The largest of all scores. */
export function largest(scores: readonly (readonly number[])[]): number {
  return Math.max(0, ...scores.flat().filter(Number.isFinite));
}

/** A row a step, a column a source. */
export function stepTable(
  first: string,
  steps: readonly Cell[],
  sources: Drawn,
  scores: readonly (readonly number[])[],
): DataTable {
  return {
    columns: [first, ...sources.map(({ name }) => name)],
    rows: steps.map((step, i) => [step, ...sources.map((_, place) => scores[i]?.[place] ?? null)]),
  };
}
