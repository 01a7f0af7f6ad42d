/** Long work in slices, so that the caller can pause, show progress or stop in between. */

/** Work that yields the share done, from 0 to 1, between slices of some milliseconds. */
export type Sliced<Result> = Generator<number, Result, void>;

/** Does all of it without a pause. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const slice = work.next();
    if (slice.done === true) return slice.value;
  }
}

/** Does it with a pause after each slice, which may end it by throwing. @param pause gets the share done */
export async function withPauses<Result>(
  work: Sliced<Result>,
  pause: (share: number) => Promise<void>,
): Promise<Result> {
  for (;;) {
    const slice = work.next();
    if (slice.done === true) return slice.value;
    await pause(slice.value);
  }
}
