/** Why this order: the differences of neighbours in the ranking, split by gate. */

import { byGate } from '../../../scoring/pair-gates';
import { gateShares } from '../../../scoring/shapley';
import { pairOf, type RankedSource, type RankingView } from '../../../report/ranking';
import { formatDifference } from '../../../ui/words';

/** For each two neighbours in the ranking; `certainty` is empty where no interval of their difference is known. */
export function orderReasons({ groups, order }: RankingView) {
  return groups.flatMap(({ ranked }) =>
    ranked.slice(1).map((lower, i) => {
      const upper = ranked[i] as RankedSource;
      const difference = (upper.eci ?? 0) - (lower.eci ?? 0);
      const shares = gateShares(meansOf(upper), meansOf(lower), difference);
      const pair = order && pairOf(order, upper.name, lower.name);
      const { low = null, high = null } = pair ?? {};
      const [from, to] = pair?.a === upper.name ? [low, high] : [high && -high, low && -low];
      const words = pair?.status === 'separated' ? 'separated' : 'too close to call';
      return {
        upper: upper.name,
        lower: lower.name,
        difference,
        shares,
        certainty:
          from === null || to === null
            ? ''
            : `${formatDifference(from)} to ${formatDifference(to)}: ${words}`,
      };
    }),
  );
}

export type OrderReason = ReturnType<typeof orderReasons>[number];

function meansOf({ figures }: RankedSource) {
  return byGate((id) => figures?.[`mean_${id}`] ?? 0);
}
