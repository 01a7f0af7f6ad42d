/** Waits for answers of something that may break off. */

/**
 * Makes what resolves with an answer, or rejects with what `broken` does where that comes first. As `Promise.race` of the
 * two, which leaves every answer with `broken` for as long as that one is open: of a worker, for as long as it lives.
 */
export function orBroken(broken: Promise<never>): <T>(answer: Promise<T>) => Promise<T> {
  const waiting = new Set<(error: unknown) => void>();
  let isBroken = false;
  broken.catch((error: unknown) => {
    isBroken = true;
    for (const reject of waiting) reject(error);
  });
  return (answer) =>
    new Promise((resolve, reject) => {
      waiting.add(reject);
      answer.then(resolve, reject).finally(() => waiting.delete(reject));
      if (isBroken) broken.catch(reject);
    });
}
