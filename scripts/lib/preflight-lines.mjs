/** What terminals print of the checks before a run. */

/** @typedef {import('../../src/report/preflight').PreflightCheck} PreflightCheck */

/**
 * @param {readonly PreflightCheck[]} checks
 * @returns {string[]} one line where all pass; else two more for each check that fails: what and where, and an example
 */
export function preflightLines(checks) {
  const failed = checks.filter(({ passed }) => passed === false);
  const passed = checks.filter(({ passed }) => passed === true).length;
  const left = checks.length - failed.length - passed;
  const aside = left === 0 ? '' : `, ${left} ${left === 1 ? 'does' : 'do'} not apply`;
  const head =
    failed.length === 0
      ? `${passed} checks pass`
      : `${failed.length} of ${failed.length + passed} checks ${failed.length === 1 ? 'fails' : 'fail'}`;
  return [`Preflight: ${head}${aside}.`, ...failed.flatMap(linesOf)];
}

/** @param {PreflightCheck} check that fails */
function linesOf({ message, example, sources }) {
  const where = Object.entries(sources).filter(([, count]) => count !== null && count > 0);
  const counts = where.map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    `  ✗ ${message ?? ''}${counts === '' ? '' : ` (${counts})`}`,
    ...(example === null ? [] : [`    ${example}`]),
  ];
}
