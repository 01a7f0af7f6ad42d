/**
 * Takes values out of an entry by their paths, in every format by one rule: an item leaves its list; a field or a cell
 * becomes an empty text, which is no negative when it is read again.
 */

import type { JsonObject } from '../fault';
import type { OpenFile } from '../formats/open';
import type { Path } from '../formats/format';
import type { Span } from '../read/entries';
import { children, type Child } from '../read/json';
import { listInCell } from '../read/cell-list';
import { cellsOf } from '../read/row-cells';

type Step = Path[number];

export interface Leaving {
  readonly path: Path;
  /** Paths of what leaves with it: its items in lists beside its own, and its title. */
  readonly beside: readonly Path[];
  readonly moves: boolean;
}

/** Characters of a text, and the text that replaces them. */
export interface Edit extends Span {
  readonly text: string;
}

export interface EntryText {
  readonly text: string;
  readonly blank: string;
  /** The fields of the object, or the items of the list, at a path. @throws RangeError where nothing stands there */
  readonly childrenOf: (path: Path) => readonly Child[];
}

/** @param text valid JSON; what stands at a path is what `JSON.parse` would find there */
export function jsonText(text: string): EntryText {
  const root: Child = { key: null, start: text.search(/\S/), end: text.trimEnd().length };
  return {
    text,
    blank: '""',
    childrenOf(path) {
      const { start, end } = path.reduce<Child>(
        (of, step) => childAt([...children(text, of.start)], step),
        root,
      );
      if (text[start] !== '"') return [...children(text, start)];
      const characters = text.slice(start + 1, end - 1).match(/\\u[\da-f]{4}|\\[^]|[^]/gi) ?? [];
      return itemsInText(JSON.parse(text.slice(start, end)) as string, start + 1, characters);
    },
  };
}

/** @param text a row of a table, with its line end or without */
export function rowText(text: string, { table, header }: Pick<OpenFile, 'table' | 'header'>): EntryText {
  const line = text.replace(/\r?\n?$/, '');
  const delimiter = table?.delimiter ?? ',';
  const cells = (cellsOf(line, delimiter) ?? []).map((cell, index) => {
    return { ...cell, key: header?.[index] ?? null };
  });
  return {
    text,
    blank: '',
    childrenOf([name]) {
      if (name === undefined) return cells;
      const { start, end, value } = childAt(cells, name);
      const written = line.slice(start, end);
      if (written === value) return itemsInText(value, start, value.split(''));
      return itemsInText(value, start + 1, written.slice(1).match(/""|[^]/g) ?? []);
    },
  };
}

/**
 * The items of a list that stands as a text.
 * @param start where the text begins in that of its entry
 * @param characters how each character of the text is written there
 */
function itemsInText(text: string, start: number, characters: readonly string[]): Child[] {
  const places = [start];
  for (const [index, character] of characters.entries())
    places.push((places[index] as number) + character.length);
  return (listInCell(text) ?? []).map((item) => {
    return { key: null, start: places[item.start] as number, end: places[item.end] as number };
  });
}

/** Takes negatives out of an entry that was parsed: it changes, and so do its lists. */
export function cutValues(entry: Record<string, unknown>, leaving: readonly Leaving[]): void {
  for (const { holder, steps } of byHolder(leaving)) {
    const held = valueAt(entry, holder) as Record<Step, unknown> | unknown[] | string;
    if (typeof held === 'string')
      entry[String(holder[0])] = applyEdits(held, itemCuts(held, listInCell(held) ?? [], steps));
    else if (!Array.isArray(held)) for (const name of steps) held[name] = '';
    else for (const index of [...steps].sort((a, b) => Number(b) - Number(a))) held.splice(Number(index), 1);
  }
}

function byHolder(
  leaving: readonly Leaving[],
): Iterable<{ readonly holder: Path; readonly steps: Set<Step> }> {
  const held = new Map<string, { readonly holder: Path; readonly steps: Set<Step> }>();
  for (const path of leaving.flatMap(({ path, beside }) => [path, ...beside])) {
    const holder = path.slice(0, -1);
    const key = JSON.stringify(holder);
    const { steps } = held.get(key) ?? { steps: new Set<Step>() };
    for (const step of path.slice(-1)) steps.add(step);
    held.set(key, { holder, steps });
  }
  return held.values();
}

/** What takes negatives out of the text of an entry. @throws RangeError where nothing stands at a path */
export function textCuts({ text, blank, childrenOf }: EntryText, leaving: readonly Leaving[]): Edit[] {
  return Array.from(byHolder(leaving), ({ holder, steps }) => {
    const all = childrenOf(holder);
    const found = Array.from(steps, (step) => childAt(all, step));
    if (typeof [...steps][0] === 'number') return itemCuts(text, all, steps);
    return found.map(({ start, end }) => ({ start, end, text: blank }));
  }).flat();
}

/** Of a repeated key the last one counts. In a list, a field whose name is a number is the item of that number, from 1. */
function childAt<Of extends Child>(all: readonly Of[], step: Step): Of {
  const child = all.findLast(
    ({ key }, index) => key === step || (key === null && (index === step || String(index + 1) === step)),
  );
  if (child === undefined) throw new RangeError(`no \`${step}\``);
  return child;
}

/** The cuts with which items of a list in a text go with the right commas. Indices out of range are ignored. */
function itemCuts(text: string, items: readonly Span[], indices: ReadonlySet<Step>): Edit[] {
  const [only, ...others] = items.filter((_, index) => !indices.has(index));
  const isTuple = text.slice(0, items[0]?.start).trimEnd().endsWith('(');
  const hasComma = text.slice(items.at(-1)?.end).trimStart().startsWith(',');
  // In Python a tuple of one item ends with a comma.
  const commas = isTuple && !hasComma && only !== undefined && others.length === 0 ? [only.end] : [];
  const cuts: Edit[] = commas.map((end) => ({ start: end, end, text: ',' }));
  let kept: Span | null = null;
  let begin: number | null = null;
  for (const [index, item] of items.entries()) {
    if (indices.has(index)) {
      begin ??= item.start;
      continue;
    }
    // With its comma and the space before the next item.
    if (begin !== null) cuts.push({ start: begin, end: item.start, text: '' });
    begin = null;
    kept = item;
  }
  const last = items.at(-1);
  if (begin !== null && last !== undefined) cuts.push({ start: kept?.end ?? begin, end: last.end, text: '' });
  return cuts;
}

/** The text after all edits, given in any order, none of which overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = '';
  let copied = 0;
  for (const { start, end, text: instead } of [...edits].sort((a, b) => a.start - b.start)) {
    out += text.slice(copied, start) + instead;
    copied = end;
  }
  return out + text.slice(copied);
}

/** What stands at a path of an entry; undefined where nothing does. */
export function valueAt(entry: JsonObject, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return inside ? (value as Record<Step, unknown>)[step] : undefined;
  }, entry);
}
