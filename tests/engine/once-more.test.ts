import { describe, expect, it } from 'vitest';

import { onceMore } from '../../src/engine/sum-stores';
import { WorkerBrokenError } from '../../src/worker';

/** Work in which a worker dies so many times before it is done. */
function dying(deaths: number) {
  let times = 0;
  const work = () => {
    times++;
    if (times <= deaths) return Promise.reject(new WorkerBrokenError('it ended without a word.', null));
    return Promise.resolve(times);
  };
  return { work, times: () => times };
}

describe('work that sums in workers', () => {
  it('is done once, or once more where a worker dies', async () => {
    expect(await onceMore(dying(0).work)).toBe(1);
    expect(await onceMore(dying(1).work)).toBe(2);
  });

  it('is given up in words where one dies again', async () => {
    const { work, times } = dying(2);
    await expect(onceMore(work)).rejects.toThrow(
      /^A worker of the sums broke off twice, the last time because it ended without a word\. What was encoded is kept\./,
    );
    expect(times()).toBe(2);
  });

  it('is not done again for another failure', async () => {
    let times = 0;
    const work = () => {
      times++;
      return Promise.reject(new RangeError('no room'));
    };
    await expect(onceMore(work)).rejects.toThrow(RangeError);
    expect(times).toBe(1);
  });
});
