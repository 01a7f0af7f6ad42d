/** Where values stand in the text of one JSON value, so that parts of it can be cut and the rest stays as it is. */

import { createScanner, type JSONScanner } from 'jsonc-parser';

import type { Path } from '../formats/format';

/** Characters [start, end) of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** What stands in the place of a span afterwards. */
export interface Edit extends TextSpan {
  readonly text: string;
}

/**
 * The value at a path, as `JSON.parse` would find it: of a key that comes twice the last one counts. A field name that
 * is a number means, in a list, the item of that number, from 1 (see `positional` in read/positional.ts).
 * @param text valid JSON
 * @returns null where there is no value at the path
 */
export function valueSpan(text: string, path: Path): TextSpan | null {
  const scanner = createScanner(text, true);
  scanner.scan();
  let span: TextSpan = { start: scanner.getTokenOffset(), end: endOfValue(text, scanner) };
  for (const step of path) {
    const child = childrenOf(text, span).findLast(
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
export function listItems(text: string, path: Path): TextSpan[] | null {
  const list = valueSpan(text, path);
  if (list === null || text[list.start] !== '[') return null;
  return childrenOf(text, list).map(({ start, end }) => ({ start, end }));
}

/** The spans to cut so that the items of these indices are gone with the right commas; indices out of range count for nothing. */
export function itemCuts(items: readonly TextSpan[], indices: ReadonlySet<number>): TextSpan[] {
  const cuts: TextSpan[] = [];
  let kept: TextSpan | null = null;
  let begin: number | null = null;
  for (const [index, item] of items.entries()) {
    if (indices.has(index)) {
      begin ??= item.start;
      continue;
    }
    // With its comma and what stands before the next item.
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

/** A field of an object with its key, or an item of a list, whose key is null. */
interface Child extends TextSpan {
  readonly key: string | null;
}

/** What stands in a list or object, in its order; nothing in another value. */
function childrenOf(text: string, { start, end }: TextSpan): Child[] {
  const inObject = text[start] === '{';
  if (!inObject && text[start] !== '[') return [];
  const children: Child[] = [];
  const scanner = createScanner(text, true);
  scanner.setPosition(start + 1);
  let key: string | null = null;
  for (scanner.scan(); scanner.getTokenOffset() < end - 1; scanner.scan()) {
    const at = scanner.getTokenOffset();
    if (text[at] === ',' || text[at] === ':') continue;
    if (inObject && key === null) {
      key = scanner.getTokenValue();
      continue;
    }
    children.push({ key, start: at, end: endOfValue(text, scanner) });
    key = null;
  }
  return children;
}

/** End of the value whose first token was just read; its last one has been read afterwards. Nesting costs no stack. */
function endOfValue(text: string, scanner: JSONScanner): number {
  let depth = 0;
  for (;;) {
    const at = scanner.getTokenOffset();
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0 || at >= text.length) return at + scanner.getTokenLength();
    scanner.scan();
  }
}
