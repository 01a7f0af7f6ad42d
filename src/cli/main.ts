/** The thread of a command: gives it what was typed, prints its errors, and ends with its exit status. */

import './host';

import { parentPort, workerData } from 'node:worker_threads';

import { mine, USAGE as MINE_USAGE } from './mine';
import { rank, USAGE as RANK_USAGE } from './rank';
import { read, USAGE as READ_USAGE } from './read';
import { merge, partial, USAGE as SHARDS_USAGE } from './shards';
import type { Told } from './start';
import { errorInWords, sayBeside } from './terminal';

/** `nothing`: what is said where a command gives none. */
const COMMANDS = {
  rank: { run: rank, usage: RANK_USAGE, nothing: 'Nothing was ranked.' },
  read: { run: read, usage: READ_USAGE, nothing: 'Nothing was read.' },
  mine: { run: mine, usage: MINE_USAGE, nothing: 'Nothing was mined.' },
  partial: { run: partial, usage: SHARDS_USAGE, nothing: 'Nothing was written.' },
  merge: { run: merge, usage: SHARDS_USAGE, nothing: 'Nothing was written.' },
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
const { run, usage, nothing } = COMMANDS[command];
try {
  const argv = process.argv.slice(2);
  if (argv.includes('--help') || argv.includes('-h')) console.log(usage);
  else process.exitCode = await run(argv);
} catch (error) {
  process.exitCode = 1;
  const words = errorInWords(error, nothing);
  if (words === null) console.error(error);
  else sayBeside(words);
}
