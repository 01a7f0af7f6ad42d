/** Three texts of one's own as a pair of the bench. */

import type { CosineTriple } from '../parameters';
import { coverageOfOwn } from '../words';
import { cosinesOf } from './bench';

export interface OwnTexts {
  query: string;
  answer: string;
  negative: string;
}

/**
 * Embeds the texts with the encoder that comes with the page: its code and its files are read only now.
 * @throws MissingModelFileError, BrokenModelFileError, ModelHashError; the next call tries again
 */
export async function ownPair({ query, answer, negative }: OwnTexts): Promise<{
  readonly cosines: CosineTriple;
  readonly coverage: number;
}> {
  const { embedBundled } = await import('../../../session/encoder/bundled');
  const [q, a, n] = (await embedBundled([query, answer, negative])) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return { cosines: cosinesOf(q, a, n), coverage: coverageOfOwn(query, answer, negative) };
}
