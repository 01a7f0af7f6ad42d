/** Long work in slices, so that whoever does it can rest, tell how far it is, or stop in between. */

/** Work that yields, between two slices of some milliseconds, the share of it that is done: from 0 to 1. */
export type Sliced<Result> = Generator<number, Result, void>;

/** Does all of it without a rest. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const slice = work.next();
    if (slice.done === true) return slice.value;
  }
}
