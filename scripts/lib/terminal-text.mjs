/** Texts from files and reports on a terminal, which obeys what stands in them. */

/** Control characters but the line end, halves of a character, and signs that turn the direction of what follows. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * @param {string} text
 * @returns {string} the text with a square for each sign that a terminal would obey and not show
 */
export function terminalText(text) {
  return text.replace(OBEYED, '□');
}
