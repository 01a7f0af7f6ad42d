/** T(x): the normalised tokens of a text as a set (paper, Section "Methodology"). */

/** The default tokenizer: NFKC, lower case, maximal runs of letters, numbers and marks. */
export function alphanumericTokens(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  );
}

/** Alphanumeric tokens of two code points or more. */
export function longAlphanumericTokens(text: string): Set<string> {
  return new Set([...alphanumericTokens(text)].filter((token) => [...token].length > 1));
}

/** NFKC, lower case, split on runs of white space. */
export function whitespaceTokens(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .split(/\p{White_Space}+/u)
      .filter((token) => token !== ''),
  );
}

/**
 * NFKC, lower case, runs of white space as one blank, trimmed: all windows of three code points. A shorter text that
 * is not empty is its own single token.
 */
export function charTrigramTokens(text: string): Set<string> {
  const points = [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\p{White_Space}+/gu, ' ')
      .replace(/^ | $/g, ''),
  ];
  if (points.length === 0) return new Set();
  if (points.length < 3) return new Set([points.join('')]);
  return new Set(points.slice(2).map((last, i) => `${points[i]}${points[i + 1]}${last}`));
}
