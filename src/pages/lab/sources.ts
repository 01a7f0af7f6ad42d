/** The sources of a result as the lab draws them: name, colour, and whether they stand outside the ranking. */

import { colourValue } from '../../ui/palette';
import type { ExperimentRun } from '../../experiments/types';
import type { SourceFigures } from '../../engine/results';
import { isOutside, type RankedSource } from '../../session/result/ranking-view';

export interface LabSource {
  readonly id: number;
  readonly name: string;
  /** 0-based place in the palette. */
  readonly colour: number;
  /** As a CSS value. */
  readonly css: string;
  readonly setting: string;
  readonly reference: boolean;
  /** Flagged or misread: outside the ranking, and drawn hollow and dashed. */
  readonly outside: boolean;
  readonly flagged: boolean;
  /** Null where the run shown no longer has it. */
  readonly figures: SourceFigures | null;
}

/**
 * The sources of an experiment in its order, in the colours that they have on the page.
 * @param rows of the run shown; a source that is not among them keeps its place's colour
 */
export function labSources({ sources }: ExperimentRun, rows: readonly RankedSource[]): LabSource[] {
  return sources.map(({ id, name, setting, reference }, place) => {
    const row = rows.find((each) => each.id === id);
    const colour = row?.colour ?? place;
    const outside = row ? isOutside(row) : false;
    const flagged = (row?.flags.length ?? 0) > 0;
    const figures = row?.figures ?? null;
    return { id, name, colour, css: colourValue(colour), setting, reference, outside, flagged, figures };
  });
}
