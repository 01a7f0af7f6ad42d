/** A child process under a watchdog: what says nothing for too long, or dies, is replaced by one that goes on behind it. */

import { fork } from 'node:child_process';

/**
 * @typedef {{ type: string, input?: number, name?: string, status?: string, milliseconds?: number,
 *   cancelled?: number | null, message?: string }} Report
 * @typedef {{ input: number, name: string, why: string }} Ended how an input ended a child
 * @typedef {{ seed: number, from: number, to: number }} Job
 */

/** How long a child may take to start, in seconds: it transforms the sources first. */
const START_SECONDS = 180;

/**
 * Has a job done, by as many children as it takes.
 *
 * @param {string} script of the child
 * @param {Job} job
 * @param {number} seconds that one input may take
 * @param {(report: Report) => void} onReport
 * @returns {Promise<Ended[]>} the inputs that hung or ended a child
 * @throws {Error} where a child ends before its first input: then something else is wrong
 */
export async function supervise(script, job, seconds, onReport) {
  /** @type {Ended[]} */
  const ended = [];
  let from = job.from;
  while (from < job.to) {
    const { last, why } = await once(script, { ...job, from }, seconds, onReport);
    if (why === null) break;
    if (last === null) throw new Error(`a child process of the fuzzer ended before its first input: ${why}`);
    const { input = 0, name = '' } = last;
    ended.push({ input, name, why });
    from = input + 1;
  }
  return ended;
}

/**
 * One child, until it is done, hangs or dies.
 *
 * @param {string} script
 * @param {Job} job
 * @param {number} seconds
 * @param {(report: Report) => void} onReport
 * @returns {Promise<{ last: Report | null, why: string | null }>} the input it was at, and why it ended early
 */
function once(script, job, seconds, onReport) {
  return new Promise((resolve, reject) => {
    const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    /** @type {Report | null} */
    let last = null;
    /** @type {string | null} */
    let why = 'it ended by itself';
    /** @type {NodeJS.Timeout | undefined} */
    let late;
    const wait = (/** @type {number} */ limit) => {
      clearTimeout(late);
      late = setTimeout(() => {
        why = `no end within ${limit} seconds`;
        child.kill('SIGKILL');
      }, limit * 1000);
    };
    wait(START_SECONDS);
    child.on('message', (/** @type {Report} */ report) => {
      wait(seconds);
      if (report.type === 'ready') {
        wait(START_SECONDS);
        child.send(job);
        return;
      }
      if (report.type === 'begins') last = report;
      if (report.type === 'done') why = null;
      else onReport(report);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(late);
      if (why === 'it ended by itself') why = `its process ended (${signal ?? `exit status ${code}`})`;
      resolve({ last, why });
    });
  });
}
