/** All scenarios, in the order of a run and of the document. */

import { demo } from '../scenarios/demo.mjs';
import { encode } from '../scenarios/encode.mjs';
import { kernels } from '../scenarios/kernels.mjs';
import { load } from '../scenarios/load.mjs';
import { recompute } from '../scenarios/recompute.mjs';
import { strip } from '../scenarios/strip.mjs';
import { Bench } from './bench.mjs';
import { describeMachine, describeNegscope, load as systemLoad } from './machine.mjs';
import { NotRunError } from './paths.mjs';

/** @typedef {import('../types').BenchOptions} BenchOptions */
/** @typedef {import('../types').BenchResults} BenchResults */
/** @typedef {import('../types').Outcome} Outcome */
/** @typedef {import('../types').ScenarioId} ScenarioId */
/** @typedef {import('../types').Scenario<unknown>} AnyScenario */

export const SCENARIOS = /** @type {readonly AnyScenario[]} */ ([
  encode,
  kernels,
  recompute,
  load,
  demo,
  strip,
]);

/**
 * Runs scenarios one after the other. One that fails is reported as failed; the others are run.
 *
 * @param {readonly ScenarioId[]} ids
 * @param {BenchOptions} options
 * @param {(text: string) => void} say
 * @returns {Promise<BenchResults>}
 */
export async function runScenarios(ids, options, say) {
  const start = performance.now();
  const loadBefore = systemLoad();
  const chosen = SCENARIOS.filter(({ id }) => ids.includes(id));
  say('building the page of the bench');
  const bench = await Bench.open(options, say);
  try {
    /** @type {[ScenarioId, Outcome][]} */
    const outcomes = [];
    for (const scenario of chosen) outcomes.push([scenario.id, await runOne(scenario, bench)]);
    const goals = chosen.flatMap((scenario, i) => {
      const outcome = outcomes[i]?.[1];
      return outcome?.status === 'run' ? [[scenario.id, scenario.goals(outcome.figures)]] : [];
    });
    return {
      schema_version: 1,
      created: new Date().toISOString(),
      negscope: await describeNegscope(),
      options,
      machine: describeMachine(bench.browser.version(), bench.adapter, loadBefore),
      seconds: (performance.now() - start) / 1000,
      scenarios: Object.fromEntries(outcomes),
      goals: Object.fromEntries(goals),
    };
  } finally {
    await bench.close();
  }
}

/**
 * @param {AnyScenario} scenario
 * @param {Bench} bench
 * @returns {Promise<Outcome>}
 */
async function runOne(scenario, bench) {
  const start = performance.now();
  try {
    const figures = await scenario.run(bench);
    return { status: 'run', seconds: (performance.now() - start) / 1000, figures };
  } catch (error) {
    if (error instanceof NotRunError) return { status: 'not run', reason: error.message };
    return {
      status: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
