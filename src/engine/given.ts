/** Vectors that the files give. */

import type { CandidatesForEngine, SourceStructure } from '../candidates/api';
import { RunInputError } from './errors';
import { givenVectors, type SourceData } from './source-data';

/**
 * Puts the given rows of the sampled records into the sources.
 * @param indices the sampled records of each source, ascending
 * @throws RunInputError where two sources give embeddings of different lengths
 */
export async function readGivenVectors(
  sources: readonly SourceData[],
  structures: readonly SourceStructure[],
  indices: readonly Int32Array[],
  candidates: CandidatesForEngine,
): Promise<void> {
  for (const [i, source] of sources.entries()) {
    const given = await candidates.embeddings(source.id);
    source.vectors = givenVectors(given, structures[i] as SourceStructure, indices[i] as Int32Array);
  }
  const first = sources[0];
  const other = sources.find((s) => s.vectors?.dimension !== first?.vectors?.dimension);
  if (first && other) {
    throw new RunInputError(
      `${first.name} gives embeddings of length ${first.vectors?.dimension} and ${other.name} of length ` +
        `${other.vectors?.dimension}: they come from different encoders. Rank them apart, or choose an encoder.`,
    );
  }
}
