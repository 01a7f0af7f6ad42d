/** Long work that lets messages in. */

/** Longest stretch of work before messages, such as a cancellation, are let in. */
const STRETCH_MS = 50;

/** The same items; between two of them waiting messages are let in, every 50 ms at the least. */
export async function* paced<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let pausedAt = performance.now();
  for await (const item of items) {
    yield item;
    if (performance.now() - pausedAt < STRETCH_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    pausedAt = performance.now();
  }
}
