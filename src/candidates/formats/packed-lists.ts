/** Files whose fields hold lists as texts, as pandas writes them to CSV: their entries have the lists themselves. */

import { Fault, isObject, withOwnFields, type JsonObject } from '../fault';
import { listInCell } from '../read/cell-list';
import type { Entry, EntrySource } from '../read/entries';
import { isBlank, mostly } from './columns';
import { fieldNames, mayBePassage, roleOf } from './names';
import type { OpenFile } from './open';

/** Fields whose texts are lists in nearly all entries; none where no list can be one of passages. */
export function packedFields(samples: readonly JsonObject[]): readonly string[] {
  const packed = fieldNames(samples).filter((name) => {
    const filled = samples.map((sample) => sample[name]).filter((value) => !isBlank(value));
    const lists = filled.map((value) => (typeof value === 'string' ? listInCell(value) : null));
    // Without brackets one id is no list, and only columns of ids hold some.
    const areLists =
      filled.some((value) => /^\s*[[(]/.test(String(value))) ||
      (isOfIds(name) && lists.some((items) => items !== null && items.length > 1));
    return areLists && mostly(lists, (items) => items !== null);
  });
  const holdPassages = packed.some(
    (name) => isOfIds(name) || (mayBePassage(name) && samples.some((sample) => hasPassage(sample[name]))),
  );
  return holdPassages ? packed : [];
}

/** Whether a column has no name, or one of ids of positives or negatives. */
function isOfIds(name: string): boolean {
  const { role, ids } = roleOf(name);
  return /^\d+$/.test(name) || (ids && (role === 'positive' || role === 'negative'));
}

function hasPassage(value: unknown): boolean {
  const items = typeof value === 'string' ? listInCell(value) : null;
  return items?.some((item) => typeof item.value === 'string' || isObject(item.value)) === true;
}

/** An entry with lists in place of their texts; what cannot be read stays. */
export function unpackedEntry(entry: Entry, packed: readonly string[]): Entry {
  const { place, start, end, value } = entry;
  if (value instanceof Fault) return entry;
  return {
    place,
    start,
    end,
    value: unpackedValue(value, packed),
    // That of a row of Parquet is made when it is asked for.
    get text() {
      return entry.text;
    },
  };
}

/** What an entry holds, with lists in place of their texts. */
export function unpackedValue(value: JsonObject, packed: readonly string[]): JsonObject {
  const lists = packed.flatMap((name) => {
    const text = value[name];
    const items = typeof text === 'string' ? listInCell(text) : null;
    return items === null ? [] : [[name, items.map((item) => item.value)] as const];
  });
  return withOwnFields({ ...value, ...Object.fromEntries(lists) });
}

/** A file whose entries have lists in place of the texts of some fields. */
export function withLists(open: OpenFile, packed: readonly string[]): OpenFile {
  function* unpacked(entries: Iterable<Entry>): Iterable<Entry> {
    for (const entry of entries) yield unpackedEntry(entry, packed);
  }
  const entries = (): EntrySource => {
    const source = open.entries();
    return {
      placeKind: source.placeKind,
      get blankLines() {
        return source.blankLines;
      },
      async *chunks(signal, listener) {
        for await (const chunk of source.chunks(signal, listener)) yield unpacked(chunk);
      },
    };
  };
  return { ...open, packed, entries };
}
