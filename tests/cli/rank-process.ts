/** Runs `npm run rank` as npm does. */

import { runScript, type Ended } from '../support/run-script';

/** @param folder in which the command runs */
export function rankIn(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return runScript('negscope.mjs', ['rank', ...args], { cwd: folder, env });
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
