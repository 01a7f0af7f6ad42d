/** c. How much of the comparison's time passes without the encoder. */

import { pageRuns } from '../lib/comparison.mjs';
import { percent, seconds } from '../lib/format.mjs';

/** @typedef {{ visit: number, encoder_busy: number, idle_share: number }} IdleFigures */

const GOAL = 0.05;

/** @type {import('../types').Scenario<IdleFigures>} */
export const idle = {
  id: 'c',
  title: 'Share of the comparison in which no encoder run was under way',
  about:
    'From the cost of the cold run in b: 1 − (time in which a run of the encoder was under way) / (the visit of all records, from the ' +
    'first batch to the last figure).',

  async run(bench) {
    const { visit, encoder_busy } = (await pageRuns(bench)).cold.seconds;
    return { visit, encoder_busy, idle_share: 1 - encoder_busy / visit };
  },

  tables: ({ visit, encoder_busy, idle_share }) => [
    {
      title: 'Cold run of b',
      columns: ['visit', 'encoder under way', 'share without it'],
      rows: [[seconds(visit), seconds(encoder_busy), percent(idle_share)]],
    },
  ],

  goals: ({ visit, encoder_busy, idle_share }) => [
    {
      what: 'share of the visit without an encoder run',
      goal: '≤ 5 %',
      figure: percent(idle_share),
      met: idle_share <= GOAL,
      why:
        idle_share <= GOAL
          ? null
          : `${seconds(visit - encoder_busy)} of ${seconds(visit)}: the first block is tokenised before anything can run, and the ` +
            'last one is scored, with all log-dets, after the last run; both weigh less the more records there are.',
    },
  ],
};
