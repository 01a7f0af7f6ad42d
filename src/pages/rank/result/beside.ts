/** Two results side by side: the order under each, and where it turns. A block is one setting under one encoder, as in the paper. */

import { pairOf, type RankedSource, type RankingView } from '../../../report/ranking';

/** A source in both results; null where one has none of its name. */
export interface BesideRow {
  readonly name: string;
  readonly now: RankedSource | null;
  readonly then: RankedSource | null;
}

/** Rows in the order of now, what is only in the other result last; and each two ranked sources of a block whose order turns. */
export function besideOf(now: RankingView, then: RankingView) {
  const [shown, others] = [now, then].map(({ groups }) => groups.flatMap(({ rows }) => rows));
  const named = (rows: readonly RankedSource[] = [], name: string) =>
    rows.find((row) => row.name === name) ?? null;
  const names = new Set([...(shown ?? []), ...(others ?? [])].map(({ name }) => name));
  const rows = [...names].map((name): BesideRow => ({
    name,
    now: named(shown, name),
    then: named(others, name),
  }));
  const turns = rows.flatMap((upper, i) =>
    rows.slice(i + 1).flatMap((lower) =>
      isInBlock(upper, lower) && (upper.then?.eci ?? 0) < (lower.then?.eci ?? 0)
        ? {
            upper: upper.name,
            lower: lower.name,
            /** The order is called in both results. */
            isCertain: [now, then].every(
              ({ order }) => order && pairOf(order, upper.name, lower.name)?.status === 'separated',
            ),
          }
        : [],
    ),
  );
  return { rows, turns };
}

/** Whether both have a rank in one setting, now and then. */
function isInBlock(one: BesideRow, other: BesideRow): boolean {
  return (['now', 'then'] as const).every(
    (at) => one[at]?.rank && other[at]?.rank && one[at].setting === other[at].setting,
  );
}
