/** The sources of an outcome under their current names, in the colours that they have on the page. */

import { colourValue } from '../../ui/palette';
import type { ExperimentSettings } from '../../experiments/experiment';
import type { ShownSource } from '../../experiments/shown-source';
import { isBarred, type RankedSource } from '../../report/ranking';

/** @param rows of the run shown; other sources get a colour by their place */
export function shownSources(
  { sources }: Pick<ExperimentSettings, 'sources'>,
  rows: readonly RankedSource[],
): ShownSource[] {
  return sources.map((source, place) => {
    const row = rows.find(({ id }) => id === source.id);
    const colour = row?.colour ?? place;
    return {
      ...source,
      name: row?.name ?? source.name,
      colour,
      css: colourValue(colour),
      outside: row ? isBarred(row) : false,
      figures: row?.figures ?? null,
    };
  });
}
