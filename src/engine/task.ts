/** Long work in a worker: it gives way to messages and stops when it is told to. */

import { RunCancelledError } from './errors';

/** Milliseconds of work between two chances for messages to come in. */
const SLICE = 40;

export class Task {
  private cancelled = false;
  private sliceStart = performance.now();

  cancel(): void {
    this.cancelled = true;
  }

  /**
   * Gives way when the slice is used up.
   * @throws RunCancelledError
   */
  async breathe(): Promise<void> {
    if (performance.now() - this.sliceStart > SLICE) {
      await nextMacrotask();
      this.sliceStart = performance.now();
    }
    if (this.cancelled) throw new RunCancelledError();
  }
}

/** Lets queued messages be handled; a timer would wait 4 ms each time. */
function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
