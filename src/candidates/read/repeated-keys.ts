/** Keys that a JSON object has more than once: JSON.parse takes the last value without a word. */

import { isObject } from '../fault';

/**
 * How many keys of an object's text its value has not, in objects inside it too.
 * @param text of a valid JSON object; 0 for any other text
 */
export function repeatedKeys(text: string, value: unknown): number {
  return text.trimStart().startsWith('{') ? keysIn(text) - keysOf(value) : 0;
}

/** Keys in a text: strings before a colon. */
function keysIn(text: string): number {
  let count = 0;
  let begin = text.indexOf('"');
  while (begin !== -1) {
    let end = text.indexOf('"', begin + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end === -1) return count;
    let next = end + 1;
    while (next < text.length && text.charCodeAt(next) <= BLANK) next += 1;
    if (text[next] === ':') count += 1;
    begin = text.indexOf('"', next);
  }
  return count;
}

/** The highest of the four blanks of JSON. */
const BLANK = 0x20;

function isEscaped(text: string, quote: number): boolean {
  let before = quote;
  while (text[before - 1] === '\\') before -= 1;
  return (quote - before) % 2 === 1;
}

function keysOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + keysOf(item), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + keysOf(item), 0);
}
