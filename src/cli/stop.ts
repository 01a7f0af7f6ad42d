/** How a command is stopped by Ctrl-C. */

import { parentPort } from 'node:worker_threads';

export const INTERRUPTED = 130;

/** Called in the command's thread. @param stop called where somebody presses Ctrl-C; without it the process ends at once */
export function onStop(stop: () => void): void {
  parentPort?.postMessage(null);
  parentPort?.once('message', stop).unref();
}
