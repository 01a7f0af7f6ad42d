/** The sentences of a text, by where they begin and end, so that none is copied. */

/** Shorter ones are left out. */
const SHORTEST = 12;

const ENDS = /\n|[.!?。](?=[\0- ]|$)/g;
const NOT_BLANK = /[^\0- ]/g;

/**
 * The sentences of a text that are long enough. A sentence ends with its line, or at a stop before a blank; it begins with no blank.
 * @param use gets where it begins and ends, and its hash
 */
export function eachSentence(text: string, use: (start: number, end: number, hash: number) => void): void {
  for (let from = 0; from < text.length;) {
    NOT_BLANK.lastIndex = from;
    if (!NOT_BLANK.test(text)) return;
    const start = NOT_BLANK.lastIndex - 1;
    ENDS.lastIndex = start;
    const end = ENDS.test(text) ? ENDS.lastIndex : text.length;
    if (end - start >= SHORTEST) use(start, end, hashOf(text, start, end));
    from = end;
  }
}

/** Equal sentences have equal ones, others hardly ever: of a long one some characters tell, from its beginning to its end. */
function hashOf(text: string, start: number, end: number): number {
  let hash = end - start;
  const step = 1 + (hash >> 5);
  for (let at = start; at < end; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
