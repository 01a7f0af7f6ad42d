/** A message that is lost is found by the next roll call; long work is left alone. */

import * as Comlink from 'comlink';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { expose } from '../../src/wiring/expose';
import { countLent } from '../../src/wiring/lent';
import { wrapPort } from '../../src/wiring/open-worker';
import { CallWatch } from '../../src/wiring/roll-call';

countLent();

class Worker {
  release: (answer: string) => void = () => undefined;

  /** Answers when the test says so. */
  longWork(): Promise<string> {
    return new Promise((resolve) => (this.release = resolve));
  }

  quick(): string {
    return 'done';
  }

  async tell(receive: (text: string) => void): Promise<void> {
    for (let turn = 0; turn < 12; turn++) {
      receive('still here');
      await pause(10);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const EVERY_MS = 10;
/** Many roll calls. */
const LONG = 20 * EVERY_MS;

describe('the roll call', () => {
  let link: MessageChannel;
  let worker: Worker;
  let lost: string[];

  beforeEach(() => {
    link = new MessageChannel();
    worker = new Worker();
    lost = [];
  });

  afterEach(() => {
    link.port1.close();
    link.port2.close();
  });

  function watch(): CallWatch {
    expose(worker, link.port1);
    return new CallWatch(link.port2, (ids) => lost.push(...ids), EVERY_MS);
  }

  /** From now on the port swallows the next message that is a call, or an answer to one. */
  function loseNext(port: MessagePort): void {
    const post = port.postMessage.bind(port);
    let swallowed = false;
    const postOrLose = (message: unknown, transfer: Transferable[] = []) => {
      const counts = typeof message === 'object' && message !== null && 'id' in message;
      if (counts && !swallowed) swallowed = true;
      else post(message, transfer);
    };
    Object.assign(port, { postMessage: postOrLose });
  }

  it('finds nothing lost while a call is at long work, and says how long nothing was heard', async () => {
    const calls = watch();
    const face = Comlink.wrap<Worker>(calls);
    const answer = face.longWork();
    await pause(LONG);
    expect(lost).toEqual([]);
    expect(calls.quietSeconds).toBeGreaterThan(0.05);
    worker.release('late, and right');
    expect(await answer).toBe('late, and right');
    expect(calls.quietSeconds).toBe(0);
  });

  it('counts the calls of a function that was lent as news', async () => {
    const calls = watch();
    const face = Comlink.wrap<Worker>(calls);
    let longest = 0;
    const looking = setInterval(() => (longest = Math.max(longest, calls.quietSeconds)), EVERY_MS);
    await face.tell(Comlink.proxy(() => undefined));
    clearInterval(looking);
    expect(longest).toBeLessThan(0.1);
  });

  it.each(['call', 'answer'] as const)('finds a lost %s, once', async (which) => {
    const calls = watch();
    const face = Comlink.wrap<Worker>(calls);
    expect(await face.quick()).toBe('done');
    loseNext(which === 'call' ? link.port2 : link.port1);
    void face.quick();
    await pause(LONG);
    expect(lost).toHaveLength(1);
    expect(await face.quick()).toBe('done');
    await pause(LONG);
    expect(lost).toHaveLength(1);
    expect(calls.quietSeconds).toBe(0);
  });

  it('throws in the place of a call through a port whose answer was lost', async () => {
    expose(worker, link.port1);
    const face = wrapPort<Worker>(link.port2, 'candidates');
    expect(await face.quick()).toBe('done');
    loseNext(link.port1);
    await expect(face.quick()).rejects.toMatchObject({
      name: 'MessageLostError',
      message:
        'A message to or from the candidates worker was lost. Try again; if it happens again, reload the page.',
    });
    expect(await face.quick()).toBe('done');
  });
});
