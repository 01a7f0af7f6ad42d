/** What the table of findings says beside its rows. */

import { FINDINGS, type FindingRow, type FindingRule } from '../../report/findings';
import { SEVERITIES, type Severity } from '../../report/result';

/** Titles of what was looked for and not found, and of what was not looked for, in the order of the table. */
export function otherTitles(
  rows: readonly FindingRow[],
  wasLookedFor: (rule: FindingRule) => boolean,
): { readonly clean: readonly string[]; readonly unseen: readonly string[] } {
  const others = FINDINGS.filter(({ id }) => !rows.some((row) => row.id === id));
  const titles = (looked: boolean) =>
    others.flatMap((rule) => (wasLookedFor(rule) === looked ? rule.title : []));
  return { clean: titles(true), unseen: titles(false) };
}

/** How each severity is called, and what it means. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  stop: 'No rank',
  small: 'Too small',
  train: 'Don’t train',
  look: 'Look',
  note: 'Note',
};

/** Whether a finding stands in the way of training. */
export function isInTheWay(severity: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf('train');
}
