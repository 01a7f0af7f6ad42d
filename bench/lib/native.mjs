/** onnxruntime for Node: installed into bench/ when it is needed, run in a process of its own. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { npmCommand, run } from '../../scripts/lib/commands.mjs';
import { lockDifference } from '../../scripts/lib/lock.mjs';
import { BENCH, CACHE, NotRunError } from './paths.mjs';

/** @typedef {import('../native/encode.mjs').NativeJob} NativeJob */
/** @typedef {import('../native/encode.mjs').NativeResult} NativeResult */

const MOST_OUTPUT = 64 * 1024 * 1024;

/**
 * Installs bench/package-lock.json where it is not installed. No install script is run: the one of onnxruntime-node
 * would download CUDA libraries.
 *
 * @param {boolean} mayInstall
 * @throws {NotRunError} where it is not installed and cannot be, or may not
 */
export async function ensureNative(mayInstall) {
  const difference = lockDifference(BENCH);
  if (difference === null) return;
  const missing = `bench/node_modules is not installed (${difference})`;
  if (!mayInstall) throw new NotRunError(`${missing}: a run without --quick installs it.`);
  const { command, args, shell } = npmCommand(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  const { code } = await run(command, args, { shell, cwd: BENCH });
  if (code !== 0)
    throw new NotRunError(`${missing}, and "npm ci" in bench/ failed with exit status ${code}.`);
}

/**
 * @param {NativeJob} job
 * @returns {Promise<NativeResult>}
 */
export async function runNative(job) {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'native-'));
  try {
    const file = join(folder, 'job.json');
    writeFileSync(file, JSON.stringify(job));
    const script = join(BENCH, 'native', 'encode.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, file], {
      maxBuffer: MOST_OUTPUT,
    });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What `work` gives, or why it could not be run.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | import('../types').NotRun>}
 */
export async function orNotRun(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotRunError) return { not_run: error.message };
    throw error;
  }
}
