/** The pairs of the memo: those with a finding or a mark, queried from the store. */

import type { QueryAnswer, QueryValue } from '../../../candidates/store/user-queries';
import { FINDINGS } from '../../../scoring/findings';
import type { ListedPair } from '../../../report/memo/types';

export const MOST_LISTED = 5000;

/** The query for them, most suspicious first. */
export function listedPairsSql(texts: boolean, tau: number): string {
  const found = FINDINGS.map(({ id }) => `coalesce(${id}, false)`);
  return `SELECT s.name, g.record, g.position, r.place, r.query_id, g.rho, g.eta, g.psi, g.cos_positive,
  ${found.join(', ')}, k.mark, k.note${texts ? ', q.text, p.text, n.text' : ''}
FROM gates(${tau}) g
JOIN sources s USING (source)
JOIN records r USING (source, record)
${texts ? 'JOIN queries q USING (query) JOIN passages p ON p.passage = r.positive JOIN passages n ON n.passage = g.passage' : ''}
LEFT JOIN marks k ON (k.source, k.record, k.position) = (g.source, g.record, g.position)
WHERE ${found.join(' OR ')} OR k.mark IS NOT NULL OR k.note IS NOT NULL
ORDER BY g.suspicion DESC, g.source, g.record, g.position`;
}

/** The rows of the answer as pairs. */
export function listedPairs({ rows }: QueryAnswer, texts: boolean): ListedPair[] {
  return rows.map((row) => {
    const [source, record, position, place, queryId, rho, eta, psi, cosPositive] = row;
    const found = row.slice(9, 9 + FINDINGS.length);
    const [mark, note, query, positive, negative] = row.slice(9 + FINDINGS.length);
    return {
      source: String(source),
      record: Number(record),
      position: Number(position),
      place: Number(place),
      query_id: textOrNull(queryId),
      rho: Number(rho),
      eta: Number(eta),
      psi: Number(psi),
      cos_positive: Number(cosPositive),
      findings: FINDINGS.flatMap(({ id }, i) => (found[i] === true ? [id] : [])),
      mark: mark === 'keep' || mark === 'drop' || mark === 'false-negative' ? mark : null,
      note: textOrNull(note),
      texts: texts ? { query: String(query), positive: String(positive), negative: String(negative) } : null,
    };
  });
}

function textOrNull(value: QueryValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
