/** A uniform, seeded sample of a file's entries. */

import { seededPriority } from '../../scoring/random';
import { Ref, type Text } from '../formats/format';

/** Which entries of a file a sample takes: those with the smallest seeded priorities, ties by place. */
export interface SampleFilter {
  takes(query: Text, place: number): boolean;
}

/** Goes through all good entries of a file once, to learn which are in a sample of a given size. */
export class SampleCensus {
  private priorities = new Float64Array(1024);
  private places = new Float64Array(1024);
  private size = 0;

  constructor(private readonly seed: number) {}

  /** What decides whether an entry is taken, by its query: files that share queries share the sample. */
  readonly priorityOf = (query: Text): number => priorityOf(query, this.seed);

  /** Memory held. */
  get bytes(): number {
    return this.priorities.byteLength + this.places.byteLength;
  }

  /** @param priority as {@link priorityOf} gives it */
  add(priority: number, place: number): void {
    if (this.size === this.places.length) {
      this.priorities = grown(this.priorities);
      this.places = grown(this.places);
    }
    this.priorities[this.size] = priority;
    this.places[this.size] = place;
    this.size += 1;
  }

  /** The sample of `records` of those that were added; null where that is all of them. */
  filter(records: number): SampleFilter | null {
    if (records >= this.size) return null;
    const priorities = this.priorities.subarray(0, this.size);
    const last = priorities.slice().sort()[records - 1] as number;
    // Of those with the last priority that has room, the first ones are taken.
    let room = records - priorities.filter((priority) => priority < last).length;
    const tied = new Set<number>();
    for (let i = 0; i < this.size && room > 0; i += 1) {
      if (priorities[i] !== last) continue;
      tied.add(this.places[i] as number);
      room -= 1;
    }
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

function grown(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
