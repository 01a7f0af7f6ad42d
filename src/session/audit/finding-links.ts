/** From a finding to the place on the Audit page where its pairs are. */

import type { FoundId } from '../../crossfilter/found';
import type { Finding, FindingId } from '../../report/result';
import type { RankedSource } from '../../report/ranking';
import type { Flag } from '../../scoring/audit';
import { auditLink } from './audit-link';
import type { SortKey } from './filter';

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

/** Which figure of a pair puts its source outside by a flag, highest first. */
const TELLING: Readonly<Record<Flag, SortKey>> = { rho: 'rho', eta: 'eta', psi: 'psi', inversion: 'm' };

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
  return auditLink({ sources: [name] }, { sort: { by: TELLING[flag], descending: true } });
}
