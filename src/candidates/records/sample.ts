/** A uniform, seeded sample of a file's entries. */

import { seededPriority } from '../../scoring/random';
import { Ref, type Text } from '../formats/format';

/** Which entries of a file a sample takes: those with the smallest seeded priorities, ties by place. */
export interface SampleFilter {
  takes(query: Text, place: number): boolean;
}

/** Bytes of a number, with the room that its array has to grow. */
const NUMBER_BYTES = 12;

/** Goes through all good entries of a file once, to learn which are in a sample of a given size. */
export class SampleCensus {
  private readonly priorities: number[] = [];
  private readonly places: number[] = [];

  constructor(private readonly seed: number) {}

  /** What decides whether an entry is taken, by its query: files that share queries share the sample. */
  readonly priorityOf = (query: Text): number => priorityOf(query, this.seed);

  /** Memory held. */
  get bytes(): number {
    return 2 * NUMBER_BYTES * this.places.length;
  }

  /** @param priority as {@link priorityOf} gives it */
  add(priority: number, place: number): void {
    this.priorities.push(priority);
    this.places.push(place);
  }

  /** The sample of `records` of those that were added; null where that is all of them. */
  filter(records: number): SampleFilter | null {
    const { priorities, places } = this;
    if (records >= priorities.length) return null;
    const last = Float64Array.from(priorities).sort()[records - 1] as number;
    // Of those with the last priority that has room, the first ones are taken.
    const room = records - priorities.filter((priority) => priority < last).length;
    const tied = new Set(places.filter((_, i) => priorities[i] === last).slice(0, room));
    const { seed } = this;
    return {
      takes(query, place) {
        const priority = priorityOf(query, seed);
        return priority < last || (priority === last && tied.has(place));
      },
    };
  }
}

function priorityOf(query: Text, seed: number): number {
  return seededPriority(seed, query instanceof Ref ? query.id : query.trim(), 0);
}
