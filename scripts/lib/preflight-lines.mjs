/** What terminals print of the checks before a run. */

/** @typedef {import('../../src/report/preflight').PreflightCheck} PreflightCheck */

/**
 * @param {readonly PreflightCheck[]} checks
 * @returns {string[]} one line where all pass; then two more for each check that fails, what and where, and an example;
 *   and one for each note
 */
export function preflightLines(checks) {
  const failed = checks.filter(({ passed }) => passed === false);
  const passed = checks.filter(({ passed }) => passed === true).length;
  const notes = checks.flatMap(({ note }) => note ?? []);
  const left = checks.length - failed.length - passed;
  const noted = notes.length === 0 ? '' : ` (${notes.length} with a note)`;
  const aside = left === 0 ? '' : `, ${left} ${left === 1 ? 'does' : 'do'} not apply`;
  const head =
    failed.length === 0
      ? `${passed} ${passed === 1 ? 'check passes' : 'checks pass'}`
      : `${failed.length} of ${failed.length + passed} ${failed.length + passed === 1 ? 'check' : 'checks'} ${failed.length === 1 ? 'fails' : 'fail'}`;
  return [
    `Preflight: ${head}${noted}${aside}.`,
    ...failed.flatMap(linesOf),
    ...notes.map((note) => `  · ${note}`),
  ];
}

/** @param {PreflightCheck} check that fails */
function linesOf({ message, example, negatives }) {
  const option = negatives === null ? '' : ` (rank --negatives ${negatives})`;
  return [`  ✗ ${message ?? ''}${option}`, ...(example === null ? [] : [`    ${example}`])];
}
