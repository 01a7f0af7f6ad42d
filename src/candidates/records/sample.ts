/** A uniform, seeded sample of a file's entries. */

import { seededPriority } from '../../scoring/random';
import { Ref, type Draft } from '../formats/format';

/** The sample: entries with the smallest seeded priorities, ties by place. */
export interface SampleFilter {
  /** @param asked the query or its id (`askedOf`) */
  takes(asked: string, place: number): boolean;
}

/** What decides whether a sample takes an entry: its query, or the id of it. */
export function askedOf(query: Draft['query']): string {
  return query instanceof Ref ? query.id : query.trim();
}

/** Bytes of a number with its array's spare room. */
const NUMBER_BYTES = 12;

/** Collects all good entries of a file, to decide which are in a sample of a given size. */
export class SampleCensus {
  private readonly priorities: number[] = [];
  private readonly places: number[] = [];

  constructor(private readonly seed: number) {}

  /** By the query: files that share queries share the sample. */
  readonly priorityOf = (asked: string): number => seededPriority(this.seed, asked, 0);

  /** Memory held. */
  get bytes(): number {
    return 2 * NUMBER_BYTES * this.places.length;
  }

  add(priority: number, place: number): void {
    this.priorities.push(priority);
    this.places.push(place);
  }

  /** A sample of `records` entries; null where that is all of them. */
  filter(records: number): SampleFilter | null {
    const { priorities, places } = this;
    if (records >= priorities.length) return null;
    const last = Float64Array.from(priorities).sort()[records - 1] as number;
    // Of entries that tie at the last priority, the first ones are taken.
    const left = records - priorities.filter((priority) => priority < last).length;
    const tied = new Set(places.filter((_, i) => priorities[i] === last).slice(0, left));
    return {
      takes: (asked, place) => {
        const priority = this.priorityOf(asked);
        return priority < last || (priority === last && tied.has(place));
      },
    };
  }
}
