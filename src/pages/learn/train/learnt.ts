/** What four sources of negatives teach, over thirty made worlds. */

import { STEPS, trainInSlices, type TrainingSource } from './training';

export const SOURCES = [
  { id: 'random', name: 'Random', share: 0, hardness: 0, colour: 'var(--c2)' },
  { id: 'neighbours', name: 'Neighbours', share: 0, hardness: 100, colour: 'var(--c1)' },
  { id: 'half', name: 'Half answers', share: 50, hardness: 100, colour: 'var(--c4)' },
  { id: 'answers', name: 'Answers only', share: 100, hardness: 100, colour: 'var(--c6)' },
] as const satisfies readonly (TrainingSource & Record<'id' | 'name' | 'colour', string>)[];
export type SourceId = (typeof SOURCES)[number]['id'];

/** The worlds of a run have the seeds 1 to 30. */
export const WORLDS = 30;

/** How long a run works before it lets the page move, in milliseconds. */
const SLICE_MS = 3;

/** Scores by step of the four sources in one world. */
export type World = Readonly<Record<SourceId, readonly number[]>>;

/**
 * One source over the worlds that were trained.
 * @param worlds at least one
 * @returns mean scores by step, the last of them, and between which scores the middle 80 % of the worlds end
 */
export function taught(worlds: readonly World[], id: SourceId) {
  const scores = (step: number) => worlds.map((world) => world[id][step] ?? 0);
  const curve = Array.from(
    { length: STEPS + 1 },
    (_, step) => scores(step).reduce((sum, score) => sum + score) / worlds.length,
  );
  const ends = scores(STEPS).sort((a, b) => a - b);
  const at = (share: number) => ends[Math.round(share * (ends.length - 1))] ?? 0;
  return { curve, end: curve[STEPS] ?? 0, middle: [at(0.1), at(0.9)] as const };
}

/** In how many worlds one source ends above another. */
export function timesAhead(worlds: readonly World[], first: SourceId, second: SourceId): number {
  return worlds.filter((world) => (world[first][STEPS] ?? 0) > (world[second][STEPS] ?? 0)).length;
}

/** Trains the worlds of a run: a number after each step, and each world once it is whole. */
function* trained(): Generator<number | World, void, void> {
  for (let world = 1; world <= WORLDS; world++) {
    const scores: Partial<Record<SourceId, readonly number[]>> = {};
    for (const source of SOURCES) scores[source.id] = yield* trainInSlices(world, source);
    yield scores as World;
  }
}

/**
 * Trains the worlds of a run, so that the page stays free to move: a task trains for some milliseconds or shows a world.
 * @param told gets those that are trained, at the start and after each
 * @returns ends it
 */
export function trainWorlds(told: (worlds: readonly World[]) => void): () => void {
  const work = trained();
  const worlds: World[] = [];
  let next = setTimeout(train);
  told([]);
  return () => clearTimeout(next);

  function train(): void {
    const end = performance.now() + SLICE_MS;
    let step = work.next();
    while (typeof step.value === 'number' && performance.now() < end) step = work.next();
    if (typeof step.value === 'object') {
      worlds.push(step.value);
      told([...worlds]);
    }
    if (step.done !== true) next = setTimeout(train);
  }
}
