/** A uniform, seeded sample of a file's records. */

import { seededPriority } from '../../scoring/random';
import { Ref, type Draft } from '../formats/format';
import type { LoadOptions } from '../reading';

/** Bytes of a number with its array's spare room. */
const NUMBER_BYTES = 12;

/** What decides whether a sample takes a record: its query, or the id of it. Files that share queries share the sample. */
export function askedOf(query: Draft['query']): string {
  return query instanceof Ref ? query.id : query.trim();
}

/** The sample: records with the smallest seeded priorities, ties by place. It is open until all good ones are known. */
export class Sample {
  private readonly priorities: number[] = [];
  private readonly places: number[] = [];
  /** The last priority that is taken, and where records with it are taken; null while it is open. */
  private last: { readonly priority: number; readonly places: ReadonlySet<number> } | null = null;

  constructor(private readonly size: NonNullable<LoadOptions['sample']>) {}

  get isOpen(): boolean {
    return this.last === null;
  }

  get bytes(): number {
    return 2 * NUMBER_BYTES * this.places.length;
  }

  priorityOf(asked: string): number {
    return seededPriority(this.size.seed, asked, 0);
  }

  add(priority: number, place: number): void {
    if (!this.isOpen) return;
    this.priorities.push(priority);
    this.places.push(place);
  }

  /** All good records are known. */
  close(): void {
    const { priorities, places } = this;
    const { records } = this.size;
    const priority =
      records < priorities.length ? (Float64Array.from(priorities).sort()[records - 1] as number) : Infinity;
    // Of records that tie at the last priority, the first ones are taken.
    const left = records - priorities.filter((each) => each < priority).length;
    const tied = places.filter((_, i) => priorities[i] === priority);
    this.last = { priority, places: new Set(tied.slice(0, left)) };
  }

  /** Whether a record is part of it: none is while it is open. */
  takes(asked: string, place: number): boolean {
    if (this.last === null) return false;
    const priority = this.priorityOf(asked);
    return priority < this.last.priority || (priority === this.last.priority && this.last.places.has(place));
  }
}
