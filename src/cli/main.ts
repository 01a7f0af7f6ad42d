/** The thread of a command: gives it what was typed, prints its errors, and ends with its exit status. */

import './host';

import { parentPort, workerData } from 'node:worker_threads';

import type { Told } from './start';
import { errorInWords, sayBeside } from './terminal';

const SHARDS = {
  load: () => import('./shards').then(({ run, USAGE }) => ({ run, USAGE })),
  nothing: 'Nothing was written.',
};

/** What each is, and what is said where it gives nothing. Only the one that is asked for is loaded. */
const COMMANDS = {
  rank: {
    load: () => import('./rank').then(({ run, USAGE }) => ({ run, USAGE })),
    nothing: 'Nothing was ranked.',
  },
  read: {
    load: () => import('./read').then(({ run, USAGE }) => ({ run, USAGE })),
    nothing: 'Nothing was read.',
  },
  mine: {
    load: () => import('./mine').then(({ run, USAGE }) => ({ run, USAGE })),
    nothing: 'Nothing was mined.',
  },
  partial: SHARDS,
  merge: SHARDS,
};

/** What goes to the two streams keeps its order: in a thread each has a way of its own. */
function writeThroughParent(name: 'stdout' | 'stderr'): void {
  process[name].write = (text: unknown) => {
    parentPort?.postMessage({ name, text: String(text) } satisfies Told);
    return true;
  };
}

const { command, stderr } = workerData as { command: keyof typeof COMMANDS; stderr: object };
Object.assign(process.stderr, stderr);
writeThroughParent('stdout');
writeThroughParent('stderr');
const { load, nothing } = COMMANDS[command];
const { run, USAGE } = await load();
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
