/** What some verdicts say: the rate of false negatives of each source, and how often each finding is right. */

import { JUDGED_FINDINGS } from './findings';
import type { OpenShare, Share } from './hypergeometric';
import { isApart, isEnough, stratifiedShare } from './rates';
import type { Verdict } from './verdicts';

/** With fewer distinct queries a rate is that of one or two of them, and has no interval. */
export const FEWEST_JUDGED = 3;

export interface OrderedPair {
  /** 32 hexadecimal digits: the hash of query and negative. */
  readonly key: string;
  readonly stratum: number;
  /** Places of the sources that hold it. */
  readonly sources: readonly number[];
  /** Bit i for `JUDGED_FINDINGS[i]`. */
  readonly findings: number;
  /** One place where it stands: key of the source, record and position, both from 0. */
  readonly at: { readonly source: number; readonly record: number; readonly position: number };
}

/** The order in which the pairs of a run are judged, and how many pairs stand behind it. */
export interface JudgingOrder {
  readonly seed: number;
  /** Keys of the sources, in the run's order. */
  readonly sources: readonly number[];
  /** Distinct queries of each source. */
  readonly queries: readonly number[];
  /** Distinct pairs of all sources. */
  readonly distinct: number;
  /** Distinct pairs of each source in each stratum; of each finding in each stratum. */
  readonly ofSources: readonly (readonly number[])[];
  readonly ofFindings: readonly (readonly number[])[];
  /** The first of the order. */
  readonly pairs: readonly OrderedPair[];
}

/** A rate and what it rests on. */
export interface JudgedRate {
  /** Distinct pairs. */
  readonly pairs: number;
  /** Of them, those judged, whatever was said. */
  readonly judged: number;
  readonly answers: number;
  readonly cannotTell: number;
  /** Null where no verdict tells. Without an interval where there are fewer than {@link FEWEST_JUDGED} queries. */
  readonly share: OpenShare | null;
}

/** The share of answers where it has an interval and rests on enough pairs; else null. */
export function knownShare({ judged, pairs, share }: JudgedRate): Share | null {
  const { rate = 0, low = null, high = null } = share ?? {};
  return low === null || high === null || !isEnough(judged, pairs) ? null : { rate, low, high };
}

export interface JudgedFigures {
  /** Pairs that count: the first of the order up to the first that nobody judged. */
  readonly counted: number;
  /** Judged pairs of the sample behind that: they count once the order has reached them. */
  readonly waiting: number;
  /** In the order of the sources. */
  readonly sources: readonly JudgedRate[];
  /** In the order of `JUDGED_FINDINGS`. */
  readonly findings: readonly JudgedRate[];
}

/**
 * The judged pairs that are a random sample: the beginning of the order without a gap. Verdicts of an earlier order lie
 * where that one put them, more of them on what was suspicious then.
 * @param size pairs of the sample: the first of the order
 */
function gapFree(
  { pairs }: Pick<JudgingOrder, 'pairs'>,
  verdicts: ReadonlyMap<string, Verdict>,
  size: number,
): readonly OrderedPair[] {
  const sample = pairs.slice(0, size);
  const gap = sample.findIndex(({ key }) => !verdicts.has(key));
  return gap < 0 ? sample : sample.slice(0, gap);
}

/** @param verdicts by key @param size pairs of the sample: the first of the order */
export function judgedFigures(
  order: JudgingOrder,
  verdicts: ReadonlyMap<string, Verdict>,
  size: number,
): JudgedFigures {
  const sample = gapFree(order, verdicts, size);
  const judged = order.pairs.slice(0, size).filter(({ key }) => verdicts.has(key)).length;
  const rate = (
    sizes: readonly number[],
    queries: number,
    isIn: (pair: OrderedPair) => boolean,
  ): JudgedRate => {
    const strata = sizes.map((all) => ({ size: all, judged: 0, answers: 0 }));
    let cannotTell = 0;
    for (const pair of sample) {
      const verdict = verdicts.get(pair.key);
      if (verdict === undefined || !isIn(pair)) continue;
      if (verdict === 'cannot tell') {
        cannotTell += 1;
        continue;
      }
      strata[pair.stratum].judged += 1;
      if (verdict === 'answers') strata[pair.stratum].answers += 1;
    }
    const share = stratifiedShare(strata.filter(({ size: all }) => all > 0));
    const sum = (of: (stratum: (typeof strata)[number]) => number) =>
      strata.reduce((all, stratum) => all + of(stratum), 0);
    return {
      pairs: sum(({ size: all }) => all),
      judged: sum(({ judged }) => judged) + cannotTell,
      answers: sum(({ answers }) => answers),
      cannotTell,
      share: share && queries < FEWEST_JUDGED ? { ...share, low: null, high: null } : share,
    };
  };
  return {
    counted: sample.length,
    waiting: judged - sample.length,
    sources: order.ofSources.map((sizes, source) =>
      rate(sizes, order.queries[source], (pair) => pair.sources.includes(source)),
    ),
    findings: JUDGED_FINDINGS.map((_, i) =>
      rate(
        order.ofFindings[i] ?? [],
        Math.max(...order.queries),
        ({ findings }) => ((findings >> i) & 1) === 1,
      ),
    ),
  };
}

/**
 * The rate of a source without judged answers: (p N − k) / (N − k), its ends alike. N and p are of the pairs that stay
 * whatever was judged, as a filter or a limit leaves them; k of them leave because they were judged to be answers. It is
 * worked out, not judged afresh.
 * @returns null where nothing tells, or nothing is left
 */
export function rateWithoutAnswers({ share, pairs }: JudgedRate, dropped: number): OpenShare | null {
  if (share === null || pairs <= dropped) return null;
  const left = (end: number) => Math.min(1, Math.max(0, (end * pairs - dropped) / (pairs - dropped)));
  const { rate, low, high } = share;
  return { rate: left(rate), low: low === null ? null : left(low), high: high === null ? null : left(high) };
}

/**
 * Sources by their rates: their places, lowest first, where every two next to each other are apart. Else, and for one source,
 * null with the places of those without an interval, or in groups those whose intervals touch.
 */
export function rateOrder(sources: readonly JudgedRate[]) {
  const known = sources.flatMap(({ share }, place) =>
    share === null || share.low === null || share.high === null
      ? []
      : { rate: share.rate, low: share.low, high: share.high, place },
  );
  const open = [...sources.keys()].filter((at) => !known.some(({ place }) => place === at));
  if (open.length > 0) return { order: null, why: 'no interval', groups: [open] } as const;
  known.sort((a, b) => a.rate - b.rate);
  const groups: number[][] = [];
  known.forEach((share, i) => {
    const before = known[i - 1];
    if (before === undefined || isApart(before, share)) groups.push([share.place]);
    else groups.at(-1)?.push(share.place);
  });
  const touching = groups.filter(({ length }) => length > 1);
  const isOrder = touching.length === 0 && sources.length > 1;
  return {
    order: isOrder ? known.map(({ place }) => place) : null,
    why: 'overlap',
    groups: touching,
  } as const;
}
