/** What the bench compares with: installed into bench/ when it is needed, onnxruntime-node run in a process of its own. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { npmCommand, run } from '../../scripts/lib/commands.mjs';
import { lockDifference } from '../../scripts/lib/lock.mjs';
import { BENCH, CACHE } from './paths.mjs';

/** @typedef {import('../native/encode.mjs').NativeJob} NativeJob */
/** @typedef {import('../native/encode.mjs').NativeResult} NativeResult */

const MOST_OUTPUT = 64 * 1024 * 1024;

/** transformers.js for browsers, and the runtime that it takes where it is not told otherwise. */
const TRANSFORMERS = [
  '@huggingface/transformers/dist/transformers.min.js',
  'onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.mjs',
  'onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm',
];

/**
 * Installs bench/package-lock.json where it is not installed. No install script is run: the one of onnxruntime-node
 * would download CUDA libraries.
 *
 * @param {boolean} mayInstall
 * @returns {Promise<string | null>} why it is not there; null where it is
 */
export async function ensureOthers(mayInstall) {
  const difference = lockDifference(BENCH);
  if (difference === null) return null;
  const missing = `bench/node_modules is not installed (${difference})`;
  if (!mayInstall) return `${missing}: a run without --quick installs it.`;
  const { command, args, shell } = npmCommand(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  const { code } = await run(command, args, { shell, cwd: BENCH });
  return code === 0 ? null : `${missing}, and "npm ci" in bench/ failed with exit status ${code}.`;
}

/** Puts transformers.js where the pages of the bench are served from. @returns {string} its folder, in CACHE */
export function serveTransformers() {
  const folder = 'transformers';
  mkdirSync(join(CACHE, folder), { recursive: true });
  for (const file of TRANSFORMERS)
    cpSync(join(BENCH, 'node_modules', file), join(CACHE, folder, file.replace(/.*\//, '')));
  return folder;
}

/**
 * @param {NativeJob} job
 * @returns {Promise<NativeResult>}
 */
export async function runNative(job) {
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
