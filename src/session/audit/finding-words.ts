/** Findings in words, and their pairs on the Audit page. */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import { FINDINGS, SEVERITIES, type Finding, type FindingId, type Severity } from '../../report/findings';
import type { RankedSource } from '../../report/ranking';
import { NEAR_POSITIVE } from '../../scoring/cosines';
import { FINDINGS as OF_PAIRS } from '../../scoring/findings';
import { uncapitalised } from '../../ui/words';
import { auditLink } from './audit-link';

/** The finding that counts a pair, by what the pair is found for. */
const FINDING_OF: Readonly<Record<FoundId, FindingId>> = {
  same_text: 'copies',
  unrelated: 'random',
  boilerplate: 'stock',
  evaluation: 'evaluation',
  near_text: 'near-copies',
  near_positive: 'near-positive',
  other_positive: 'other-positives',
  sentence: 'sentence',
  loose_positive: 'loose',
  same_cut: 'cut',
  markup: 'markup',
  language: 'language',
  placeholder: 'placeholders',
  letters: 'letters',
};

/** What the pairs of a finding have on the Audit page. */
export const FOUND_OF: Readonly<Partial<Record<FindingId, FoundId>>> = Object.fromEntries(
  Object.entries(FINDING_OF).map(([found, finding]) => [finding, found as FoundId]),
);

/** The pairs of a finding on the Audit page, the most telling first; null where it has none. */
export function findingLink(
  { name, flags: [flag] }: Pick<RankedSource, 'name' | 'flags'>,
  { id }: Pick<Finding, 'id'>,
): string | null {
  const found = FOUND_OF[id];
  if (found) return auditLink({ sources: [name], found: [found] });
  if (id === 'shortcuts') return auditLink({}, { tab: 'findings' });
  if (id === 'answers') return auditLink({}, { tab: 'judge' });
  if (id !== 'range' || flag === undefined) return null;
  // Which figure of a pair puts its source outside by a flag, highest first.
  const by = flag === 'inversion' ? 'm' : flag;
  return auditLink({ sources: [name] }, { sort: { by, descending: true } });
}

/** Words of a pair that are not the title of a finding. */
const OWN_WORDS = new Map<FoundId, string>([
  // A positive of another query is a finding only where every record has one.
  ...OF_PAIRS.map(({ id, words }) => [id, words] as const),
  // Some pairs of a clean source lie there too: of one pair nobody knows whether it was drawn.
  ['unrelated', 'as if drawn at random'],
]);

/** What a pair is found for, and the rule if it is short: one name for each on all tabs and in files. */
export const FOUND = FOUND_IDS.map((id) => {
  const title = FINDINGS.find((finding) => finding.id === FINDING_OF[id])?.title ?? id;
  const rule = id === 'near_positive' ? NEAR_POSITIVE.rule : '';
  return { id, words: OWN_WORDS.get(id) ?? uncapitalised(title), rule };
});

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  stop: 'No rank',
  small: 'Too small',
  train: 'Don’t train',
  look: 'Look',
  note: 'Note',
};

export function severityInWords({ severity, set_aside: aside }: Finding): string {
  return aside ? 'Set aside' : SEVERITY_WORDS[severity];
}

/** Whether a finding stands in the way of training: not what the user looked at and set aside. */
export function isInTheWay({ severity, set_aside: aside }: Finding): boolean {
  return !aside && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf('train');
}
