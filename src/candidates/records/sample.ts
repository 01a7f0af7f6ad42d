/** A uniform, seeded sample of a file's records. */

import { seededPriority } from '../../scoring/random';
import { Fault } from '../fault';
import { Ref, type Draft } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import type { ReadingListener } from '../read/entries';
import type { LoadOptions } from '../reading';
import { createTextHash } from '../store/text-hash';
import { draftOf, entryLabel } from './entry-draft';
import { recordKey, TextKeys } from './text-keys';

/** Bytes of a number with its array's spare room. */
const NUMBER_BYTES = 12;

/** What decides whether a sample takes a record: its query, or the id of it. Files that share queries share the sample. */
export function askedOf(query: Draft['query']): string {
  return query instanceof Ref ? query.id : query.trim();
}

/** The sample: of all records that can be read those with the smallest seeded priorities, ties by place. */
export class Sample {
  private readonly priorities: number[] = [];
  private readonly places: number[] = [];
  /** The last priority that is taken, and where records with it are taken. */
  private last = { priority: Infinity, places: new Set<number>() };

  constructor(private readonly wanted: NonNullable<LoadOptions['sample']>) {}

  /** Records that it is drawn of. */
  get size(): number {
    return this.places.length;
  }

  /** Memory held. */
  get bytes(): number {
    return 2 * NUMBER_BYTES * this.size;
  }

  /** Reads a file once and draws of all its records. @throws what reading a file throws */
  async draw(plan: FilePlan, signal: AbortSignal, listener: ReadingListener): Promise<void> {
    const { joins } = plan.format;
    const keys = new TextKeys(await createTextHash());
    for await (const entries of plan.open.entries().chunks(signal, listener)) {
      for (const { value, place } of entries) {
        const draft = value instanceof Fault ? value : draftOf(plan, value);
        const label = value instanceof Fault ? value : entryLabel(value, plan.label);
        if (draft instanceof Fault || label instanceof Fault) continue;
        const { next } = keys;
        const isNew = joins === 'none' || keys.numberOf(recordKey(joins, draft, label)) === next;
        if (isNew) this.add(askedOf(draft.query), place);
      }
    }
    this.close();
  }

  add(asked: string, place: number): void {
    this.priorities.push(this.priorityOf(asked));
    this.places.push(place);
  }

  /** All records are known. */
  close(): void {
    const { priorities, places } = this;
    const { records } = this.wanted;
    const priority =
      records < priorities.length ? (Float64Array.from(priorities).sort()[records - 1] as number) : Infinity;
    // Of records that tie at the last priority, the first ones are taken.
    const left = records - priorities.filter((each) => each < priority).length;
    const tied = places.filter((_, i) => priorities[i] === priority);
    this.last = { priority, places: new Set(tied.slice(0, left)) };
  }

  /** Whether a record is part of it. */
  takes(asked: string, place: number): boolean {
    const priority = this.priorityOf(asked);
    return priority < this.last.priority || (priority === this.last.priority && this.last.places.has(place));
  }

  private priorityOf(asked: string): number {
    return seededPriority(this.wanted.seed, asked, 0);
  }
}
