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
 * is a number means, in a list, the item of that number, from 1 (see `positional` in entries/json.ts).
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
  let keptBefore = false;
  for (let i = 0; i < items.length; i += 1) {
    if (!indices.has(i)) {
      keptBefore = true;
      continue;
    }
    const first = i;
    while (i + 1 < items.length && indices.has(i + 1)) i += 1;
    const next = items[i + 1];
    if (next !== undefined) cuts.push({ start: startOf(items, first), end: next.start });
    else if (keptBefore) cuts.push({ start: endOf(items, first - 1), end: endOf(items, i) });
    else cuts.push({ start: startOf(items, first), end: endOf(items, i) });
  }
  return cuts;
}

/**
 * The text without some items of the list at a path; all else stays character for character.
 * @param text valid JSON
 */
export function cutItems(text: string, path: Path, indices: ReadonlySet<number>): string {
  const spans = listSpans(text, path);
  if (spans === null) return text;
  return applyEdits(
    text,
    itemCuts(spans, indices).map((cut) => ({ ...cut, text: '' })),
  );
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
  if (opening !== '{' && opening !== '[') return endOfScalar(text, start);
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') {
      i = endOfString(text, i) - 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
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

/** End of a number, `true`, `false` or `null`. */
function endOfScalar(text: string, start: number): number {
  let end = start;
  while (end < text.length && !',]} \t\n\r'.includes(text[end] as string)) end += 1;
  return end;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at += 1;
  return at;
}

function startOf(items: readonly Span[], index: number): number {
  return (items[index] as Span).start;
}

function endOf(items: readonly Span[], index: number): number {
  return (items[index] as Span).end;
}
