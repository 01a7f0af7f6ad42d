/** Simulations of docs/JUDGE.md that take a minute: verdicts of an earlier order, few units, words of one distribution. */

import { gapFree } from '../../src/judge/figures';
import { stratifiedShare } from '../../src/judge/rates';
import { removedShare, wilson, type WeighedAnswer } from '../../src/judge/removed';
import { domainSizes, judgingOrder, keyPriority, strataOf } from '../../src/judge/sample';
import type { Verdict } from '../../src/judge/verdicts';
import { seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';
import { giveawaysInSlices } from '../../src/shortcuts/giveaways';
import { surfaceOf } from '../../src/shortcuts/surface';
import { markdownTable, percentOf } from '../lib/table.mjs';
import { at, type JudgedPopulation } from './population';

/** One a seed, from 1. */
const SEEDS = 1000;
const JUDGED = 200;
/** Verdicts given in the new order after the 200 of the earlier one, from its beginning on. */
const MORE = [0, 50, 100];
const FILES = 200;

/**
 * 200 pairs are judged in one order. Then another encoder finds other pairs suspicious, and so many more are judged in the
 * new order, from its beginning on.
 */
function gapsTable({ pairs, answers, keys, sources }: JudgedPopulation): string {
  const names = sources.map(({ name }) => name);
  const held = MORE.map(() => names.map(() => ({ ...NOTHING })));
  const counted = MORE.map(() => 0);
  const strataOfOrder = [pairs, { ...pairs, suspicion: otherSuspicion(pairs.suspicion) }].map((of) => ({
    pairs: of,
    strata: strataOf(of),
  }));
  for (let seed = 1; seed <= SEEDS; seed++) {
    const priority = Float64Array.from({ length: pairs.count }, (_, pair) =>
      keyPriority(keys, 4 * pair, seed),
    );
    const [earlier, now] = strataOfOrder.map(({ pairs: of, strata }) => ({
      strata,
      order: [...judgingOrder(of, strata, priority, 2 * JUDGED)],
    }));
    if (!earlier || !now) continue;
    const verdicts = new Map<string, Verdict>(
      earlier.order.slice(0, JUDGED).map((pair) => [String(pair), verdictOf(at(answers, pair))]),
    );
    MORE.forEach((more, m) => {
      const given = now.order.filter((pair) => !verdicts.has(String(pair))).slice(0, more);
      const all = new Map([
        ...verdicts,
        ...given.map((pair) => [String(pair), verdictOf(at(answers, pair))] as const),
      ]);
      const asked = now.order.map((pair) => ({ pair, key: String(pair) }));
      const order = asked.map(({ key }) => ({ key, stratum: 0, sources: [], findings: 0, at: NOWHERE }));
      const prefix = gapFree({ pairs: order }, all, 2 * JUDGED).length;
      counted[m] = (counted[m] ?? 0) + prefix / SEEDS;
      sources.forEach(({ isIn, truth }, s) => {
        const sizes = domainSizes(now.strata, 3 * names.length, (pair) => at(isIn, pair) === 1);
        const shareOf = (some: readonly number[]) => {
          const strata = sizes.map((size) => ({ size, judged: 0, answers: 0 }));
          for (const pair of some) {
            const count = strata[at(now.strata, pair)];
            if (!count || at(isIn, pair) === 0) continue;
            count.judged += 1;
            count.answers += at(answers, pair);
          }
          return stratifiedShare(strata.filter(({ size }) => size > 0));
        };
        const row = held[m]?.[s];
        const before = shareOf(now.order.slice(0, JUDGED + more).filter((pair) => all.has(String(pair))));
        const after = shareOf(now.order.slice(0, prefix));
        if (!row) return;
        if (before) {
          row.before += Number(before.low - 1e-12 <= truth && truth <= before.high + 1e-12);
          row.error += before.rate - truth;
        }
        if (after === null) return;
        row.known += 1;
        row.after += Number(after.low - 1e-12 <= truth && truth <= after.high + 1e-12);
        row.errorAfter += after.rate - truth;
      });
    });
  }
  return markdownTable(
    [
      'more judged',
      'pairs that count',
      'source',
      'all verdicts: held, too high by',
      'without a gap: held, too high by',
    ],
    MORE.flatMap((more, m) =>
      names.map((name, s) => {
        const { before, after, error, errorAfter, known } = held[m]?.[s] ?? NOTHING;
        const points = (sum: number, of: number) => `${((100 * sum) / of).toFixed(1)} points`;
        return [
          String(more),
          (counted[m] ?? 0).toFixed(0),
          name,
          `${percentOf(before / SEEDS)}, ${points(error, SEEDS)}`,
          known === 0 ? 'none' : `${percentOf(after / known)}, ${points(errorAfter, known)}`,
        ];
      }),
    ),
  );
}

const NOTHING = { before: 0, after: 0, error: 0, errorAfter: 0, known: 0 };
const NOWHERE = { source: -1, record: -1, position: -1 };

function verdictOf(answer: number): Verdict {
  return answer === 1 ? 'answers' : 'does not answer';
}

/** As an encoder has it that finds quite other pairs suspicious. */
function otherSuspicion(suspicion: Float64Array): Float64Array {
  const random = seededRandom(99);
  return suspicion.map(() => random());
}

/** Ten answers a unit, of which a share goes that is drawn for the unit from 0.2 to 0.8: 0.5 of all. */
function fewTable(): string {
  const rows = [3, 5, 8, 10, 20, 97].map((units) => {
    const held = { plain: 0, own: 0 };
    const called = { plain: 0, own: 0 };
    for (let seed = 1; seed <= 2 * SEEDS; seed++) {
      const random = seededRandom(seed);
      const answers = Array.from({ length: units }, (_, unit): WeighedAnswer[] => {
        const share = 0.2 + 0.6 * random();
        return Array.from({ length: 10 }, () => ({ unit, weight: 1, removed: random() < share }));
      }).flat();
      const own = removedShare(answers);
      const plain = withoutT(answers, units);
      if (own?.low === null || own?.high === null || !own) continue;
      held.own += Number(own.low <= 0.5 && 0.5 <= own.high);
      held.plain += Number(plain.low <= 0.5 && 0.5 <= plain.high);
      called.own += Number(units >= 10 && own.low > 0.5);
      called.plain += Number(plain.low > 0.5);
    }
    const share = (count: number) => percentOf(count / (2 * SEEDS));
    return [String(units), share(held.plain), share(held.own), share(called.plain), share(called.own)];
  });
  return markdownTable(
    ['units', 'n′: held', 'n′ (z/t)²: held', 'n′: falsely “more”', 'n′ (z/t)², ten units: falsely “more”'],
    rows,
  );
}

/** As it was without Student's t. */
function withoutT(answers: readonly WeighedAnswer[], units: number) {
  const rate = answers.filter(({ removed }) => removed).length / answers.length;
  const residuals = Array.from({ length: units }, (_, unit) =>
    answers
      .filter((answer) => answer.unit === unit)
      .reduce((sum, { removed }) => sum + (Number(removed) - rate) / answers.length, 0),
  );
  const variance = (units / (units - 1)) * residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  return wilson(rate, Math.min(answers.length, (rate * (1 - rate)) / variance));
}

/** Files of 97 queries, both sides of one distribution of words: how many files show a telling word. */
function wordsTable(): string {
  const rows = [1, 10, 30].map((negatives) => {
    let files = 0;
    let words = 0;
    for (let seed = 1; seed <= FILES; seed++) {
      const random = seededRandom(seed);
      const entries = Array.from({ length: 97 * (1 + negatives) }, (_, passage) => ({
        unit: Math.floor(passage / (1 + negatives)),
        passage,
        isNegative: passage % (1 + negatives) > 0,
        surface: surfaceOf(
          Array.from({ length: 50 }, () => `w${Math.floor(10 ** (4 * random()))}`).join(' '),
        ),
      }));
      const { words: found } = atOnce(giveawaysInSlices(entries, 7));
      files += Number(found.length > 0);
      words += found.length;
    }
    return [String(negatives), percentOf(files / FILES), (words / FILES).toFixed(2)];
  });
  return markdownTable(['negatives a query', 'files with a word', 'words a file'], rows);
}

export function shortTables(population: JudgedPopulation): [string, string][] {
  return [
    ['gaps', gapsTable(population)],
    ['few', fewTable()],
    ['words', wordsTable()],
  ];
}
