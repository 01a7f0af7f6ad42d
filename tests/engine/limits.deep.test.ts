/** What a margin takes from the pairs of ../shared/data/dl1920, and how well a sample of judgements tells it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { openAuditFile, type AuditFile } from '../support/audit-files';
import { flatPairsOf } from '../../src/engine/flat-pairs';
import { limitsOf } from '../../src/engine/limits';
import type { LimitRequest } from '../../src/engine/types';
import { judgedFigures, rateWithoutAnswers, type JudgingOrder } from '../../src/judge/figures';
import type { OpenShare } from '../../src/judge/hypergeometric';
import { judgedAnswers, type JudgedAnswer } from '../../src/judge/removed';
import { distinctPairs, domainSizes, judgingOrder, keyPriority, strataOf } from '../../src/judge/sample';
import type { Limit } from '../../src/scoring/limits';
import { isNearPositive } from '../../src/scoring/near-positive';
import { seededRandom } from '../../src/scoring/random';
import { stubBrowserGlobals } from '../support/browser-globals';
import { POTION, potionIsHere } from '../support/folders';

const SHARED = fileURLToPath(new URL('../../../shared/data/dl1920', import.meta.url));
const NAMES = ['bm25', 'tasb', 'repllama'];
const MARGIN: Limit = { id: 'absolute_margin', value: 0.05, end: 30 };
const SEEDS = 200;

beforeAll(() => stubBrowserGlobals());
afterAll(() => vi.unstubAllGlobals());

describe.skipIf(!potionIsHere || !existsSync(SHARED))('limits on dl1920 (../shared)', () => {
  let file: AuditFile;

  beforeAll(async () => {
    file = await openAuditFile(
      NAMES.map((name) => join(SHARED, `${name}.jsonl`)),
      join(SHARED, 'qrels_truth.tsv'),
      POTION,
    );
  });

  const limits = (rules: LimitRequest['rules'], answers: LimitRequest['answers']) =>
    limitsOf(file.run.sources, { rules, answers }, { overlaps: file.findings.overlaps, given: null });

  /** Every answer, each for itself. */
  const allAnswers = (): JudgedAnswer[] =>
    rows().flatMap(({ answer, at, held }) => (answer ? [{ at, weights: held }] : []));

  /** The distinct pairs, whether each is an answer, and the sources that hold it. */
  function rows() {
    const flat = flatPairsOf(file.run, file.findings);
    const ids = file.run.sources.map(({ id }) => id);
    const pairs = distinctPairs({ ...flat, source: flat.source.map((id) => ids.indexOf(id)) }, ids.length);
    const answers = file.answers.flatMap((own) => [...own]);
    return Array.from(pairs.row, (row, pair) => ({
      answer: answers[row] === 1,
      at: {
        source: flat.source[row] as number,
        record: flat.record[row] as number,
        position: flat.position[row] as number,
      },
      held: ids.map((_, source) => pairs.held[pair * ids.length + source] as number),
    }));
  }

  it('a margin of 0.05 takes as large a share of repllama’s answers as of its pairs', () => {
    const figures = limits([[MARGIN]], allAnswers()).map(({ pairs, rules }) => {
      const point = rules[0]?.[0];
      const share = point?.answers;
      if (!point || !share) throw new Error('Every source has judged answers.');
      const dropped = 1 - point.kept / pairs;
      return {
        kept: point.kept,
        emptied: point.emptied,
        percent: [dropped, share.rate, share.low ?? NaN, share.high ?? NaN].map((each) =>
          Math.round(100 * each),
        ),
        against: point.againstChance,
      };
    });
    // Dropped pairs, answers removed and their interval, in per cent. Issue 26: 43 and 46 % of repllama.
    expect(figures).toEqual([
      { kept: 1528, emptied: 4, percent: [47, 57, 48, 66], against: 'more' },
      { kept: 1616, emptied: 4, percent: [44, 50, 43, 58], against: 'open' },
      { kept: 1321, emptied: 1, percent: [43, 46, 39, 54], against: 'open' },
    ]);
  });

  it('holds the share removed in about 95 of 100 samples', () => {
    const flat = flatPairsOf(file.run, file.findings);
    const ids = file.run.sources.map(({ id }) => id);
    const pairs = distinctPairs({ ...flat, source: flat.source.map((id) => ids.indexOf(id)) }, ids.length);
    const strata = strataOf(pairs);
    const known = rows();
    const random = seededRandom(1);
    const keys = Uint32Array.from({ length: 4 * pairs.count }, () => Math.floor(random() * 2 ** 32));
    const ofSources = ids.map((_, source) =>
      domainSizes(strata, 3 * ids.length, (pair) => known[pair]?.held[source] === 1),
    );
    const truth = limits([[MARGIN]], allAnswers());
    for (const size of [100, 200, 400]) {
      const held = ids.map(() => 0);
      for (let seed = 1; seed <= SEEDS; seed++) {
        const priority = Float64Array.from(known, (_, pair) => keyPriority(keys, 4 * pair, seed));
        const order = Array.from(judgingOrder(pairs, strata, priority, size), (pair) => ({
          key: String(pair),
          stratum: strata[pair] as number,
          sources: [...ids.keys()].filter((source) => known[pair]?.held[source] === 1),
          findings: 0,
          at: known[pair]?.at ?? { source: -1, record: -1, position: -1 },
        }));
        const verdicts = new Map(
          order.map(({ key }) => [key, known[Number(key)]?.answer ? 'answers' : 'does not answer'] as const),
        );
        const answers = judgedAnswers({ ofSources, pairs: order }, verdicts, size);
        for (const [s, { rules }] of limits([[MARGIN]], answers).entries()) {
          const share = rules[0]?.[0]?.answers;
          const { rate } = truth[s]?.rules[0]?.[0]?.answers ?? { rate: NaN };
          const { low, high } = share ?? { low: null, high: null };
          if (low === null || high === null || (low <= rate && rate <= high)) held[s] = (held[s] ?? 0) + 1;
        }
      }
      // Two standard errors of 200 draws below 95 %. docs/JUDGE.md has the figures.
      for (const times of held) expect(times / SEEDS, `after ${size}`).toBeGreaterThan(0.92);
    }
  });

  it('holds the rate of answers before and after cleaning in 95 of 100 samples of 200', () => {
    const flat = flatPairsOf(file.run, file.findings);
    const ids = file.run.sources.map(({ id }) => id);
    const pairs = distinctPairs({ ...flat, source: flat.source.map((id) => ids.indexOf(id)) }, ids.length);
    const strata = strataOf(pairs);
    const known = rows();
    const random = seededRandom(2);
    const keys = Uint32Array.from({ length: 4 * pairs.count }, () => Math.floor(random() * 2 ** 32));
    const isNear = (pair: number) => isNearPositive(flat.distance[pairs.row[pair] as number] as number);
    /** The order with only the pairs that pass counted. */
    const orderOf = (priority: Float64Array, passes: (pair: number) => boolean): JudgingOrder => {
      const isIn = (pair: number, source: number) => known[pair]?.held[source] === 1 && passes(pair);
      return {
        seed: 0,
        sources: ids,
        queries: ids.map(() => 97),
        distinct: pairs.count,
        ofSources: ids.map((_, source) => domainSizes(strata, 3 * ids.length, (pair) => isIn(pair, source))),
        ofFindings: [],
        pairs: Array.from(judgingOrder(pairs, strata, priority, 200), (pair) => ({
          key: String(pair),
          stratum: strata[pair] as number,
          sources: [...ids.keys()].filter((source) => isIn(pair, source)),
          findings: 0,
          at: { source: -1, record: -1, position: -1 },
        })),
      };
    };
    /** Share of answers among the pairs of a source that pass. */
    const truth = (source: number, passes: (pair: number) => boolean) => {
      const own = known.filter((each, pair) => each.held[source] === 1 && passes(pair));
      return own.filter(({ answer }) => answer).length / own.length;
    };
    const holds = (share: OpenShare | null, rate: number) =>
      share !== null && share.low !== null && share.high !== null && share.low <= rate && rate <= share.high;
    const held = ids.map(() => 0);
    for (let seed = 1; seed <= SEEDS; seed++) {
      const priority = Float64Array.from(known, (_, pair) => keyPriority(keys, 4 * pair, seed));
      const before = orderOf(priority, () => true);
      const without = orderOf(priority, (pair) => !isNear(pair));
      const verdicts = new Map(
        before.pairs.map(
          ({ key }) => [key, known[Number(key)]?.answer ? 'answers' : 'does not answer'] as const,
        ),
      );
      const isDropped = (pair: number) => isNear(pair) || verdicts.get(String(pair)) === 'answers';
      const [rates, left] = [before, without].map((order) => judgedFigures(order, verdicts, 200).sources);
      ids.forEach((_, source) => {
        const judged = without.pairs.filter(
          ({ key, sources }) => sources.includes(source) && verdicts.get(key) === 'answers',
        );
        const [rate, rest] = [rates?.[source], left?.[source]];
        const after = rest ? rateWithoutAnswers(rest, judged.length) : null;
        const isHeld =
          holds(
            rate?.share ?? null,
            truth(source, () => true),
          ) &&
          holds(
            after,
            truth(source, (pair) => !isDropped(pair)),
          );
        held[source] = (held[source] ?? 0) + Number(isHeld);
      });
    }
    for (const times of held) expect(times / SEEDS).toBeGreaterThanOrEqual(0.95);
  });
});
