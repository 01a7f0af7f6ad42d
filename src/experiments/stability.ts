/** What all experiments together say about the order: the rank of each source under every variation, and in words. */

import { joined, type Phrase, type SourceName } from '../report/verdict-words';
import { formatCount } from '../ui/words';
import { comparedGroups, orderOf } from '../scoring/orders';
import { EXPERIMENT_IDS, EXPERIMENTS, type ExperimentId, type ExperimentOutcome } from './list';
import type { ShownSource } from './shown-source';

/** From this share of the variations on a source counts as keeping its rank. */
const KEEPS = 0.9;

/** With fewer variations nothing is said. */
const FEWEST = 4;

/** Most exceptions that are named. */
const MOST_NAMED = 2;

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

/** The order under one variation. */
export interface RibbonColumn {
  readonly experiment: ExperimentId;
  /** What is varied. */
  readonly group: string;
  readonly name: string;
  /** True for the user's own settings, which are no variation. */
  readonly own: boolean;
  /** Rank of each trusted source, by their places in the ribbon; 1 for the highest score. */
  readonly ranks: readonly number[];
  /** Of each flagged source, by their places in the ribbon: how many trusted sources score above it. */
  readonly above: readonly number[];
  /** True where the trusted sources have another order than under the user's settings. */
  readonly turned: boolean;
}

/** The sources of one setting under every variation. */
export interface Ribbon {
  readonly setting: string;
  /** Inside the ranking, by the order under the user's settings. */
  readonly trusted: readonly ShownSource[];
  readonly flagged: readonly ShownSource[];
  readonly columns: readonly RibbonColumn[];
}

/** A part of the headline: words, a source, or words that lead to an experiment. */
export type HeadlinePart = string | SourceName | { readonly text: string; readonly experiment: ExperimentId };

/**
 * A ribbon for each setting with two trusted sources or more.
 * @param outcomes that are current, of one run, in any order
 * @param sources of the run, as shown
 */
export function ribbonsOf(
  outcomes: readonly ExperimentOutcome[],
  sources: readonly ShownSource[],
): readonly Ribbon[] {
  const inOrder = EXPERIMENT_IDS.flatMap((id) => outcomes.find((outcome) => outcome.id === id) ?? []);
  const variations = inOrder.flatMap((outcome) =>
    (EXPERIMENTS[outcome.id].variations?.(outcome) ?? []).map((variation) => ({
      ...variation,
      experiment: outcome.id,
    })),
  );
  const base = variations.find(({ own }) => own)?.scores;
  if (!base) return [];
  return comparedGroups(sources.map(({ setting }) => setting)).flatMap(({ setting, places }): Ribbon[] => {
    const inside = places.filter((place) => !sources[place]?.outside);
    const outside = places.filter((place) => sources[place]?.outside);
    if (inside.length < 2) return [];
    const placesBy = (scores: readonly number[]) =>
      orderOf(inside.map((place) => scores[place] ?? 0)).map((i) => inside[i] as number);
    const ownOrder = placesBy(base);
    const columns = variations.map(({ experiment, group, name, own, scores }): RibbonColumn => {
      const order = placesBy(scores);
      return {
        experiment,
        group,
        name,
        own,
        ranks: ownOrder.map((place) => order.indexOf(place) + 1),
        above: outside.map(
          (place) => inside.filter((of) => (scores[of] ?? 0) >= (scores[place] ?? 0)).length,
        ),
        turned: order.join() !== ownOrder.join(),
      };
    });
    const at = (place: number) => sources[place] as ShownSource;
    return [{ setting, trusted: ownOrder.map(at), flagged: outside.map(at), columns }];
  });
}

/** In how many variations the order holds, and where it breaks; sentences with their full stops. */
export function stabilityTitle(ribbons: readonly Ribbon[]): readonly HeadlinePart[] {
  const [ribbon] = ribbons;
  const columns = changesOf(ribbon);
  if (!ribbon || columns.length < FEWEST)
    return ['What is your order made of, and what would turn it round?'];
  const count = formatCount(columns.length);
  if (ribbons.length > 1) {
    const kept = columns.filter((_, i) => ribbons.every((each) => changesOf(each)[i]?.turned === false));
    return [
      `The orders of ${ribbons.length} settings hold in ${formatCount(kept.length)} of ${count} variations.`,
    ];
  }
  const turned = columns.filter((column) => column.turned);
  if (turned.length === 0) return [`The order holds in each of ${count} variations.`];
  const held = ribbon.trusted.map((source, place) => {
    const rank = usualRank(columns, place);
    const others = columns.filter(({ ranks }) => ranks[place] !== rank);
    return { source, place, rank, others, keeps: others.length <= (1 - KEEPS) * columns.length };
  });
  const kept = held.filter(({ keeps }) => keeps);
  if (kept.length === held.length) {
    return [
      `The order holds in ${formatCount(columns.length - turned.length)} of ${count} variations`,
      ...breaks(turned, 'turns it', 'turn it'),
      '.',
    ];
  }
  const trading = held.filter(({ keeps }) => !keeps).map(({ source }) => source);
  const [first] = kept.sort((a, b) => a.others.length - b.others.length || a.rank - b.rank);
  if (!first) return [`No source keeps its rank over ${count} variations: `, ...trades(trading), '.'];
  const { source, rank, others, place } = first;
  const stays =
    others.length === 0
      ? ` is ${ordinal(rank)} in all ${count} variations`
      : ` is ${ordinal(rank)} in ${formatCount(columns.length - others.length)} of ${count} variations`;
  const to = others[0]?.ranks[place];
  const exceptions =
    others.length === 1 && to !== undefined
      ? breaks(others, `puts it ${ordinal(to)}`, '')
      : breaks(others, 'moves it', 'move it');
  return [{ source: source.name }, stays, ...exceptions, '. ', ...leads(ribbon, columns, trading), '.'];
}

/** The variations of a ribbon: all but the user's own settings. */
function changesOf(ribbon: Ribbon | undefined): readonly RibbonColumn[] {
  return ribbon?.columns.filter(({ own }) => !own) ?? [];
}

/** `; margin hardness puts it first`, with the name as a link; nothing where there are more than can be named. */
function breaks(columns: readonly RibbonColumn[], one: string, several: string): HeadlinePart[] {
  if (columns.length === 0 || columns.length > MOST_NAMED) return [];
  const names = columns.flatMap(({ name, experiment }, i): HeadlinePart[] => [
    ...(i > 0 ? [' and '] : []),
    { text: name, experiment },
  ]);
  return ['; ', ...names, ` ${columns.length === 1 ? one : several}`];
}

/** Two sources that trade places: how often the one leads. More: that they do. */
function leads(
  { trusted }: Ribbon,
  columns: readonly RibbonColumn[],
  trading: readonly ShownSource[],
): Phrase {
  const [one, other] = trading;
  if (!one || !other || trading.length > 2) return trades(trading);
  const [a, b] = [trusted.indexOf(one), trusted.indexOf(other)];
  const ahead = columns.filter(({ ranks }) => (ranks[a] ?? 0) < (ranks[b] ?? 0)).length;
  return [{ source: one.name }, ' leads ', { source: other.name }, ` in ${formatCount(ahead)}`];
}

function trades(trading: readonly ShownSource[]): Phrase {
  const verb = trading.length === 1 ? 'changes its rank' : 'trade places';
  if (trading.length > 3) return [`${trading.length} sources ${verb}`];
  return [...joined(trading.map(({ name }): Phrase => [{ source: name }])), ` ${verb}`];
}

function ordinal(rank: number): string {
  return ORDINALS[rank - 1] ?? `number ${rank}`;
}

/** The most frequent rank of a source. */
function usualRank(columns: readonly RibbonColumn[], place: number): number {
  const counts = new Map<number, number>();
  for (const { ranks } of columns) {
    const rank = ranks[place] ?? 0;
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}
