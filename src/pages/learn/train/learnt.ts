/** What four sources of negatives teach, over thirty made worlds. */

import { STEPS, type TrainingSource } from './training';

export type SourceId = 'random' | 'neighbours' | 'half' | 'answers';

interface LearningSource extends TrainingSource {
  readonly id: SourceId;
  readonly name: string;
  readonly colour: string;
}

export const SOURCES: readonly LearningSource[] = [
  { id: 'random', name: 'Random', share: 0, hardness: 0, colour: 'var(--c2)' },
  { id: 'neighbours', name: 'Neighbours', share: 0, hardness: 100, colour: 'var(--c1)' },
  { id: 'half', name: 'Half answers', share: 50, hardness: 100, colour: 'var(--c4)' },
  { id: 'answers', name: 'Answers only', share: 100, hardness: 100, colour: 'var(--c6)' },
];

/** The worlds of a run have the seeds 1 to 30. */
export const WORLDS = 30;

/** Scores by step of the four sources in one world. */
export type World = Readonly<Record<SourceId, readonly number[]>>;

/** One source over the worlds that were trained. */
export interface Taught {
  /** Mean score by step. */
  readonly curve: readonly number[];
  /** The scores at the end between which the middle 80 % of the worlds lie. */
  readonly middle: readonly [low: number, high: number];
}

/** @param worlds at least one */
export function taught(worlds: readonly World[], id: SourceId): Taught {
  const curve = Array.from(
    { length: STEPS + 1 },
    (_, step) => worlds.reduce((sum, world) => sum + (world[id][step] ?? 0), 0) / worlds.length,
  );
  const ends = worlds.map((world) => world[id][STEPS] ?? 0).sort((a, b) => a - b);
  const at = (share: number) => ends[Math.round(share * (ends.length - 1))] ?? 0;
  return { curve, middle: [at(0.1), at(0.9)] };
}

/** In how many worlds one source ends above another. */
export function timesAhead(worlds: readonly World[], first: SourceId, second: SourceId): number {
  return worlds.filter((world) => (world[first][STEPS] ?? 0) > (world[second][STEPS] ?? 0)).length;
}
