/** How often progress is told. */

const PROGRESS_MS = 100;

/** Lets progress be told ten times a second at the most. */
export class Throttle {
  private toldAt = 0;

  /** Whether it is time again. @param atOnce it is, whatever was told before */
  due(atOnce = false): boolean {
    const now = performance.now();
    if (!atOnce && now - this.toldAt < PROGRESS_MS) return false;
    this.toldAt = now;
    return true;
  }
}
