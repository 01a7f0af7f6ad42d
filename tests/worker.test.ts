/** Workers that do not load, break off, or do not answer in time. */

import { afterEach, describe, expect, it, vi } from 'vitest';

import { openWorker } from '../src/worker';

/** A worker that answers nothing. */
class MuteWorker extends EventTarget {
  onerror: ((event: { message: string; preventDefault: () => void }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  terminated = false;
  postMessage(): void {
    // Nobody listens.
  }
  terminate(): void {
    this.terminated = true;
  }
}

afterEach(() => vi.unstubAllGlobals());

const never = new Promise<never>(() => undefined);

function open() {
  const worker = new MuteWorker();
  return { worker, opened: openWorker<object>(worker as unknown as Worker) };
}

describe('openWorker', () => {
  it.each([
    ['', 'its script did not load.', null],
    ['out of memory', 'an error in it was not caught.', 'out of memory'],
  ])('an error %j ends what waits for an answer', async (message, reason, details) => {
    const { worker, opened } = open();
    const answer = opened.guard(never);
    worker.onerror?.({ message, preventDefault: () => undefined });
    await expect(answer).rejects.toMatchObject({ name: 'WorkerBrokenError', message: reason, details });
  });

  it('a message that cannot be read ends what waits', async () => {
    const { worker, opened } = open();
    worker.onmessageerror?.();
    await expect(opened.broken).rejects.toThrow('a message from it could not be read.');
  });

  it('a lifeline that is free tells that the worker ended', async () => {
    const { worker, opened } = open();
    vi.stubGlobal('navigator', {
      locks: { request: (_name: string, _options: object, end: () => void) => Promise.resolve(end()) },
    });
    worker.dispatchEvent(new MessageEvent('message', { data: { lifeline: 'negscope-worker-1' } }));
    await expect(opened.broken).rejects.toThrow('it ended without a word, as where memory runs out.');
  });

  it('the first answer waits until the end of the worker would be noticed', async () => {
    vi.stubGlobal('navigator', { locks: { request: () => never } });
    const { worker, opened } = open();
    const answered = vi.fn();
    const answer = opened.start(Promise.resolve('there'), 1).then(answered);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answered).not.toHaveBeenCalled();
    worker.dispatchEvent(new MessageEvent('message', { data: { lifeline: 'negscope-worker-1' } }));
    await answer;
    expect(answered).toHaveBeenCalledWith('there');
  });

  it('the first answer has its limit', async () => {
    const { worker, opened } = open();
    expect(await opened.start(Promise.resolve('there'), 0.01)).toBe('there');
    await expect(opened.start(never, 0.01)).rejects.toMatchObject({
      name: 'WorkerSilentError',
      message: 'it was silent for 0.01 s.',
    });
    opened.close();
    expect(worker.terminated).toBe(true);
  });
});
