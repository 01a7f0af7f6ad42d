/** One form of texts that differ in signs alone: NFKC, lower case, without punctuation, single blanks. */

export function normalForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{P}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
