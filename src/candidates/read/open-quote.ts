/** Quotes that stay open over a line end. */

const QUOTE = '"';

/**
 * Whether a quoted cell is open at the end of a line, when one was open at its start. With it a row of many lines is
 * parsed once, when its last quote is closed, and not again for each of its lines.
 *
 * False also for a closing quote that text follows: then the row is parsed, and parsing finds the fault.
 */
export function staysOpen(line: string, delimiter: string): boolean {
  let at = 0;
  for (;;) {
    const closing = closingQuote(line, at);
    if (closing === -1) return true;
    const next = line[closing + 1];
    if (next !== undefined && next !== delimiter) return false;
    at = nextOpening(line, closing + 1, delimiter);
    if (at === -1) return false;
  }
}

/** Index of the quote that closes a cell, from inside it; -1 where there is none. Two quotes stand for one. */
function closingQuote(line: string, from: number): number {
  for (let i = line.indexOf(QUOTE, from); i !== -1; i = line.indexOf(QUOTE, i + 2)) {
    if (line[i + 1] !== QUOTE) return i;
  }
  return -1;
}

/** Index after the next quote that opens a cell, from outside one; -1 where there is none. */
function nextOpening(line: string, from: number, delimiter: string): number {
  const opening = line.indexOf(delimiter + QUOTE, from);
  return opening === -1 ? -1 : opening + 2;
}
