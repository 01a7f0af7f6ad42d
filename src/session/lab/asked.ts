/** Experiments that the page's address asks for: `?experiments=all`, or names with commas between them. */

import { EXPERIMENT_IDS, type ExperimentId } from '../../experiments/types';

/** They are performed after every run. Anything that is no experiment is as if not there. */
export function experimentsInAddress(search: string): readonly ExperimentId[] {
  const names = new URLSearchParams(search).get('experiments')?.split(',') ?? [];
  return EXPERIMENT_IDS.filter((id) => names.includes('all') || names.includes(id));
}
