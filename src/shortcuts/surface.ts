/** What can be seen of a passage without its query: length, digits, case, punctuation, function words, words, word pairs. */

/** Places of hashed words and word pairs. */
export const BUCKETS = 1 << 15;

/** English; in other languages the words themselves do their work. */
const FUNCTION_WORDS = new Set(
  (
    'a an and are as at be but by can for from has have however if in is it its may not of on or so such than that the ' +
    'their then there these they this to was were what when which while will with would you'
  ).split(' '),
);

/** The plain measures of a text, in the order of {@link Surface.measures}. */
export const MEASURES = [
  'words',
  'characters',
  'letters a word',
  'digits',
  'capitals',
  'punctuation',
  'commas',
  'sentences',
  'function words',
] as const;

/** A passage as the classifier sees it. */
export interface Surface {
  /** Words, with repeats. */
  readonly words: readonly string[];
  readonly measures: Float64Array;
  /** Buckets of its distinct words and word pairs. */
  readonly buckets: Int32Array;
}

export function surfaceOf(text: string): Surface {
  const normal = text.normalize('NFKC');
  const words = normal.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const count = (pattern: RegExp) => normal.match(pattern)?.length ?? 0;
  const perWord = (number: number) => number / Math.max(1, words.length);
  const perCharacter = (number: number) => number / Math.max(1, normal.length);
  const buckets = new Set<number>();
  words.forEach((word, i) => {
    buckets.add(bucketOf(word));
    if (i > 0) buckets.add(bucketOf(`${words[i - 1]} ${word}`));
  });
  return {
    words,
    measures: Float64Array.of(
      Math.log1p(words.length),
      Math.log1p(normal.length),
      perWord(words.reduce((sum, { length }) => sum + length, 0)),
      perCharacter(count(/\p{N}/gu)),
      perCharacter(count(/\p{Lu}/gu)),
      perCharacter(count(/\p{P}/gu)),
      perWord(count(/,/g)),
      perWord(count(/[.!?](\s|$)/g)),
      perWord(words.filter((word) => FUNCTION_WORDS.has(word)).length),
    ),
    buckets: Int32Array.from(buckets),
  };
}

/** FNV-1a over UTF-16 units. */
function bucketOf(token: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}
