/** What terminals print of the checks before a run. */

import type { PreflightCheck } from '../report/result';

/**
 * None where nothing was looked at; else one line on how many found something, then two more for each of these, what and where,
 * and an example, and one for each note.
 */
export function preflightLines(checks: readonly PreflightCheck[]): string[] {
  const failed = checks.filter(({ passed }) => passed === false);
  const looked = checks.filter(({ passed }) => passed !== null).length;
  const left = checks.length - looked;
  if (looked === 0) return [];
  const noted = checks.filter(({ note }) => note !== null);
  const aside = left === 0 ? '' : `, ${left} ${left === 1 ? 'does' : 'do'} not apply`;
  return [
    `Checked before a run: ${failed.length} of ${looked} ${looked === 1 ? 'check' : 'checks'} found something${aside}.`,
    ...failed.flatMap(linesOf),
    ...noted.flatMap((check) => [
      `  · ${check.title}. ${check.note}`,
      ...(check.passed === false ? [] : textLines(check)),
    ]),
  ];
}

function linesOf(check: PreflightCheck): string[] {
  const { title, message, example, negatives } = check;
  const option = negatives === null ? '' : ` (rank --negatives ${negatives})`;
  return [
    `  ✗ ${title}. ${message ?? ''}${option}`,
    ...(example === null ? [] : [`    ${example}`]),
    ...textLines(check),
  ];
}

/** Texts of a check, and characters of one, that are printed. */
const MOST = 3;
const CUT = 60;

/** The texts that it found, beside those of the evaluation. */
function textLines({ texts }: PreflightCheck): string[] {
  const cut = (text: string) => (text.length > CUT ? `${text.slice(0, CUT - 1)}…` : text);
  return texts.slice(0, MOST).map(({ source, as, text, evaluation, exact, count }) => {
    const like = evaluation === null ? '' : `${exact ? ' = ' : ' ≈ '}“${cut(evaluation)}”`;
    return `    ${source}, ${as}, ${count}×: “${cut(text)}”${like}`;
  });
}
