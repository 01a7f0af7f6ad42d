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

/** @param {unknown} value @returns {string} JSON of the same value, in which signs that a terminal would obey are written as \u and four digits */
export function terminalJson(value) {
  return JSON.stringify(value, null, 2).replace(
    OBEYED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
