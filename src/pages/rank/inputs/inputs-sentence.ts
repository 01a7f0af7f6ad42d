/** The headline over the inputs: how many sources, which encoder, which references. */

import { joined, sentence, type Phrase } from '../../../report/verdict-words';
import { capitalised, countInWords } from '../../../ui/words';

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
  /** What the checks found above a note, in a sentence; '' where nothing was. */
  readonly failing: string;
}

/** `Five sources, encoder potion-base-2M. You trust bm25 and tasb.` What a check found is said in place of whom you trust. */
export function inputsSentence(inputs: StatedInputs): Phrase {
  const { sources, encoder, given, reading, failing } = inputs;
  if (sources.length === 0) return [reading ? 'Your files are being read.' : 'No source is in yet.'];
  const count = countInWords(sources.length);
  const opening = `${capitalised(count)} ${sources.length === 1 ? 'source' : 'sources'}`;
  const encoded = encoder === null ? '' : given ? ', embeddings from the files' : `, encoder ${encoder}`;
  const next: Phrase = encoder === null ? ['Which encoder will you train?'] : trustInWords(inputs);
  // Two lines at most: whom to trust stands in its step too, and the encoder has to be asked for.
  const parts: readonly Phrase[] = [
    [`${opening}${encoded}.`],
    ...(failing === '' ? [] : [[failing]]),
    ...(failing !== '' && encoder !== null ? [] : [next]),
  ];
  return parts.filter(({ length }) => length > 0).flatMap((part, i) => (i === 0 ? part : [' ', ...part]));
}

/** More sources that are trusted are counted. */
const NAMED = 3;

function trustInWords({ sources, trusted }: StatedInputs): Phrase {
  if (sources.length === 1) return ['A second source would give something to compare.'];
  if (trusted.length === 0) return [];
  if (trusted.length > NAMED) return [`You trust ${countInWords(trusted.length)} of them.`];
  return sentence`You trust ${joined(trusted.map((name) => [{ source: name }]))}.`;
}
