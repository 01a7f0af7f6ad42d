/** The sources of an outcome as the page shows them: in its order, in the colours that they have on the page. */

import { colourValue } from '../../ui/palette';
import type { ExperimentRun } from '../../experiments/experiment';
import type { ShownSource } from '../../experiments/shown-source';
import { isOutside, type RankedSource } from '../../session/result/ranking-view';

/** @param rows of the run shown; a source that is not among them has its place's colour */
export function shownSources({ sources }: ExperimentRun, rows: readonly RankedSource[]): ShownSource[] {
  return sources.map((source, place) => {
    const row = rows.find(({ id }) => id === source.id);
    const colour = row?.colour ?? place;
    const flagged = (row?.flags.length ?? 0) > 0;
    return {
      ...source,
      colour,
      css: colourValue(colour),
      outside: row ? isOutside(row) : false,
      flagged,
      figures: row?.figures ?? null,
    };
  });
}
