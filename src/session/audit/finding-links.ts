/** From a finding to the place on the Audit page where its pairs are. */

import type { FoundId } from '../../crossfilter/found';
import type { Finding, FindingId } from '../../report/result';
import type { RankedSource } from '../../report/ranking';
import { auditLink } from './audit-link';

/** What the pairs of a finding have on the Audit page. */
export const FOUND_OF: Readonly<Partial<Record<FindingId, FoundId>>> = {
  copies: 'same_text',
  random: 'unrelated',
  stock: 'boilerplate',
  evaluation: 'evaluation',
  'near-copies': 'near_text',
  'near-positive': 'near_positive',
  'other-positives': 'other_positive',
  sentence: 'sentence',
  loose: 'loose_positive',
  cut: 'same_cut',
  markup: 'markup',
  language: 'language',
  placeholders: 'placeholder',
  letters: 'letters',
};

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
