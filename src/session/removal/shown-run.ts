/** The run whose figures are shown, and everything that they depend on. */

import type { CertaintyRequest } from '../../engine/types';
import type { RunState } from '../run/run-state.svelte';
import type { FinishedRun } from '../run/runs';

/** Figures of two runs that differ in any of it are not set beside each other. */
export interface ShownRun {
  /** When it was done, in milliseconds since 1970. */
  readonly at: number;
  readonly conditions: CertaintyRequest;
}

export interface WithRun {
  readonly run: Pick<RunState, 'scores' | 'conditionsBehind'> & {
    readonly finished: Pick<FinishedRun, 'at' | 'inEngine' | 'sources' | 'result'> | null;
    readonly ongoing: object | null;
  };
}

/** Null where the engine has no run, or its figures are still being brought to today's inputs. */
export function shownRun({ run }: WithRun): ShownRun | null {
  const { finished, ongoing, scores, conditionsBehind } = run;
  if (!finished?.inEngine || ongoing !== null || scores !== 'current' || conditionsBehind) return null;
  const { at, sources, result } = finished;
  const { tau, weighting } = result.settings;
  const settings = sources.map(({ entry }) => entry.setting);
  const references = sources.map(({ entry }) => entry.reference);
  return { at, conditions: { tau, weighting, settings, references } };
}
