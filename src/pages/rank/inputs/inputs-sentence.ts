/** The headline over the inputs: how many sources, which encoder, which references. */

import { capitalised, countInWords, listInWords } from '../../../ui/words';

export interface StatedInputs {
  /** Names of the sources, in load order. */
  readonly sources: readonly string[];
  /** Names of those that are ticked as references. */
  readonly trusted: readonly string[];
  /** The reference range was entered by hand: ticks do not count. */
  readonly rangeEntered: boolean;
  /** Null where none is chosen. */
  readonly encoder: string | null;
  /** True where the files give the embeddings. */
  readonly given: boolean;
  /** True while files are being read. */
  readonly reading: boolean;
}

/** `Five sources are in. You will train potion-base-2M, and you trust bm25 and tasb.` */
export function inputsSentence(inputs: StatedInputs): string {
  const { sources, encoder, given, reading } = inputs;
  if (sources.length === 0) return reading ? 'Your files are being read.' : 'No source is in yet.';
  const count = countInWords(sources.length);
  const opening = `${capitalised(count)} ${sources.length === 1 ? 'source is' : 'sources are'} in.`;
  if (encoder === null) return `${opening} Which encoder will you train?`;
  const embedded = given ? 'The files give the embeddings' : `You will train ${encoder}`;
  return `${opening} ${embedded}${trustInWords(inputs)}`;
}

function trustInWords({ sources, trusted, rangeEntered }: StatedInputs): string {
  if (rangeEntered) return ', and the range of trusted sources is entered by hand.';
  if (sources.length === 1) return '. With a second source there is something to compare.';
  if (trusted.length === 0) return '. Which of them do you trust?';
  if (trusted.length === sources.length) return ', and you trust all of them, so nothing can be audited.';
  return `, and you trust ${listInWords([...trusted])}.`;
}
