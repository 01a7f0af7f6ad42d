/** Two results side by side: the order under each, and where it turns. A block is one setting under one encoder, as in the paper. */

import { pairOf, type RankedSource, type RankingView } from '../../../report/ranking';

/** A source in both results; null where one has none of its name. */
export interface BesideRow {
  readonly name: string;
  readonly now: RankedSource | null;
  readonly then: RankedSource | null;
}

/** Two ranked sources of a block, whose order by score is another in the other result. */
export interface Turn {
  /** The one that is above now. */
  readonly upper: string;
  readonly lower: string;
  /** The order is called in both results. */
  readonly isCertain: boolean;
}

export interface Beside {
  /** In the order of now; what is only in the other result comes last. */
  readonly rows: readonly BesideRow[];
  readonly turns: readonly Turn[];
  /** How many sources have a rank in both results. */
  readonly ranked: number;
}

export function besideOf(now: RankingView, then: RankingView): Beside {
  const shown = now.groups.flatMap(({ rows }) => rows);
  const thenOf = (name: string) => then.rows.find((row) => row.name === name) ?? null;
  const gone = then.groups
    .flatMap(({ rows }) => rows)
    .filter(({ name }) => shown.every((row) => row.name !== name));
  return {
    rows: [
      ...shown.map((row) => ({ name: row.name, now: row, then: thenOf(row.name) })),
      ...gone.map((row) => ({ name: row.name, now: null, then: row })),
    ],
    ranked: shown.filter(({ name, rank }) => rank !== null && (thenOf(name)?.rank ?? null) !== null).length,
    turns: now.groups.flatMap(({ ranked }) =>
      ranked.flatMap((upper, i) =>
        ranked.slice(i + 1).flatMap((lower) => {
          const [above, below] = [thenOf(lower.name), thenOf(upper.name)];
          if (!above || !below || !isBelow(below, above)) return [];
          return [
            {
              upper: upper.name,
              lower: lower.name,
              isCertain: [now, then].every((view) => isCalled(view, upper.name, lower.name)),
            },
          ];
        }),
      ),
    ),
  };
}

function isBelow(below: RankedSource, above: RankedSource): boolean {
  const ranked = below.rank !== null && above.rank !== null && below.setting === above.setting;
  return ranked && (below.eci ?? 0) < (above.eci ?? 0);
}

function isCalled({ order }: RankingView, one: string, other: string): boolean {
  return order !== null && pairOf(order, one, other)?.status === 'separated';
}
