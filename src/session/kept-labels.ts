/** Labels as IndexedDB keeps them: parts with what was said. */

import { LABELS_AT_ONCE, type Said } from '../candidates/marks/labels';
import { MARKS } from '../candidates/marks/marks';
import { inSlices } from '../engine/task';
import { VERDICTS } from '../judge/verdicts';
import { LabelSet } from './audit/label-set';

/** Of the parts. */
const VERSION = 2;

interface KeptPart {
  readonly version: number;
  readonly said: readonly Said[];
}

export interface KeptLabels {
  readonly labels: LabelSet;
  /** Number of the newest part. */
  readonly newest: number;
  /** How many parts are damaged or of another version. */
  readonly unread: number;
}

/**
 * Hands all to the browser in one go, without a wait for an answer, and a few labels are committed at once: they stay even
 * where the tab breaks off in the next moment. Each further part is cloned in a task of its own.
 */
export function putSaid(objects: IDBObjectStore, said: readonly Said[], name: () => IDBValidKey): void {
  const put = (from: number) => {
    const part: KeptPart = { version: VERSION, said: said.slice(from, from + LABELS_AT_ONCE) };
    const written = objects.put(part, name());
    const next = from + LABELS_AT_ONCE;
    if (next < said.length) written.onsuccess = () => put(next);
  };
  if (said.length > 0) put(0);
  if (said.length < LABELS_AT_ONCE) objects.transaction.commit();
}

/** The labels of everything that a store holds, by name and in the order of IndexedDB. */
export async function labelsIn(kept: ReadonlyMap<IDBValidKey, unknown>): Promise<KeptLabels> {
  const labels = new LabelSet();
  let [newest, unread] = [0, 0];
  // All parts in one: many are of a single label.
  function* heard() {
    for (const [name, part] of kept) {
      if (!Array.isArray(name)) continue;
      newest = Math.max(newest, Number(name[1]) || 0);
      const said = saidIn(part);
      if (said) yield* said;
      else unread += 1;
    }
  }
  await inSlices(heard(), (said) => labels.hear(said));
  return { labels, newest, unread };
}

/** What a part says; null where it is damaged or of another version. */
function saidIn(part: unknown): readonly Said[] | null {
  try {
    const { version, said } = part as KeptPart;
    return version === VERSION && said.every(isSaid) ? said : null;
  } catch {
    return null;
  }
}

function isSaid({ key, by, at, mark = null, via = '', verdict = null, note = '' }: Said): boolean {
  return (
    [key, by, via, note].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    (mark === null || MARKS.includes(mark)) &&
    (verdict === null || VERDICTS.includes(verdict))
  );
}
