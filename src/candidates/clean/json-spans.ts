/** Finds values in the text of a JSON value, so that parts can be cut and the rest stays as it is. */

import type { Path } from '../formats/format';
import type { Span } from '../read/entries';
import { children } from '../read/json';

/** Characters of a text, and the text that replaces it. */
export interface Edit extends Span {
  readonly text: string;
}

/**
 * The value at a path, as `JSON.parse` would find it: of a repeated key the last one counts. In a list, a field name that
 * is a number is the item of that number, from 1 (see `positional` in read/positional.ts).
 * @param text valid JSON
 * @returns null where there is no value at the path
 */
export function valueSpan(text: string, path: Path): Span | null {
  let span: Span = { start: text.search(/\S/), end: text.trimEnd().length };
  for (const step of path) {
    const child = [...children(text, span.start)].findLast(
      ({ key }, index) => key === step || (key === null && (index === step || String(index + 1) === step)),
    );
    if (child === undefined) return null;
    span = { start: child.start, end: child.end };
  }
  return span;
}

/**
 * The items of the list at a path, without the white space around them.
 * @param text valid JSON
 * @returns null where there is no value at the path, or none that is a list
 */
export function listItems(text: string, path: Path): Span[] | null {
  const list = valueSpan(text, path);
  if (list === null || text[list.start] !== '[') return null;
  return Array.from(children(text, list.start), ({ start, end }) => ({ start, end }));
}

/** The spans to cut so that these items go with the right commas. Indices out of range are ignored. */
export function itemCuts(items: readonly Span[], indices: ReadonlySet<number>): Span[] {
  const cuts: Span[] = [];
  let kept: Span | null = null;
  let begin: number | null = null;
  for (const [index, item] of items.entries()) {
    if (indices.has(index)) {
      begin ??= item.start;
      continue;
    }
    // With its comma and the space before the next item.
    if (begin !== null) cuts.push({ start: begin, end: item.start });
    begin = null;
    kept = item;
  }
  const last = items.at(-1);
  if (begin !== null && last !== undefined) cuts.push({ start: kept?.end ?? begin, end: last.end });
  return cuts;
}

/** The text after all edits, given in any order. @throws RangeError where two of them overlap */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = '';
  let copied = 0;
  for (const { start, end, text: instead } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < copied) throw new RangeError(`Two edits overlap at character ${start}.`);
    out += text.slice(copied, start) + instead;
    copied = end;
  }
  return out + text.slice(copied);
}
