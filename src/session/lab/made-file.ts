/** A source made of others as a file of the session: it is read, ranked and kept like any other. */

import type { MadeRequest } from '../../experiments/experiment';
import type { WorkerPair } from '../../app/workers';

/**
 * Records made of the sources of the last run, as JSON lines of the plain format.
 * @throws NothingRankedError, RunInputError where a source was not ranked or the two share no record
 */
export async function madeFile(
  pair: Pick<WorkerPair, 'engine' | 'candidates'>,
  request: MadeRequest,
): Promise<File> {
  const { name, content } = await pair.candidates.madeFile(await pair.engine.madeSource(request));
  return new File([content], name, { type: content.type });
}
