/** Keys that stand twice in one JSON object. `JSON.parse` keeps the last value and says nothing. */

import { isObject } from '../fault';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Whether any object in a JSON text has a key twice: the text then has more keys than its value. */
export function hasRepeatedKey(text: string, value: unknown): boolean {
  return keysInText(text) !== keysInValue(value);
}

/** Strings in a JSON text that a colon follows. The text is known to be JSON. */
function keysInText(text: string): number {
  let keys = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    let next = endOfString(text, start) + 1;
    while (isBlank(text.charCodeAt(next))) next += 1;
    if (text.charCodeAt(next) === COLON) keys += 1;
    start = text.charCodeAt(next) === QUOTE ? next : text.indexOf('"', next);
  }
  return keys;
}

/** Index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Keys of all objects in a parsed value. Without recursion: it may be nested as deeply as it likes. */
function keysInValue(value: unknown): number {
  let keys = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) {
      for (const item of next as unknown[]) if (typeof item === 'object' && item !== null) waiting.push(item);
    } else if (isObject(next)) {
      for (const key in next) {
        keys += 1;
        const item = next[key];
        if (typeof item === 'object' && item !== null) waiting.push(item);
      }
    }
  }
  return keys;
}
