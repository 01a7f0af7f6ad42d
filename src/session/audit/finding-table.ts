/** The table of findings: a row for each, the worst first, with what it is in each source. */

import { byWeight, FINDINGS, type FindingRule } from '../../report/findings';
import { SEVERITIES, type Finding, type FindingId, type Severity } from '../../report/result';

/** What was found of one kind. */
export interface FindingRow {
  readonly id: FindingId;
  readonly title: string;
  readonly severity: Severity;
  /** The worst of the sources. */
  readonly worst: Finding;
  /** By source, in the order of the names; null where it was not found. */
  readonly cells: readonly (Finding | null)[];
}

/** @param found by source, in the order of the columns */
export function findingRows(found: readonly (readonly Finding[])[]): FindingRow[] {
  const rows = FINDINGS.flatMap(({ id, title }): FindingRow[] => {
    const cells = found.map((own) => own.find((finding) => finding.id === id) ?? null);
    const [worst] = cells.filter((cell) => cell !== null).sort(byWeight);
    return worst ? [{ id, title, severity: worst.severity, worst, cells }] : [];
  });
  return rows.sort((a, b) => byWeight(a.worst, b.worst));
}

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
