/** Labels as IndexedDB keeps them: in parts with a version of their own, so that no other part's fault takes them along. */

import { BY_HAND, emptyLabel, formerLabel, LABELS_AT_ONCE, type Label } from '../candidates/marks/labels';
import type { Mark } from '../candidates/marks/marks';
import type { Verdict } from '../judge/verdicts';

const VERSION = 1;
const LABELS = 'labels';

interface KeptPart {
  readonly version: number;
  readonly labels: readonly Label[];
}

/** What sessions up to version 8 kept: marks by key in parts of their own, and verdicts by judge in the record. */
const FORMER_MARKS = 'marks';
type FormerMarks = readonly (readonly [string, { mark: Mark | null; note: string; by?: string }])[];
interface FormerRecord {
  readonly judged?: {
    readonly verdicts?: readonly (readonly [string, readonly (readonly [string, Verdict])[]])[];
  };
}

/** Puts all labels into a store. Each part is cloned in a task of its own. */
export function putLabels(objects: IDBObjectStore, labels: Iterator<Label>, number = 0): void {
  const part: Label[] = [];
  while (part.length < LABELS_AT_ONCE) {
    const next = labels.next();
    if (next.done) break;
    part.push(next.value);
  }
  if (part.length === 0) return;
  const kept: KeptPart = { version: VERSION, labels: part };
  objects.put(kept, `${LABELS} ${number}`).onsuccess = () => putLabels(objects, labels, number + 1);
}

/** The labels of everything that a store holds by name, and whether some of them could not be read. */
export function labelsIn(kept: ReadonlyMap<string, unknown>): {
  readonly labels: readonly Label[];
  readonly areLost: boolean;
} {
  const parts = Array.from(kept, ([name, part]) => {
    try {
      if (name.startsWith(LABELS)) return labelsOf(part as KeptPart);
      if (name.startsWith(FORMER_MARKS)) return formerMarks(part as FormerMarks);
      return name === 'session' ? formerVerdicts(part as FormerRecord) : [];
    } catch {
      return null;
    }
  });
  return { labels: parts.flatMap((part) => part ?? []), areLost: parts.includes(null) };
}

/** @throws TypeError where the part is damaged or of a later version, as those below */
function labelsOf({ version, labels }: KeptPart): readonly Label[] {
  if (version !== VERSION || !Array.isArray(labels)) throw new TypeError('No labels of this version.');
  return labels;
}

function formerMarks(part: FormerMarks): Label[] {
  return part.map(([key, { mark, note, by = BY_HAND }]) => formerLabel(key, { mark, note, by }, 0));
}

function formerVerdicts({ judged }: FormerRecord): Label[] {
  return (judged?.verdicts ?? []).flatMap(([by, own]) =>
    own.map(([key, verdict]) => ({ ...emptyLabel(key, by), verdict })),
  );
}
