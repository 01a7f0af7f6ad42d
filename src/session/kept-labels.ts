/**
 * Labels as IndexedDB keeps them: what was said, in the order in which it was said, by every tab of this browser. A tab
 * only adds, so that no tab takes another one's labels away. The parts have a version of their own.
 */

import { LABELS_AT_ONCE, type Said } from '../candidates/marks/labels';
import { MARKS } from '../candidates/marks/marks';
import { inSlices } from '../engine/task';
import { VERDICTS } from '../judge/verdicts';
import { LabelSet } from './audit/label-set';

const VERSION = 2;
const LABELS = 'labels';

interface KeptPart {
  readonly version: number;
  readonly said: readonly Said[];
}

/** The labels of a store. */
export interface KeptLabels {
  readonly labels: LabelSet;
  readonly parts: readonly IDBValidKey[];
  /** How many parts cannot be read. */
  readonly unread: number;
  /** True where they are in far more parts than they need. */
  readonly isLoose: boolean;
}

/** Small parts, one for each mark, that are left as they are. */
const SMALL_PARTS = 100;

/** The number in the name of a part; 0 where it has none. */
function numberIn(name: IDBValidKey | undefined): number {
  return Array.isArray(name) && typeof name[1] === 'number' ? name[1] : 0;
}

/**
 * Adds to the labels of a store. All of it is handed to the browser in one go, without a wait for an answer, and a few labels are
 * committed at once: they stay even where the tab breaks off in the next moment. Each further part is cloned in a task of its own.
 * @param name the name of the next part
 */
export function putSaid(objects: IDBObjectStore, said: readonly Said[], name: () => IDBValidKey): void {
  put(objects, said[Symbol.iterator](), name);
  if (said.length < LABELS_AT_ONCE) objects.transaction.commit();
}

/**
 * The names of the parts that one tab adds, in their order: by the time, and above every part that it read, also where the
 * clock was set back.
 */
export class PartNames {
  private newest = 0;
  /** Parts that two tabs add in one millisecond have two names. */
  private readonly tab = Math.random();

  /** @param parts in their order */
  read(parts: readonly IDBValidKey[]): void {
    this.newest = Math.max(this.newest, numberIn(parts.at(-1)));
  }

  next(): IDBValidKey {
    this.newest = Math.max(this.newest + 1, Date.now());
    return [LABELS, this.newest, this.tab];
  }
}

/**
 * Puts labels in place of the parts that they were read from. What other tabs said since comes after them.
 * @param parts in their order
 */
export function putInPlace(objects: IDBObjectStore, { parts, labels }: KeptLabels): void {
  const last = numberIn(parts.at(-1));
  for (const part of parts) objects.delete(part);
  let number = 0;
  put(objects, labels[Symbol.iterator](), () => [LABELS, last, number++]);
}

function put(objects: IDBObjectStore, all: Iterator<Said>, name: () => IDBValidKey): void {
  const said: Said[] = [];
  while (said.length < LABELS_AT_ONCE) {
    const next = all.next();
    if (next.done) break;
    said.push(next.value);
  }
  if (said.length === 0) return;
  const part: KeptPart = { version: VERSION, said };
  const written = objects.put(part, name());
  if (said.length === LABELS_AT_ONCE) written.onsuccess = () => put(objects, all, name);
}

/** The labels of everything that a store holds, by name and in the order of IndexedDB. */
export async function labelsIn(kept: ReadonlyMap<IDBValidKey, unknown>): Promise<KeptLabels> {
  const labels = new LabelSet();
  const parts: IDBValidKey[] = [];
  let unread = 0;
  for (const [name, part] of kept) {
    const said = saidIn(name, part);
    if (said === null) unread += 1;
    if (!said?.length) continue;
    parts.push(name);
    await inSlices(said, (each) => labels.hear(each));
  }
  const needed = SMALL_PARTS + (2 * labels.size) / LABELS_AT_ONCE;
  return { labels, parts, unread, isLoose: parts.length > needed };
}

/** What a part says; null where it is damaged or of a later version. */
function saidIn(name: IDBValidKey, part: unknown): readonly Said[] | null {
  try {
    const said = Array.isArray(name) ? saidOf(part as KeptPart) : [];
    return said.every(isSaid) ? said : null;
  } catch {
    return null;
  }
}

/** @throws TypeError where the part is of another version, as below where it is damaged */
function saidOf({ version, said }: KeptPart): readonly Said[] {
  if (version !== VERSION) throw new TypeError('No labels of this version.');
  return said;
}

function isSaid({ key, by, at, mark = null, via = '', verdict = null, note = '' }: Said): boolean {
  return (
    [key, by, via, note].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    (mark === null || MARKS.includes(mark)) &&
    (verdict === null || VERDICTS.includes(verdict))
  );
}
