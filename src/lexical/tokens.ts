/** T(x): the normalised tokens of a text as a set (paper, Section "Methodology"), and the lists behind these sets. */

/** The default tokenizer: NFKC, lower case, maximal runs of letters, numbers and marks. In order, with repeats. */
export function alphanumericWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** Alphanumeric words of two code points or more. */
export function longAlphanumericWords(text: string): string[] {
  return alphanumericWords(text).filter((word) => [...word].length > 1);
}

/** NFKC, lower case, split on runs of white space. */
export function whitespaceWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\p{White_Space}+/u)
    .filter((word) => word !== '');
}

/**
 * NFKC, lower case, runs of white space as one blank, trimmed: all windows of three code points. A shorter text that
 * is not empty is its own single token.
 */
export function charTrigrams(text: string): string[] {
  const points = [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\p{White_Space}+/gu, ' ')
      .replace(/^ | $/g, ''),
  ];
  if (points.length === 0) return [];
  if (points.length < 3) return [points.join('')];
  return points.slice(2).map((last, i) => `${points[i]}${points[i + 1]}${last}`);
}

export function alphanumericTokens(text: string): Set<string> {
  return new Set(alphanumericWords(text));
}
