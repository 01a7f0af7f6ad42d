/** Long work in a worker that gives way to messages and can be cancelled. */

import { nextMacrotask } from '../candidates/read/pace';
import { withPauses, type Sliced } from '../scoring/sliced';
import { now } from './time';
import { RunCancelledError } from './errors';

/** A preview waits for the end of a slice. */
const SLICE_MS = 10;

export class Task {
  isCancelled = false;
  private sliceStart = now();
  private end = (): void => undefined;
  private readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  cancel(): void {
    this.isCancelled = true;
    this.end();
  }

  /** Awaits work that goes on when the task is cancelled. @throws RunCancelledError, and whatever the work throws */
  async orCancelled<T>(work: Promise<T>): Promise<T> {
    await Promise.race([work, this.ended]);
    if (this.isCancelled) throw new RunCancelledError();
    return work;
  }

  /** Gives way between slices. @param onShare gets the share done @throws RunCancelledError, and whatever the work throws */
  follow<T>(work: Sliced<T>, onShare: (share: number) => void = () => undefined): Promise<T> {
    return withPauses(work, (share) => {
      onShare(share);
      return this.breathe();
    });
  }

  /** Gives way once the slice is used up. @throws RunCancelledError */
  async breathe(): Promise<void> {
    if (now() - this.sliceStart > SLICE_MS) {
      await nextMacrotask();
      this.sliceStart = now();
    }
    if (this.isCancelled) throw new RunCancelledError();
  }
}

/** A new task of a kind cancels the one before it. */
export class Tasks<Kind extends string> {
  private readonly last = new Map<Kind, Task>();

  begin(kind: Kind): Task {
    this.cancel(kind);
    const task = new Task();
    this.last.set(kind, task);
    return task;
  }

  cancel(kind: Kind): void {
    this.last.get(kind)?.cancel();
  }

  cancelAll(): void {
    for (const task of this.last.values()) task.cancel();
  }
}

/** Items that are visited in one task: far below 50 ms also where a visit takes some microseconds. */
const VISITS = 1_000;

/** Visits items, and lets the page do other things in between. @param pause called before each of these breaks */
export async function inSlices<T>(
  items: Iterable<T>,
  visit: (item: T) => void,
  pause: () => void = () => undefined,
): Promise<void> {
  let visited = 0;
  for (const item of items) {
    visit(item);
    if (++visited % VISITS > 0) continue;
    pause();
    await nextMacrotask();
  }
}
