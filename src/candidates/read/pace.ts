/** Long work that lets messages in, and tells how far it is. */

/** Longest stretch of work before messages, such as a cancellation, are let in. */
const STRETCH_MS = 50;

/** When work last paused, and when it is to pause again. */
export class Pace {
  private pausedAt = performance.now();

  /** Lets waiting messages in where 50 ms have gone by since it last did. */
  async breathe(): Promise<void> {
    if (performance.now() - this.pausedAt < STRETCH_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.pausedAt = performance.now();
  }
}

/** The same items; between two of them waiting messages are let in, every 50 ms at the least. */
export async function* paced<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const pace = new Pace();
  for await (const item of items) {
    yield item;
    await pace.breathe();
  }
}

const PROGRESS_MS = 100;

/** Lets progress be told ten times a second at most. */
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
