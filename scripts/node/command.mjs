/** Runs a command in a thread of its own: of a thread it can be said in a sentence that memory ran out. */

import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

import { runMain } from '../setup.mjs';

const OUT_OF_MEMORY =
  'Memory ran out. Rank fewer records with --sample N, or give Node more than now: NODE_OPTIONS=--max-old-space-size=MEGABYTES.';

export const INTERRUPTED = 130;

/** A command that is stopped by Ctrl-C has this long to end by itself. */
const STOP_LIMIT_MS = 2000;

/** Called in the command's thread. @param {() => void} stop called where somebody presses Ctrl-C; without it the process ends at once */
export function onStop(stop) {
  parentPort?.postMessage(null);
  parentPort?.once('message', stop).unref();
}

/**
 * @param {string} url of the script, which the thread runs again
 * @param {() => Promise<number>} main gives the exit status
 */
export async function runCommand(url, main) {
  if (!isMainThread) {
    Object.assign(process.stderr, workerData.stderr);
    writeThroughParent('stdout');
    writeThroughParent('stderr');
    return runMain(main);
  }
  const { isTTY, columns } = process.stderr;
  const thread = new Worker(fileURLToPath(url), {
    argv: process.argv.slice(2),
    workerData: { stderr: { isTTY, columns } },
  });
  thread.on('error', (error) => {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    console.error(isMemory ? OUT_OF_MEMORY : error);
  });
  thread.on('exit', (status) => (process.exitCode = status));
  let limit = 0;
  thread.on('message', (written) => {
    if (written === null) limit = STOP_LIMIT_MS;
    else (written.name === 'stdout' ? process.stdout : process.stderr).write(written.text);
  });
  process.once('SIGINT', () => {
    thread.postMessage('stop');
    if (limit === 0) process.exit(INTERRUPTED);
    setTimeout(() => process.exit(INTERRUPTED), limit).unref();
  });
}

/** What goes to the two streams keeps its order: in a thread each has a way of its own. @param {'stdout' | 'stderr'} name */
function writeThroughParent(name) {
  process[name].write = (/** @type {unknown} */ text) => {
    parentPort?.postMessage({ name, text: String(text) });
    return true;
  };
}
