/** The thread of a command: gives it what was typed, prints its errors, and ends with its exit status. */

import './host';

import { parentPort, workerData } from 'node:worker_threads';

import { CommandError } from './arguments';
import { merge, partial } from './shards';
import { mine } from './mine';
import { rank } from './rank';
import { read } from './read';
import type { Told } from './start';

const COMMANDS: Readonly<Record<string, (argv: readonly string[]) => Promise<number>>> = {
  rank,
  'audit-sample': (argv) =>
    rank(argv.some((word) => /^--(judge-out|help)\b/.test(word)) ? argv : [...argv, ...SAMPLE]),
  read,
  mine,
  partial,
  merge,
};

const SAMPLE = ['--judge-out', 'negscope-pairs.jsonl'];

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
try {
  process.exitCode = (await COMMANDS[command]?.(process.argv.slice(2))) ?? 1;
} catch (error) {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
}
