/** What the mixing ladder found. */

import type { ExperimentOutcome } from '../../experiments/types';
import { auditFlags } from '../../scoring/audit';
import type { Phrase } from '../verdict-words';
import { formatPercent, formatScore } from '../../ui/words';
import { nameAt } from './order-changes';

/** Whether random passages raise the score at every step, and from which share on the audit sees them. */
export function mixingTitle({ about, result }: ExperimentOutcome<'mixing'>): Phrase {
  const { steps, envelope, base } = result;
  const scores = steps.map(({ eci }) => eci);
  const [first, last] = [scores[0] ?? 0, scores.at(-1) ?? 0];
  const rises = scores.slice(1).map((score, i) => score - (scores[i] ?? 0));
  const name = nameAt(
    about.sources,
    about.sources.findIndex(({ id }) => id === base),
  );
  const range = `from ${formatScore(first)} to ${formatScore(last)}`;
  const found = rises.every((rise) => rise > 0)
    ? `Each share of random passages raises the score, ${range}`
    : rises.every((rise) => rise < 0)
      ? `Each share of random passages lowers the score, ${range}`
      : `The score does not follow the share of random passages: ${range}`;
  if (envelope === null) return [found];
  const flagged = steps.map((step) => auditFlags(step, envelope).length > 0);
  if (flagged[0]) return [`${found}; `, name, ' is flagged as it is'];
  const seen = flagged.findIndex((_, place) => flagged.slice(place).every(Boolean));
  const share = steps[seen]?.share;
  if (share === undefined) return [`${found}; the audit does not see them`];
  return [`${found}; the audit sees them from ${formatPercent(share, 0)} on`];
}
