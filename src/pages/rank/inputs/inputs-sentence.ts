/** The headline over the inputs: how many sources, which encoder, which references. */

import { capitalised, countInWords, listInWords } from '../../../ui/words';

export interface StatedInputs {
  /** Names of the sources, in load order. */
  readonly sources: readonly string[];
  /** Names of those that are ticked as references. */
  readonly trusted: readonly string[];
  /** Null where none is chosen. */
  readonly encoder: string | null;
  /** True where the files give the embeddings. */
  readonly given: boolean;
  /** True while files are being read. */
  readonly reading: boolean;
  /** The checks that fail, in a sentence; '' where none does. */
  readonly failing: string;
}

/** `Five sources, encoder potion-base-2M. You trust bm25 and tasb.` A check that fails is said in place of whom you trust. */
export function inputsSentence(inputs: StatedInputs): string {
  const { sources, encoder, given, reading, failing } = inputs;
  if (sources.length === 0) return reading ? 'Your files are being read.' : 'No source is in yet.';
  const count = countInWords(sources.length);
  const opening = `${capitalised(count)} ${sources.length === 1 ? 'source' : 'sources'}`;
  const encoded = encoder === null ? '' : given ? ', embeddings from the files' : `, encoder ${encoder}`;
  const next = encoder === null ? 'Which encoder will you train?' : trustInWords(inputs);
  // Two lines at most: whom to trust stands in its step too, and the encoder has to be asked for.
  const parts = [`${opening}${encoded}.`, failing, ...(failing !== '' && encoder !== null ? [] : [next])];
  return parts.filter((part) => part !== '').join(' ');
}

/** More sources that are trusted are counted. */
const NAMED = 3;

function trustInWords({ sources, trusted }: StatedInputs): string {
  if (sources.length === 1) return 'A second source would give something to compare.';
  if (trusted.length === 0) return 'Which sources do you trust?';
  if (trusted.length === sources.length) return 'You trust all of them, so nothing can be audited.';
  if (trusted.length > NAMED) return `You trust ${countInWords(trusted.length)} of them.`;
  return `You trust ${listInWords([...trusted])}.`;
}
