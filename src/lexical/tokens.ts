/** T(x): the normalised tokens of a text as a set (paper, Section "Methodology"; SPEC.md, "Lexical gate"). */

/** The default tokenizer: NFKC, lower case, maximal runs of letters, numbers and marks. */
export function alphanumericTokens(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  );
}
