/** What all experiments together say about the order: which source keeps its rank and which trade places. */

import { joined, type Phrase } from '../report/verdict-words';
import { formatCount } from '../ui/words';
import { comparedGroups, ranksWithin } from '../scoring/orders';
import type { ExperimentSource } from './shown-source';
import { EXPERIMENTS, type ExperimentOutcome } from './list';
import { nameAt } from './orders';

/** From this share of the orders on a source counts as keeping its rank. */
const KEEPS = 0.9;

/** With fewer variations nothing is said. */
const FEWEST = 4;

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/**
 * Which sources in the ranking keep their rank, and which trade places; a sentence with its full stop.
 * @param outcomes that are current, of one run
 * @param outside ids of the sources outside the ranking
 */
export function stabilityTitle(outcomes: readonly ExperimentOutcome[], outside: ReadonlySet<number>): Phrase {
  const all = outcomes[0]?.about.sources ?? [];
  const inside = [...all.keys()].filter((place) => !outside.has(all[place]?.id ?? -1));
  const sources = inside.flatMap((place) => all[place] ?? []);
  const orders = outcomes
    .flatMap((outcome) => EXPERIMENTS[outcome.id].variations?.(outcome) ?? [])
    .map((scores) =>
      ranksWithin(
        settingsOf(sources),
        inside.map((place) => scores[place] ?? 0),
      ),
    );
  const groups = comparedGroups(settingsOf(sources));
  const [group] = groups;
  if (orders.length < FEWEST || !group) return ['What is your order made of, and what would turn it round?'];
  const count = formatCount(orders.length);
  if (groups.length > 1) {
    const kept = orders.filter((ranks) => ranks.every((rank, place) => rank === orders[0]?.[place])).length;
    return [`The orders of ${groups.length} settings hold in ${formatCount(kept)} of ${count} variations.`];
  }
  const kept = group.places.flatMap((place) => {
    const rank = usualRank(orders, place);
    const share = orders.filter((ranks) => ranks[place] === rank).length / orders.length;
    return share >= KEEPS ? [{ place, rank, always: share === 1 }] : [];
  });
  const always = kept.every((each) => each.always);
  if (kept.length === group.places.length) {
    return [
      always
        ? `The order holds in each of ${count} variations.`
        : `The order holds in nearly all of ${count} variations.`,
    ];
  }
  const trading = group.places.filter((place) => !kept.some((each) => each.place === place));
  const [first] = kept.sort((a, b) => a.rank - b.rank);
  const verb = trading.length === 1 ? 'changes its rank' : 'trade places';
  const trade: Phrase =
    trading.length > 3
      ? [`${trading.length} sources ${verb}`]
      : [...joined(trading.map((place) => [nameAt(sources, place)])), ` ${verb}`];
  if (!first) return [`No source keeps its rank: over ${count} variations `, ...trade, '.'];
  const stays = first.always ? 'stays' : 'nearly always stays';
  return [
    nameAt(sources, first.place),
    ` ${stays} ${ORDINALS[first.rank - 1] ?? `number ${first.rank}`} in ${count} variations; `,
    ...trade,
    '.',
  ];
}

function settingsOf(sources: readonly ExperimentSource[]): string[] {
  return sources.map(({ setting }) => setting);
}

/** The most frequent rank of a place. */
function usualRank(orders: readonly (readonly number[])[], place: number): number {
  const counts = new Map<number, number>();
  for (const ranks of orders) {
    const rank = ranks[place] ?? 0;
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}
