/** Queries of an evaluation looked for in training records. */

import { join } from 'node:path';

import { withSource } from '../../scripts/lib/source-modules.mjs';
import { inBytes, inSeconds } from '../lib/line.mjs';
import { CACHE } from '../lib/paths.mjs';

const MOST_SECONDS = 20;
const MOST_BYTES = 500e6;

/** @type {import('../types').Scenario} */
export const evaluation = {
  id: 'evaluation',
  about:
    'In Node: a made file of JSON lines, one of whose queries in a hundred is of the evaluation, and the evaluation, loaded after it. ' +
    'Seconds of reading the evaluation and comparing; memory: the most of the process beside what it had when the records were loaded.',

  async run({ quick, say }) {
    /** @type {{ records: number, queries: number, seconds: number, bytes: number }} */
    const figures = await withSource('/bench/native/evaluation.ts', (module) =>
      module['measureEvaluation'](quick, join(CACHE, 'evaluation'), (/** @type {string} */ text) =>
        say(`evaluation: ${text}`),
      ),
    );
    const [queries, records] = [figures.queries, figures.records].map((n) => n.toLocaleString('en-US'));
    const what = `${queries} evaluation queries against ${records} records`;
    return [
      inSeconds(`${what}: time`, figures.seconds, quick ? null : MOST_SECONDS),
      inBytes(`${what}: memory beside the load`, figures.bytes, quick ? null : MOST_BYTES),
    ];
  },
};
