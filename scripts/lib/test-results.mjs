/** Reads the JSON reports of Vitest and Playwright into one form. */

import { existsSync, readFileSync } from 'node:fs';

import { PROJECT } from './paths.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {string[]} failed names of tests, with their file
 * @property {string[]} skipped
 * @property {string[]} retried tests that failed first and passed later; they count as passed
 */

/** @type {Outcome} */
export const NOTHING = { passed: 0, failed: [], skipped: [], retried: [] };

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {{ fullName: string, status: string }[]} assertionResults
 */

/**
 * @param {string} file
 * @param {number} code Vitest's exit status: an error outside every test shows in it alone
 * @returns {Outcome}
 */
export function readVitest(file, code) {
  const report = readReport(file);
  if (report === null) return { ...NOTHING, failed: ['Vitest wrote no report'] };
  /** @type {VitestFile[]} */
  const found = report.testResults;
  const files = found.map((f) => ({ ...f, name: f.name.replace(`${PROJECT}/`, '') }));
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ name: `${name}: ${fullName}`, status })),
  );
  const broken = files.filter(
    (f) => f.status === 'failed' && f.assertionResults.every((a) => a.status !== 'failed'),
  );
  const failed = [
    ...tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
    ...broken.map(({ name }) => `${name}: the file itself`),
  ];
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: withExitStatus(failed, code, 'Vitest'),
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ name }) => name),
    retried: [],
  };
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, tests: PlaywrightTest[] }[]} [specs]
 */

/**
 * @typedef {object} PlaywrightTest
 * @property {string} status
 * @property {{ type: string, description?: string }[]} [annotations] of a skipped test, why
 * @property {object[]} results one for each try
 */

/**
 * @param {string} file
 * @param {number} code Playwright's exit status
 * @returns {Outcome}
 */
export function readPlaywright(file, code) {
  const report = readReport(file);
  if (report === null) return { ...NOTHING, failed: ['Playwright wrote no report'] };
  /** @type {PlaywrightSuite[]} */
  const suites = report.suites;
  const tests = suites.flatMap((suite) => testsOf(suite, ''));
  const failed = tests.filter(({ status }) => status === 'unexpected').map(({ name }) => name);
  const retried = tests.filter(({ status }) => status === 'flaky');
  return {
    passed: tests.filter(({ status }) => status === 'expected').length + retried.length,
    failed: withExitStatus(failed, code, 'Playwright'),
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name, why }) => name + why),
    retried: retried.map(({ name, tries }) => `${name} (passed at try ${tries})`),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} path titles of the suites around it
 * @returns {{ name: string, status: string, why: string, tries: number }[]} `why`: behind the name of a skipped test, in
 *   brackets
 */
function testsOf(suite, path) {
  const here = path === '' ? suite.title : `${path}: ${suite.title}`;
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      name: `${here}: ${spec.title}`,
      status: test.status,
      why: reasonOf(test),
      tries: test.results.length,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, here))];
}

/** @param {PlaywrightTest} test */
function reasonOf({ annotations = [] }) {
  const reasons = annotations.flatMap(({ type, description }) => (type === 'skip' && description) || []);
  return reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
}

/**
 * @param {string[]} failed
 * @param {number} code
 * @param {string} runner
 */
function withExitStatus(failed, code, runner) {
  return code !== 0 && failed.length === 0 ? [`${runner} ended with exit status ${code}`] : failed;
}

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {Outcome}
 */
export function sum(outcomes) {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    retried: outcomes.flatMap(({ retried }) => retried),
  };
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
