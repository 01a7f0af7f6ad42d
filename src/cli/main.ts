/** The thread of a command: gives it what was typed, prints its errors, and ends with its exit status. */

import './host';

import { parentPort, workerData } from 'node:worker_threads';

import type { Told } from './start';
import { errorInWords, sayBeside } from './terminal';

/** What each does, its help, and what is said where it gives nothing. Only the one that is asked for is loaded. */
async function commandOf(name: string) {
  if (name === 'rank') {
    const { run, USAGE } = await import('./rank');
    return { run, USAGE, nothing: 'Nothing was ranked.' };
  }
  if (name === 'read') {
    const { run, USAGE } = await import('./read');
    return { run, USAGE, nothing: 'Nothing was read.' };
  }
  if (name === 'mine') {
    const { run, USAGE } = await import('./mine');
    return { run, USAGE, nothing: 'Nothing was mined.' };
  }
  const { run, USAGE } = await import('./shards');
  return { run, USAGE, nothing: 'Nothing was written.' };
}

/** What goes to the two streams keeps its order: in a thread each has a way of its own. */
function writeThroughParent(name: 'stdout' | 'stderr'): void {
  process[name].write = (text: unknown) => {
    parentPort?.postMessage({ name, text: String(text) } satisfies Told);
    return true;
  };
}

const { command, stderr } = workerData as { command: string; stderr: object };
Object.assign(process.stderr, stderr);
writeThroughParent('stdout');
writeThroughParent('stderr');
const { run, USAGE, nothing } = await commandOf(command);
try {
  const argv = process.argv.slice(2);
  if (argv.includes('--help') || argv.includes('-h')) console.log(USAGE);
  else process.exitCode = await run(argv, command);
} catch (error) {
  process.exitCode = 1;
  const words = errorInWords(error, nothing);
  if (words === null) console.error(error);
  else sayBeside(words);
}
