/** The trainings of lesson 3, in slices that leave the page free to move. */

import { trainInSlices } from './training';
import { SOURCES, WORLDS, type SourceId, type World } from './learnt';

/** Longest slice, in milliseconds. */
const SLICE_MS = 12;

export class TrainingRun {
  /** The worlds that are done. */
  worlds = $state.raw<readonly World[]>([]);
  /** Counts the starts, so that an older run notices that it is over. */
  private run = 0;

  readonly done = $derived(this.worlds.length === WORLDS);

  /** Trains all worlds from the first on; a run under way ends. */
  async start(): Promise<void> {
    this.stop();
    const { run } = this;
    for (let world = 1; world <= WORLDS; world++) {
      const scores: Partial<Record<SourceId, readonly number[]>> = {};
      for (const source of SOURCES) {
        const work = trainInSlices(world, source);
        let slice = work.next();
        while (slice.done !== true) {
          const end = performance.now() + SLICE_MS;
          while (slice.done !== true && performance.now() < end) slice = work.next();
          await new Promise((resume) => setTimeout(resume));
          if (run !== this.run) return;
        }
        scores[source.id] = slice.value;
      }
      this.worlds = [...this.worlds, scores as World];
    }
  }

  /** Ends the run and forgets its worlds. */
  stop(): void {
    this.run++;
    this.worlds = [];
  }
}
