/** Token ids of all texts, text after text, record after record. */
export interface Corpus {
  readonly tokens: Uint16Array;
  /** Where each text begins among the tokens; one more than there are texts. */
  readonly textStarts: Uint32Array;
  /** Where each record begins among the texts; one more than there are records. */
  readonly recordStarts: Uint32Array;
  /** Kind of each record, as its place in the list of kinds. */
  readonly kinds: Uint8Array;
  readonly vocabularySize: number;
}

/** How often each token comes. */
export function tokenCounts({ tokens, vocabularySize }: Corpus): Float64Array {
  const counts = new Float64Array(vocabularySize);
  for (const token of tokens) counts[token] += 1;
  return counts;
}
