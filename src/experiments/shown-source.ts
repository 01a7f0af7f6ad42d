/** A source of an experiment, as compared and as shown. */

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
  /** Flagged or misread: outside the ranking, drawn hollow and dashed. */
  readonly outside: boolean;
  readonly flagged: boolean;
  /** Null where the shown run no longer has it. */
  readonly figures: SourceFigures | null;
}
