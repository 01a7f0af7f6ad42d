/** Measures how well rates of false negatives are told from a few judgements, for docs/JUDGE.md. Loaded through Vite. */

import type { Share } from '../../src/judge/hypergeometric';
import { stratifiedShare } from '../../src/judge/rates';
import { judgingOrder, keyPriority } from '../../src/judge/sample';
import { markdownTable, percentOf } from '../lib/table.mjs';
import { at, openPopulation, type Domain, type JudgedPopulation } from './population';
import { shortTables } from './short';
import { shortcutsTable } from './shortcuts';

/** Samples of each kind: one a seed, from 1. */
export const RUNS = 1000;

/** Judgements after which an interval is held against the truth. */
const AFTER = [50, 100, 200, 400];

/** Judgements of the page's triage. */
const SAMPLE = 200;

/** Judgements that a sample has at the most. */
const MOST = Math.max(...AFTER);

/** Judged pairs and answers of a domain, by stratum, after each pair of an order. */
class Tally {
  private readonly counts: { size: number; judged: number; answers: number }[];

  constructor(
    private readonly population: JudgedPopulation,
    private readonly domain: Domain,
  ) {
    this.counts = domain.sizes.map((size) => ({ size, judged: 0, answers: 0 }));
  }

  add(pair: number): void {
    const count = this.counts[at(this.population.strata, pair)];
    if (count === undefined || at(this.domain.isIn, pair) === 0) return;
    count.judged += 1;
    count.answers += at(this.population.answers, pair);
  }

  share(): Share | null {
    return stratifiedShare(this.counts.filter(({ size }) => size > 0));
  }
}

/** The shares of domains after so many judgements, in the order of the page. */
function sharesAfter(
  population: JudgedPopulation,
  domains: readonly Domain[],
  seed: number,
  after: readonly number[],
): (Share | null)[][] {
  const { pairs, strata, keys } = population;
  const tallies = domains.map((domain) => new Tally(population, domain));
  const priority = Float64Array.from({ length: pairs.count }, (_, pair) => keyPriority(keys, 4 * pair, seed));
  const shares: (Share | null)[][] = [];
  judgingOrder(pairs, strata, priority, MOST).forEach((pair, i) => {
    for (const tally of tallies) tally.add(pair);
    if (after.includes(i + 1)) shares.push(tallies.map((tally) => tally.share()));
  });
  return shares;
}

interface Held {
  readonly domain: Domain;
  /** After each number of judgements: how often the interval held the truth, and half its mean width. */
  readonly after: readonly { held: number; known: number; half: number }[];
}

function heldOf(
  population: JudgedPopulation,
  domains: readonly Domain[],
  after: readonly number[],
  runs: number,
): Held[] {
  const held = domains.map((domain) => ({
    domain,
    after: after.map(() => ({ held: 0, known: 0, half: 0 })),
  }));
  for (let seed = 1; seed <= runs; seed++) {
    sharesAfter(population, domains, seed, after).forEach((shares, i) =>
      shares.forEach((share, d) => {
        const sums = held[d]?.after[i];
        if (share === null || sums === undefined) return;
        const { truth } = domains[d] as Domain;
        sums.known += 1;
        sums.held += Number(share.low <= truth + 1e-12 && truth <= share.high + 1e-12);
        sums.half += (share.high - share.low) / 2;
      }),
    );
  }
  return held;
}

function coverageTable(held: readonly Held[], after: readonly number[]): string {
  return markdownTable(
    ['', 'distinct pairs', 'answers', ...after.map((n) => `after ${n}: held, ± points`)],
    held.map(({ domain, after: found }) => [
      domain.name,
      String(domain.sizes.reduce((sum, size) => sum + size, 0)),
      percentOf(domain.truth),
      ...found.map(
        ({ held: count, known, half }) =>
          `${percentOf(count / known)}, ± ${((100 * half) / known).toFixed(1)}`,
      ),
    ]),
  );
}

/** The tables of docs/JUDGE.md, by the names of their places. @param shared path of ../shared */
export async function measuredTables(
  shared: string,
  runs: number,
  say: (text: string) => void,
  short: boolean,
): Promise<ReadonlyMap<string, string>> {
  say('the engine over dl1920');
  const population = await openPopulation(shared);
  say('gaps, few units, words');
  const shorts: [string, string][] = [
    ...shortTables(population),
    ['shortcuts', await shortcutsTable(shared)],
  ];
  if (short) return new Map(shorts);
  const { sources, findings } = population;
  say('coverage of sources');
  const held = heldOf(population, sources, AFTER, runs);
  say('coverage of findings');
  const right = heldOf(population, findings, [SAMPLE], runs);
  return new Map([
    ...shorts,
    ['coverage', coverageTable(held, AFTER)],
    ['findings', coverageTable(right, [SAMPLE])],
  ]);
}
