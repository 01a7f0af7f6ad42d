/** Starts a command in a thread of its own: of a thread it can be said in a sentence that memory ran out. */

import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

const OUT_OF_MEMORY =
  'Memory ran out. Rank fewer records with --sample N, or give Node more than now: NODE_OPTIONS=--max-old-space-size=MEGABYTES.';

/** What ends by itself at Ctrl-C has this long; anything else ends at once. */
const STOP_LIMIT_MS = 2000;

/** Exit status of a command that was stopped by Ctrl-C. */
export const INTERRUPTED = 130;

const SCRIPT = import.meta.url;

/** What a thread tells: a text for a stream, or that it ends by itself at Ctrl-C. */
export type Told = { readonly name: 'stdout' | 'stderr'; readonly text: string } | { readonly name: 'stop' };

/** Its exit status is that of the process. */
export function start(command: string, argv: readonly string[]): void {
  const { isTTY, columns } = process.stderr;
  // Reduced precision of some cards would differ from wasm by more than the check of the encoder lets pass. Set here: what a
  // thread sets is not seen by native code.
  process.env['NVIDIA_TF32_OVERRIDE'] ??= '0';
  // A command is short: most of what it makes is garbage before the first collection.
  setFlagsFromString('--min-semi-space-size=16');
  const thread = new Worker(new URL('./main.js', SCRIPT), {
    argv: [...argv],
    workerData: { command, stderr: { isTTY, columns } },
  });
  thread.on('error', (error) => {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    console.error(isMemory ? OUT_OF_MEMORY : error);
  });
  thread.on('exit', (status) => (process.exitCode = status));
  let limit = 0;
  thread.on('message', (told: Told) => {
    if (told.name === 'stop') limit = STOP_LIMIT_MS;
    else process[told.name].write(told.text);
  });
  process.once('SIGINT', () => {
    thread.postMessage('stop');
    setTimeout(() => process.exit(INTERRUPTED), limit).unref();
  });
}
