/**
 * Takes values out of an entry by their paths, in every format by one rule: an item leaves its list; a field or a cell
 * becomes an empty text, which is no negative when it is read again.
 */

import type { JsonObject } from '../fault';
import type { OpenFile } from '../formats/open';
import type { Path } from '../formats/format';
import type { Span } from '../read/entries';
import { children, type Child } from '../read/json';
import { cellsOf, cellSpans } from '../read/table-rows';

type Step = Path[number];

/** A negative that leaves its entry. */
export interface Leaving {
  readonly path: Path;
  /** Paths of what leaves with it: its items in lists beside its own, and its title. */
  readonly beside: readonly Path[];
  /** Whether it goes to the positives. */
  readonly moves: boolean;
}

/** Characters of a text, and the text that replaces them. */
export interface Edit extends Span {
  readonly text: string;
}

/**
 * What takes negatives out of the text of a JSON entry.
 * @param text valid JSON
 * @throws RangeError where nothing stands at a path
 */
export function jsonCuts(text: string, leaving: readonly Leaving[]): Edit[] {
  return textCuts(leaving, (holder) => childrenAt(text, holder), '""');
}

/** What takes negatives out of the text of a row of a table. @throws RangeError where there is no such column */
export function rowCuts(
  row: string,
  { table, header }: Pick<OpenFile, 'table' | 'header'>,
  leaving: readonly Leaving[],
): Edit[] {
  const line = row.replace(/\r?\n?$/, '');
  const delimiter = table?.delimiter ?? ',';
  const spans = cellSpans(line, cellsOf(line, delimiter) ?? [], delimiter);
  const cells = spans.map((span, index) => ({ ...span, key: header?.[index] ?? null }));
  return textCuts(leaving, () => cells, '');
}

/** Takes negatives out of an entry that was parsed: it changes, and so do its lists. */
export function cutValues(entry: Record<string, unknown>, leaving: readonly Leaving[]): void {
  for (const { holder, steps } of byHolder(leaving)) {
    const held = valueAt(entry, holder) as Record<Step, unknown> | unknown[];
    if (!Array.isArray(held)) for (const name of steps) held[name] = '';
    else for (const index of [...steps].sort((a, b) => Number(b) - Number(a))) held.splice(Number(index), 1);
  }
}

/** What leaves, by the list or object that holds it. */
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

/** @param childrenOf what a list, an object or a row holds @param blank an empty text */
function textCuts(
  leaving: readonly Leaving[],
  childrenOf: (holder: Path) => readonly Child[],
  blank: string,
): Edit[] {
  return Array.from(byHolder(leaving), ({ holder, steps }) => {
    const all = childrenOf(holder);
    const [step] = steps;
    if (typeof step === 'number') return itemCuts(all, steps);
    return Array.from(steps, (name) => {
      const { start, end } = childAt(all, name);
      return { start, end, text: blank };
    });
  }).flat();
}

/**
 * The fields of the object, or the items of the list, at a path, as `JSON.parse` would find it.
 * @param text valid JSON
 * @throws RangeError where nothing stands there
 */
export function childrenAt(text: string, path: Path): Child[] {
  return path.reduce(
    (all, step) => [...children(text, childAt(all, step).start)],
    [...children(text, text.search(/\S/))],
  );
}

/** Of a repeated key the last one counts. In a list, a field whose name is a number is the item of that number, from 1. */
function childAt(all: readonly Child[], step: Step): Child {
  const child = all.findLast(
    ({ key }, index) => key === step || (key === null && (index === step || String(index + 1) === step)),
  );
  if (child === undefined) throw new RangeError(`an entry has no \`${step}\``);
  return child;
}

/** The cuts with which items go with the right commas. Indices out of range are ignored. */
function itemCuts(items: readonly Span[], indices: ReadonlySet<Step>): Edit[] {
  const cuts: Edit[] = [];
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
