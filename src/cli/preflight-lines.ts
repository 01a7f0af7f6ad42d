/** What terminals print of the checks before a run. */

import { preflightInWords } from '../report/preflight';
import type { PreflightCheck } from '../report/result';

/**
 * None where nothing was looked at; else one line on how many found something, then two more for each of these, what and where,
 * and an example, and one for each note.
 */
export function preflightLines(checks: readonly PreflightCheck[]): string[] {
  const failed = checks.filter(({ passed }) => passed === false);
  if (checks.every(({ passed }) => passed === null)) return [];
  const noted = checks.filter(({ note }) => note !== null);
  return [
    preflightInWords(checks),
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
