/** Example queries of the console. */

interface ReadyQuestion {
  readonly words: string;
  /** @param tau temperature of the gates */
  readonly sql: (tau: number) => string;
}

export const READY_QUESTIONS: readonly ReadyQuestion[] = [
  {
    words: 'Means of the gates, by source',
    sql: (tau) => `SELECT name, count(*) AS pairs, avg(rho) AS rho, avg(eta) AS eta, avg(psi) AS psi,
  avg((m < 0)::INTEGER) AS inverted
FROM gates(${tau}) JOIN sources USING (source)
GROUP BY name ORDER BY name`,
  },
  {
    words: 'Pairs nearest to their positive, with texts',
    sql: (tau) => `SELECT s.name AS source, record, position, q.text AS query, p.text AS positive,
  n.text AS negative, cos_positive, rho, eta, psi
FROM gates(${tau}) g
JOIN sources s USING (source)
JOIN records r USING (source, record)
JOIN queries q USING (query)
JOIN passages p ON p.passage = r.positive
JOIN passages n ON n.passage = g.passage
ORDER BY cos_positive DESC`,
  },
  {
    words: 'Queries with the most inverted pairs',
    sql: () => `SELECT q.text AS query, sum((m < 0)::INTEGER) AS inverted, count(*) AS pairs
FROM pairs
JOIN records USING (source, record)
JOIN queries q USING (query)
GROUP BY q.text ORDER BY inverted DESC, query`,
  },
];
