/** What figures are of, as plain data: figures with equal keys are equal. Nobody lists elsewhere what figures depend on. */

import type { CertaintyRequest } from '../../engine/types';
import type { Gating } from '../../scoring/weightings';
import type { FinishedRun } from './runs';

export interface RunKey {
  /** When it ended, in milliseconds since 1970. */
  readonly run: number;
}

/** A run's figures under a temperature and weighting, with the settings and references of its sources. */
export interface FiguresKey extends RunKey, CertaintyRequest {}

/** What the inputs of now ask of a run. */
export function figuresKey(
  { at, sources }: Pick<FinishedRun, 'at' | 'sources'>,
  { tau, weighting }: Gating,
): FiguresKey {
  return {
    run: at,
    tau,
    weighting,
    settings: sources.map(({ entry }) => entry.setting),
    references: sources.map(({ entry }) => entry.reference),
  };
}
