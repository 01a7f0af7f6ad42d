/** Runs `npm run rank` as npm does. */

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const SCRIPT = resolve(import.meta.dirname, '../../scripts/rank.mjs');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param folder in which the command runs */
export function rankIn(folder: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [SCRIPT, ...args], { cwd: folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}

/** Two records with embeddings in the plane, as JSON lines; their negatives have these cosines to the query. */
export function planeRecords(cosines: readonly number[]): string {
  const record = (query: string) => ({
    query,
    positive: 'the positive',
    negatives: cosines.map((cosine) => `negative at ${cosine}`),
    query_embedding: [1, 0],
    positive_embedding: [0.8, 0.6],
    negative_embeddings: cosines.map((cosine) => [cosine, Math.sqrt(1 - cosine ** 2)]),
  });
  return ['first query', 'second query'].map((query) => `${JSON.stringify(record(query))}\n`).join('');
}
