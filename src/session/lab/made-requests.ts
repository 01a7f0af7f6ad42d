/** How the sources that an experiment made are asked for, by the names that its outcome gives them. */

import type { ExperimentOutcome, MadeRequest } from '../../experiments/types';

export interface NamedRequest {
  readonly name: string;
  readonly request: MadeRequest;
}

/** Each union of two sources. */
export function unionRequests({ result }: ExperimentOutcome<'hybrids'>): NamedRequest[] {
  return result.hybrids.map(({ name, a, b }) => ({ name, request: { kind: 'hybrid', a, b } }));
}

/** Each control, drawn with the seed of its outcome: the very records whose figures are shown. */
export function controlRequests({ about, result }: ExperimentOutcome<'controls'>): NamedRequest[] {
  return result.controls.map(({ name, control }) => ({
    name,
    request: { kind: 'control', control, base: result.base, seed: about.seed },
  }));
}
