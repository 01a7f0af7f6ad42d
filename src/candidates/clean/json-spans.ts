/** Where values stand in the raw text of one JSON value, so that parts of it can be cut and the rest stays as it is. */

import type { Path } from '../formats/format';

/** Characters [start, end) of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A list in a text, brackets included, and its items without the white space around them. */
export interface ListSpans {
  readonly list: Span;
  readonly items: readonly Span[];
}

/** What stands in the place of a span afterwards. */
export interface Edit extends Span {
  readonly text: string;
}

/**
 * The value at a path, as `JSON.parse` would find it: of a key that comes twice the last one counts. A field name that
 * is a number means, in a list, the item of that number, from 1 (see `positional` in entries/positional.ts).
 * @param text valid JSON
 * @returns null where there is no value at the path
 */
export function valueSpan(text: string, path: Path): Span | null {
  let start = afterBlanks(text, 0);
  for (const step of path) {
    const next = childStart(text, start, step);
    if (next === null) return null;
    start = next;
  }
  return { start, end: endOfValue(text, start) };
}

/**
 * The list at a path and its items.
 * @param text valid JSON
 * @returns null where there is no value at the path, or none that is a list
 */
export function listSpans(text: string, path: Path): ListSpans | null {
  const list = valueSpan(text, path);
  if (list === null || text[list.start] !== '[') return null;
  const items = [...children(text, list.start)].map(({ start }) => ({ start, end: endOfValue(text, start) }));
  return { list, items };
}

/** The spans to cut so that the items of these indices are gone with the right commas; indices out of range count for nothing. */
export function itemCuts({ items }: ListSpans, indices: ReadonlySet<number>): Span[] {
  const cuts: Span[] = [];
  let kept: Span | null = null;
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

/** Start of the child that a step of a path leads to. */
function childStart(text: string, parent: number, step: string | number): number | null {
  const opening = text[parent];
  if (opening !== '{' && opening !== '[') return null;
  let found: number | null = null;
  let index = 0;
  for (const { key, start } of children(text, parent)) {
    if (key === null) {
      if (index === step || String(index + 1) === step) return start;
      index += 1;
    } else if (key === step) {
      found = start;
    }
  }
  return found;
}

/** The children of the list or object that opens at `parent`; `key` is null in a list. */
function* children(text: string, parent: number): Iterable<{ key: string | null; start: number }> {
  const inList = text[parent] === '[';
  const closing = inList ? ']' : '}';
  let at = afterBlanks(text, parent + 1);
  while (at < text.length && text[at] !== closing) {
    let key: string | null = null;
    if (!inList) {
      const end = endOfString(text, at);
      key = keyOf(text.slice(at, end));
      at = afterBlanks(text, afterBlanks(text, end) + 1);
    }
    yield { key, start: at };
    at = afterBlanks(text, endOfValue(text, at));
    if (text[at] === ',') at = afterBlanks(text, at + 1);
  }
}

/** A key from its raw text, quotes included. */
function keyOf(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
}

/** Where the value that starts at `start` ends; nesting costs no stack. */
function endOfValue(text: string, start: number): number {
  const opening = text[start];
  if (opening === '"') return endOfString(text, start);
  if (opening !== '{' && opening !== '[') return endOf(END_OF_SCALAR, text, start);
  let depth = 0;
  for (let at = start; at < text.length;) {
    const mark = endOf(STRUCTURE, text, at);
    const character = text[mark];
    at = mark + 1;
    if (character === '"') {
      at = endOfString(text, mark);
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/** What tells where a list or object ends. */
const STRUCTURE = /["{}[\]]/g;

/** What follows a number, `true`, `false` or `null`. */
const END_OF_SCALAR = /[,\]}\s]/g;

/** Index of the next match from `start` on; the text's length where there is none. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

/** Index after the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at += 1;
  return at;
}
