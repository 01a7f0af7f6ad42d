/** Reads the JSON reports of Vitest and Playwright into one form. */

import { existsSync, readFileSync } from 'node:fs';

import { PROJECT } from './paths.mjs';

/** Names of tests with their file; retried ones failed first, passed later, and count as passed. @typedef {{ passed: number, failed: string[], skipped: string[], retried: string[] }} Outcome */

/** @type {Outcome} */
export const NOTHING = { passed: 0, failed: [], skipped: [], retried: [] };

/** @typedef {{ name: string, status: string }} Test */

/**
 * @param {string} runner
 * @param {readonly Test[]} tests
 * @param {number} code its exit status: an error outside every test shows in it alone
 * @returns {Outcome}
 */
function outcomeOf(runner, tests, code) {
  const named = (/** @type {RegExp} */ status) =>
    tests.filter((test) => status.test(test.status)).map(({ name }) => name);
  const failed = named(/^(failed|unexpected)$/);
  const retried = named(/^flaky$/);
  return {
    passed: named(/^(passed|expected)$/).length + retried.length,
    failed: code !== 0 && failed.length === 0 ? [`${runner} ended with exit status ${code}`] : failed,
    skipped: named(/^(skipped|pending|todo|disabled)$/),
    retried,
  };
}

/** @param {string} file @param {number} code Vitest's exit status @returns {Outcome} */
export function readVitest(file, code) {
  if (!existsSync(file)) return { ...NOTHING, failed: ['Vitest wrote no report'] };
  /** @type {{ testResults: { name: string, status: string, assertionResults: { fullName: string, status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const tests = testResults.flatMap(({ name: path, status, assertionResults }) => {
    const name = path.replace(`${PROJECT}/`, '');
    const own = assertionResults.map((test) => ({ name: `${name}: ${test.fullName}`, status: test.status }));
    const isBroken = status === 'failed' && own.every((test) => test.status !== 'failed');
    return isBroken ? [...own, { name: `${name}: the file itself`, status }] : own;
  });
  return outcomeOf('Vitest', tests, code);
}

/** @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: { title: string, tests: PlaywrightTest[] }[] }} PlaywrightSuite */
/** @typedef {{ status: string, annotations?: { type: string, description?: string }[] }} PlaywrightTest */

/** @param {string} file @param {number} code Playwright's exit status @returns {Outcome} */
export function readPlaywright(file, code) {
  if (!existsSync(file)) return { ...NOTHING, failed: ['Playwright wrote no report'] };
  /** @type {{ suites: PlaywrightSuite[] }} */
  const { suites } = JSON.parse(readFileSync(file, 'utf8'));
  return outcomeOf('Playwright', testsOf(suites, ''), code);
}

/** @param {readonly PlaywrightSuite[]} suites @param {string} path titles of the suites around them @returns {Test[]} */
function testsOf(suites, path) {
  return suites.flatMap(({ title, suites: inner = [], specs = [] }) => {
    const here = `${path}${title}: `;
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ status, annotations = [] }) => {
        const why = annotations.flatMap(({ type, description }) => (type === 'skip' && description) || []);
        return { name: `${here}${spec.title}${why.length > 0 ? ` (${why.join('; ')})` : ''}`, status };
      }),
    );
    return [...own, ...testsOf(inner, here)];
  });
}

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
export function sum(outcomes) {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    retried: outcomes.flatMap(({ retried }) => retried),
  };
}
