/** Long work that lets messages in. */

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
