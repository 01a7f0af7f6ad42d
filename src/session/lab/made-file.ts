/** A source made of others as a file of the session: it is read, ranked and kept like any other. */

import type { MadeRequest } from '../../experiments/types';
import type { WorkerPair } from '../../app/workers';

/**
 * Makes a source of those of the last run and writes it as JSON lines of the plain format.
 * @throws NothingRankedError, RunInputError where a source was not ranked or the two share no record
 */
export async function madeFile(
  pair: Pick<WorkerPair, 'engine' | 'candidates'>,
  request: MadeRequest,
): Promise<File> {
  const { id } = await pair.candidates.makeSource(await pair.engine.madeSource(request));
  try {
    const { name, content } = await pair.candidates.exportSource(id);
    return new File([content], name, { type: content.type });
  } finally {
    await pair.candidates.remove(id);
  }
}
