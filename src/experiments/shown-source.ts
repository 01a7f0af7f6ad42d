/** A source of an experiment, as it was asked of and as it is shown. */

import type { SourceFigures } from '../engine/results';

/** A source of the run as the experiments compare it. */
export interface ExperimentSource {
  readonly id: number;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
}

/** A source of an outcome as the page shows it. */
export interface ShownSource extends ExperimentSource {
  /** 0-based place in the palette, and the colour there as a CSS value. */
  readonly colour: number;
  readonly css: string;
  /** Flagged or misread: outside the ranking, and drawn hollow and dashed. */
  readonly outside: boolean;
  readonly flagged: boolean;
  /** Null where the run shown no longer has it. */
  readonly figures: SourceFigures | null;
}
