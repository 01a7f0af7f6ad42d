/** A control, mixture or union as records for the candidates' store: from then on it is a source like any other. */

import type { MadeSourceRequest } from '../candidates/faces';
import { buildControl, ControlError } from '../scoring/controls';
import { RunInputError } from '../engine/errors';
import { PassageVectors } from '../engine/passage-vectors';
import type { FinishedRun } from '../engine/finished-run';
import { controlMaterial, mixtureOf, rankedSource } from './controls';
import { joined } from './made';
import type { MadeRequest } from './types';

/** @throws RunInputError where a source was not ranked, has too few passages, or two share no record */
export function madeRequest(run: Pick<FinishedRun, 'sources'>, request: MadeRequest): MadeSourceRequest {
  if (request.kind === 'hybrid') {
    const [a, b] = [rankedSource(run, request.a), rankedSource(run, request.b)];
    const { union } = joined(a, b);
    if (union.of.length === 0) {
      throw new RunInputError(`${a.name} and ${b.name} have no record with the same query and positive.`);
    }
    return { name: `${a.name}+${b.name}`, from: [a.id, b.id], ...union.records };
  }
  const base = rankedSource(run, request.base);
  const passages = new PassageVectors(run.sources);
  const material = controlMaterial(run, base, request.seed, passages);
  const from = run.sources.map(({ id }) => id);
  if (request.kind === 'mixture') {
    const percent = Math.round(100 * request.share);
    return { name: `${base.name}:mix-${percent}`, from, ...mixtureOf(request.share, material) };
  }
  try {
    return { name: `control:${request.control}`, from, ...buildControl(request.control, material) };
  } catch (error) {
    if (error instanceof ControlError) throw new RunInputError(error.message);
    throw error;
  }
}
