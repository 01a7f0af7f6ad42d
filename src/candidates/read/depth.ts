/** How deep lists and objects stand in each other in a JSON text. */

import { Fault } from '../fault';
import { LIMITS } from '../limits';

/** Whatever opens or closes a list, an object or a string. */
const STRUCTURE = /["[\]{}]/g;

/** What is wrong with a record that is nested too deep. */
export function tooDeep(): Fault {
  const message =
    `Lists and objects stand inside each other more than ${LIMITS.depth} deep. Expected a record of texts and lists of ` +
    'texts: write it flat.';
  return new Fault('too-large', null, message);
}

/** Whether a text has lists and objects inside each other more than {@link LIMITS}.depth deep. */
export function isTooDeep(text: string): boolean {
  if (!hasMany(text, '[') && !hasMany(text, '{')) return false;
  let depth = 0;
  STRUCTURE.lastIndex = 0;
  for (let found = STRUCTURE.exec(text); found !== null; found = STRUCTURE.exec(text)) {
    const [mark] = found;
    if (mark === '"') STRUCTURE.lastIndex = endOfString(text, found.index);
    else if (mark === '[' || mark === '{') depth += 1;
    else depth -= 1;
    if (depth > LIMITS.depth) return true;
  }
  return false;
}

/** Whether a text has so many of one bracket that it may be too deep: most have few, which is seen at once. */
function hasMany(text: string, bracket: string): boolean {
  let count = 0;
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    count += 1;
    if (count > LIMITS.depth / 2) return true;
  }
  return false;
}

/** Index behind the quote that closes the string opened at `start`, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end + 1;
  }
  return text.length;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let before = place;
  while (text[before - 1] === '\\') before -= 1;
  return (place - before) % 2 === 1;
}
