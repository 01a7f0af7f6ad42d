/** Measures how well rates of false negatives are told from a few judgements, for docs/JUDGE.md. Loaded through Vite. */

import { join, resolve } from 'node:path';

import { exactShare, type Share } from '../../src/judge/hypergeometric';
import { stratifiedShare, type StratumCount } from '../../src/judge/rates';
import { judgingOrder, keyPriority } from '../../src/judge/sample';
import { at, openPopulation, type Domain, type JudgedPopulation } from './population';
import { openShortcutFile, shortcutOfFile } from './shortcuts';

/** Samples of each kind: one a seed, from 1. */
export const RUNS = 1000;

/** Judgements after which an interval is held against the truth. */
const AFTER = [50, 100, 200, 400];

/** Judgements of the page's triage. */
const SAMPLE = 200;

/** Half an interval that is narrow enough, and how often it is looked at. */
const NARROW = 0.05;
const STEP = 20;
const MOST = 4000;

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

  stratified(): Share | null {
    return stratifiedShare(this.counts.filter(({ size }) => size > 0));
  }

  /** As if the judged pairs were a plain random sample. */
  plain(): Share | null {
    const all = this.counts.reduce<StratumCount>(
      (sum, { size, judged, answers }) => ({
        size: sum.size + size,
        judged: sum.judged + judged,
        answers: sum.answers + answers,
      }),
      { size: 0, judged: 0, answers: 0 },
    );
    return all.judged === 0 ? null : exactShare(all.size, all.judged, all.answers);
  }
}

type Way = 'stratified' | 'plain' | 'suspicious';

function orderOf(population: JudgedPopulation, way: Way, seed: number): Int32Array {
  const { pairs, strata, keys } = population;
  const priority = Float64Array.from({ length: pairs.count }, (_, pair) => keyPriority(keys, 4 * pair, seed));
  if (way === 'stratified') return judgingOrder(pairs, strata, priority, MOST);
  const by = way === 'plain' ? priority : pairs.suspicion.map((suspicion) => -suspicion);
  return Int32Array.from({ length: pairs.count }, (_, pair) => pair)
    .sort((a, b) => at(by, a) - at(by, b) || at(priority, a) - at(priority, b))
    .slice(0, MOST);
}

/** The shares of domains after so many judgements. */
function sharesAfter(
  population: JudgedPopulation,
  domains: readonly Domain[],
  way: Way,
  seed: number,
  after: readonly number[],
): (Share | null)[][] {
  const tallies = domains.map((domain) => new Tally(population, domain));
  const shares: (Share | null)[][] = [];
  orderOf(population, way, seed).forEach((pair, i) => {
    for (const tally of tallies) tally.add(pair);
    if (after.includes(i + 1)) {
      shares.push(tallies.map((tally) => (way === 'stratified' ? tally.stratified() : tally.plain())));
    }
  });
  return shares;
}

interface Held {
  readonly domain: Domain;
  /** After each number of judgements: how often the interval held the truth, mean rate and mean half width. */
  readonly after: readonly { held: number; known: number; rate: number; half: number }[];
}

function heldOf(
  population: JudgedPopulation,
  domains: readonly Domain[],
  way: Way,
  after: readonly number[],
  runs: number,
): Held[] {
  const held = domains.map((domain) => ({
    domain,
    after: after.map(() => ({ held: 0, known: 0, rate: 0, half: 0 })),
  }));
  for (let seed = 1; seed <= runs; seed++) {
    sharesAfter(population, domains, way, seed, after).forEach((shares, i) =>
      shares.forEach((share, d) => {
        const sums = held[d]?.after[i];
        if (share === null || sums === undefined) return;
        const { truth } = domains[d] as Domain;
        sums.known += 1;
        sums.held += Number(share.low <= truth + 1e-12 && truth <= share.high + 1e-12);
        sums.rate += share.rate;
        sums.half += (share.high - share.low) / 2;
      }),
    );
  }
  return held;
}

/** Mean number of judgements, in steps, until the interval of each source is narrow. */
function untilNarrow(population: JudgedPopulation, way: Way, runs: number): number[] {
  const sums = population.sources.map(() => 0);
  const after = Array.from({ length: MOST / STEP }, (_, i) => (i + 1) * STEP);
  for (let seed = 1; seed <= runs; seed++) {
    const shares = sharesAfter(population, population.sources, way, seed, after);
    sums.forEach((_, d) => {
      const first = shares.findIndex((each) => {
        const share = each[d];
        return share !== null && share !== undefined && (share.high - share.low) / 2 <= NARROW;
      });
      sums[d] = (sums[d] ?? 0) + (first === -1 ? MOST : (after[first] ?? MOST)) / runs;
    });
  }
  return sums;
}

const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function coverageTable(held: readonly Held[], after: readonly number[]): string {
  return table(
    ['', 'distinct pairs', 'answers', ...after.map((n) => `after ${n}: held, ± points`)],
    held.map(({ domain, after: found }) => [
      domain.name,
      String(domain.sizes.reduce((sum, size) => sum + size, 0)),
      percent(domain.truth),
      ...found.map(
        ({ held: count, known, half }) => `${percent(count / known)}, ± ${((100 * half) / known).toFixed(1)}`,
      ),
    ]),
  );
}

function waysTable(rows: readonly (readonly [string, readonly Held[]])[]): string {
  const [[, first] = ['', []]] = rows;
  return table(
    ['order', ...first.map(({ domain }) => `${domain.name} (${percent(domain.truth)})`)],
    rows.map(([name, held]) => [
      name,
      ...held.map(({ after: [found] }) => {
        if (found === undefined || found.known === 0) return 'none judged';
        return `${percent(found.rate / found.known)}, held ${percent(found.held / found.known)}`;
      }),
    ]),
  );
}

const SHORTCUT_FILES = [
  ['dl1920', ['bm25', 'tasb', 'repllama', 'random']],
  ['demo', ['bm25', 'embedding', 'written', 'random']],
] as const;

/** How often the passages of a source are shuffled. */
const SHUFFLES = 100;

export function shortcutTable(shared: string, shuffles: number): string {
  const demo = resolve(import.meta.dirname, '../../public/demo');
  const rows = SHORTCUT_FILES.flatMap(([name, sources]) =>
    sources.map((source) => {
      const file = openShortcutFile(
        join(name === 'demo' ? demo : join(shared, 'data', name), `${source}.jsonl`),
      );
      const found = shortcutOfFile(file, null);
      if (!found) throw new Error(`${name} has too few queries.`);
      let held = 0;
      for (let seed = 1; seed <= shuffles; seed++) {
        const shuffled = shortcutOfFile(file, seed);
        held += Number(shuffled !== null && shuffled.low <= 0.5 && 0.5 <= shuffled.high);
      }
      const {
        auc,
        low,
        high,
        length_auc: length,
        negative_words: own,
        positive_words: theirs,
        words,
      } = found;
      return [
        name,
        source,
        `${auc.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
        length.toFixed(3),
        `${own} / ${theirs}`,
        words
          .slice(0, 3)
          .map(({ word }) => word)
          .join(', ') || '–',
        `${held} of ${shuffles}`,
      ];
    }),
  );
  return table(
    [
      'file',
      'source',
      'AUC (95 %)',
      'length alone',
      'words, negatives / positives',
      'telling words',
      'shuffled: 0.5 held',
    ],
    rows,
  );
}

/** The tables of docs/JUDGE.md, by the names of their places. @param shared path of ../shared */
export async function measuredTables(
  shared: string,
  runs: number,
  say: (text: string) => void,
): Promise<ReadonlyMap<string, string>> {
  say('the engine over dl1920');
  const population = await openPopulation(shared);
  const { sources, findings } = population;
  say('coverage of sources');
  const held = heldOf(population, sources, 'stratified', AFTER, runs);
  say('coverage of findings');
  const right = heldOf(population, findings, 'stratified', [SAMPLE], runs);
  say('other orders');
  const plain = heldOf(population, sources, 'plain', [SAMPLE], runs);
  const suspicious = heldOf(population, sources, 'suspicious', [SAMPLE], 1);
  const stratified = heldOf(population, sources, 'stratified', [SAMPLE], runs);
  say('judgements until the intervals are narrow');
  const few = Math.max(1, Math.round(runs / 10));
  const until = (['stratified', 'plain'] as const).map((way) => untilNarrow(population, way, few));
  say('shortcuts');
  const shortcuts = shortcutTable(shared, Math.min(SHUFFLES, runs));
  return new Map([
    ['shortcuts', shortcuts],
    ['coverage', coverageTable(held, AFTER)],
    ['findings', coverageTable(right, [SAMPLE])],
    [
      'orders',
      waysTable([
        ['the page’s', stratified],
        ['plain random', plain],
        ['most suspicious first', suspicious],
      ]),
    ],
    [
      'until',
      table(
        ['order', ...sources.map(({ name }) => name)],
        until.map((counts, i) => [
          i === 0 ? 'the page’s' : 'plain random',
          ...counts.map((count) => count.toFixed(0)),
        ]),
      ),
    ],
  ]);
}
