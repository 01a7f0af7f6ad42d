/** Quotes that stay open over a line end. */

const QUOTE = '"';

/**
 * Whether a quoted cell that is open at the start of a line is still open at its end, so that a row of many lines is parsed
 * once and not for each line. False for text after a closing quote: parsing finds that fault.
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

/** Index of the quote that closes the open cell, or -1. Two quotes stand for one. */
function closingQuote(line: string, from: number): number {
  for (let i = line.indexOf(QUOTE, from); i !== -1; i = line.indexOf(QUOTE, i + 2)) {
    if (line[i + 1] !== QUOTE) return i;
  }
  return -1;
}

/** Index after the next quote that opens a cell, or -1. */
function nextOpening(line: string, from: number, delimiter: string): number {
  const opening = line.indexOf(delimiter + QUOTE, from);
  return opening === -1 ? -1 : opening + 2;
}
