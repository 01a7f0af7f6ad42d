/** The thread of a command: gives it what was typed, prints its errors, and ends with its exit status. */

import './host';

import { parentPort, workerData } from 'node:worker_threads';

import type { Told } from './start';
import { errorInWords, sayBeside } from './terminal';

const shards = () => import('./shards').then(({ run, USAGE }) => ({ run, USAGE }));

/** Only the command that is asked for is loaded. */
const COMMANDS = {
  rank: () => import('./rank').then(({ run, USAGE }) => ({ run, USAGE })),
  read: () => import('./read').then(({ run, USAGE }) => ({ run, USAGE })),
  mine: () => import('./mine').then(({ run, USAGE }) => ({ run, USAGE })),
  partial: shards,
  merge: shards,
};

/** What is said where it gives nothing: "Nothing was mined." */
const DONE = { rank: 'ranked', read: 'read', mine: 'mined', partial: 'written', merge: 'written' };

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
const { run, USAGE } = await COMMANDS[command]();
try {
  const argv = process.argv.slice(2);
  if (argv.includes('--help') || argv.includes('-h')) console.log(USAGE);
  else process.exitCode = await run(argv, command);
} catch (error) {
  process.exitCode = 1;
  const words = errorInWords(error, `Nothing was ${DONE[command]}.`);
  if (words === null) console.error(error);
  else sayBeside(words);
}
