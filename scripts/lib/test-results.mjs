/** Reads the JSON reports of Vitest and Playwright into one list of tests. */

import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

import { PROJECT } from './paths.mjs';

/** @typedef {'passed' | 'failed' | 'skipped' | 'retried'} Status `retried`: failed first, passed later */
/** @typedef {{ name: string, status: Status }} Test with its file in its name, and how its error begins */

/** What the runners call each outcome. @type {readonly [RegExp, Status][]} */
const STATUSES = [
  [/^(passed|expected)$/, 'passed'],
  [/^(failed|unexpected)$/, 'failed'],
  [/^flaky$/, 'retried'],
];

/**
 * @param {string} name
 * @param {string} status of a runner; any other is a test that did not run
 * @param {string} [error] message of the first error, its stack behind it
 * @returns {Test}
 */
function testOf(name, status, error = '') {
  const begin = stripVTControlCharacters(error).split(/\n *at |$/)[0] ?? '';
  const lines = begin.split('\n').flatMap((line) => line.trim() || []);
  return {
    name: [name, ...lines.slice(0, 5)].join(' | '),
    status: STATUSES.find(([pattern]) => pattern.test(status))?.[1] ?? 'skipped',
  };
}

/**
 * @param {string} runner
 * @param {string} file its report
 * @param {number} code its exit status: an error outside every test shows in it alone
 * @param {(report: any) => Test[]} read
 * @returns {Test[]}
 */
function readReport(runner, file, code, read) {
  if (!existsSync(file)) return [testOf(`${runner} wrote no report`, 'failed')];
  const tests = read(JSON.parse(readFileSync(file, 'utf8')));
  if (code === 0 || tests.some(({ status }) => status === 'failed')) return tests;
  return [...tests, testOf(`${runner} ended with exit status ${code}`, 'failed')];
}

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */

/** @param {string} file @param {number} code Vitest's exit status */
export function readVitest(file, code) {
  return readReport('Vitest', file, code, (/** @type {{ testResults: VitestFile[] }} */ { testResults }) =>
    testResults.flatMap(({ name: path, status, message, assertionResults }) => {
      const name = path.replace(`${PROJECT}/`, '');
      const own = assertionResults.map((test) =>
        testOf(`${name}: ${test.fullName}`, test.status, test.failureMessages[0]),
      );
      const isBroken = status === 'failed' && own.every((test) => test.status !== 'failed');
      return isBroken ? [...own, testOf(`${name}: the file itself`, status, message)] : own;
    }),
  );
}

/** @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: { title: string, tests: PlaywrightTest[] }[] }} PlaywrightSuite */
/** @typedef {{ type: string, description?: string }} Annotation */
/** @typedef {{ status: string, annotations?: Annotation[], results: { error?: { message?: string } }[] }} PlaywrightTest */

/** @param {string} file @param {number} code Playwright's exit status */
export function readPlaywright(file, code) {
  return readReport('Playwright', file, code, ({ suites }) => testsOf(suites, ''));
}

/** @param {readonly PlaywrightSuite[]} suites @param {string} path titles of the suites around them @returns {Test[]} */
function testsOf(suites, path) {
  return suites.flatMap(({ title, suites: inner = [], specs = [] }) => {
    const here = `${path}${title}: `;
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ status, annotations = [], results }) => {
        const why = annotations.flatMap(({ type, description }) => (type === 'skip' && description) || []);
        const name = `${here}${spec.title}${why.length > 0 ? ` (${why.join('; ')})` : ''}`;
        return testOf(name, status, results.find(({ error }) => error !== undefined)?.error?.message);
      }),
    );
    return [...own, ...testsOf(inner, here)];
  });
}
