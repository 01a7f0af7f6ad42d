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
  const noted = checks.filter(({ note }) => note !== null);
  const left = checks.length - failed.length - passed;
  const withNotes = noted.length === 0 ? '' : ` (${noted.length} with a note)`;
  const aside = left === 0 ? '' : `, ${left} ${left === 1 ? 'does' : 'do'} not apply`;
  const head =
    failed.length === 0
      ? `${passed} ${passed === 1 ? 'check passes' : 'checks pass'}`
      : `${failed.length} of ${failed.length + passed} ${failed.length + passed === 1 ? 'check' : 'checks'} ${failed.length === 1 ? 'fails' : 'fail'}`;
  return [
    `Preflight: ${head}${withNotes}${aside}.`,
    ...failed.flatMap(linesOf),
    ...noted.flatMap((check) => [`  · ${check.note}`, ...(check.passed === false ? [] : textLines(check))]),
  ];
}

/** @param {PreflightCheck} check that fails */
function linesOf(check) {
  const { message, example, negatives } = check;
  const option = negatives === null ? '' : ` (rank --negatives ${negatives})`;
  return [
    `  ✗ ${message ?? ''}${option}`,
    ...(example === null ? [] : [`    ${example}`]),
    ...textLines(check),
  ];
}

/** Texts of a check, and characters of one, that are printed. */
const MOST = 3;
const CUT = 60;

/** @param {PreflightCheck} check @returns {string[]} the texts that it found, beside those of the evaluation */
function textLines({ texts }) {
  const cut = (/** @type {string} */ text) => (text.length > CUT ? `${text.slice(0, CUT - 1)}…` : text);
  return texts.slice(0, MOST).map(({ source, as, text, evaluation, exact, count }) => {
    const like = evaluation === null ? '' : `${exact ? ' = ' : ' ≈ '}“${cut(evaluation)}”`;
    return `    ${source}, ${as}, ${count}×: “${cut(text)}”${like}`;
  });
}
