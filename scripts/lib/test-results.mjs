/** Reads the JSON reports of Vitest and Playwright into one list of tests. */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
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
 * @param {readonly string[]} [errors] their messages, stacks behind them
 * @returns {Test}
 */
function testOf(name, status, errors = []) {
  const begins = errors.map((error) => stripVTControlCharacters(error).split(/\n *at |$/)[0] ?? '');
  const lines = begins.flatMap((begin) =>
    begin
      .split('\n')
      .flatMap((line) => line.trim() || [])
      .slice(0, 5),
  );
  return {
    name: [name, ...lines].join(' | '),
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
        testOf(`${name}: ${test.fullName}`, test.status, test.failureMessages.slice(0, 1)),
      );
      const isBroken = status === 'failed' && own.every((test) => test.status !== 'failed');
      return isBroken ? [...own, testOf(`${name}: the file itself`, status, [message])] : own;
    }),
  );
}

/** @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: { title: string, tests: PlaywrightTest[] }[] }} PlaywrightSuite */
/** @typedef {{ type: string, description?: string }} Annotation */
/** @typedef {{ message: string, location?: { file: string, line: number } }} PlaywrightError */
/** @typedef {{ status: string, annotations?: Annotation[], results: { errors: PlaywrightError[] }[] }} PlaywrightTest */

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
        // A test that ran out of time has a second error: the call that it waited in.
        const errors = results.find((result) => result.errors.length > 0)?.errors ?? [];
        const where = errors.findLast(({ location }) => location !== undefined)?.location;
        const at = where ? [`${basename(where.file)}:${where.line}`] : [];
        return testOf(name, status, [...errors.map(({ message }) => message), ...at]);
      }),
    );
    return [...own, ...testsOf(inner, here)];
  });
}
