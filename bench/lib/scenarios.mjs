/** All scenarios, in the order of a run and of the document. */

import { certainty } from '../scenarios/certainty.mjs';
import { demo } from '../scenarios/demo.mjs';
import { kernels } from '../scenarios/kernels.mjs';
import { load } from '../scenarios/load.mjs';
import { mining } from '../scenarios/mining.mjs';
import { strip } from '../scenarios/strip.mjs';
import { openBench } from './bench.mjs';
import { describeMachine, describeNegscope, load as systemLoad } from './machine.mjs';

/** @typedef {import('../types').BenchResults} BenchResults */
/** @typedef {import('../types').Outcome} Outcome */
/** @typedef {import('../types').Scenario} Scenario */
/** @typedef {import('../types').ScenarioId} ScenarioId */

/** @type {readonly Scenario[]} */
export const SCENARIOS = [demo, load, strip, mining, certainty, kernels];

/**
 * Runs scenarios one after the other. One that fails is reported as failed; the others are run.
 *
 * @param {readonly ScenarioId[]} ids
 * @param {boolean} quick
 * @param {(text: string) => void} say
 * @returns {Promise<BenchResults>}
 */
export async function runScenarios(ids, quick, say) {
  const [created, loadBefore] = [new Date().toISOString(), systemLoad()];
  const bench = await openBench(quick, say);
  try {
    /** @type {[ScenarioId, Outcome][]} */
    const outcomes = [];
    for (const scenario of SCENARIOS.filter(({ id }) => ids.includes(id)))
      outcomes.push([scenario.id, await runOne(scenario, bench)]);
    return {
      schema_version: 2,
      created,
      negscope: describeNegscope(),
      quick,
      machine: describeMachine(bench.browser.version(), loadBefore),
      scenarios: Object.fromEntries(outcomes),
    };
  } finally {
    await bench.close();
  }
}

/**
 * @param {Scenario} scenario
 * @param {import('./bench.mjs').Bench} bench
 * @returns {Promise<Outcome>}
 */
async function runOne(scenario, bench) {
  const start = performance.now();
  try {
    const lines = await scenario.run(bench);
    return { status: 'run', seconds: (performance.now() - start) / 1000, lines };
  } catch (error) {
    return {
      status: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
