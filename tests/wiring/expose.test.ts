/** What a worker's face does beside answering: it lets go of what it was lent. */

import * as Comlink from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { expose } from '../../src/wiring/expose';

/** Counts to three and tells each number. */
class Counter {
  private readonly last = 3;

  async count(tell: (number: number) => void): Promise<number> {
    for (let number = 1; number <= this.last; number++) {
      tell(number);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return this.last;
  }

  fail(tell: (number: number) => void): never {
    tell(1);
    throw new RangeError('no such number');
  }
}

describe('expose', () => {
  let closed: number;
  let opened: number;
  let link: MessageChannel;

  beforeEach(() => {
    closed = 0;
    opened = 0;
    link = new MessageChannel();
    const Real = MessageChannel;
    vi.stubGlobal(
      'MessageChannel',
      class extends Real {
        constructor() {
          super();
          opened++;
          this.port1.addEventListener('close', () => closed++);
        }
      },
    );
    expose(new Counter(), link.port1);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    link.port1.close();
  });

  it('answers, and closes the port of each function that it was given', async () => {
    const counter = Comlink.wrap<Counter>(link.port2);
    const told: number[] = [];
    const tell = Comlink.proxy((number: number) => void told.push(number));
    expect(await counter.count(tell)).toBe(3);
    expect(await counter.count(Comlink.proxy((number: number) => void told.push(number)))).toBe(3);
    expect(told).toEqual([1, 2, 3, 1, 2, 3]);
    expect(opened).toBe(2);
    await vi.waitFor(() => expect(closed).toBe(2));
  });

  it('closes it after a failure too', async () => {
    const counter = Comlink.wrap<Counter>(link.port2);
    await expect(counter.fail(Comlink.proxy(() => undefined))).rejects.toThrow('no such number');
    await vi.waitFor(() => expect(closed).toBe(1));
  });
});
