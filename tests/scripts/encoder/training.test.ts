import { describe, expect, it } from 'vitest';

import { contrastModule } from '../../../scripts/encoder/assembly';
import type { Corpus } from '../../../scripts/encoder/numeric/corpus';
import {
  PASSAGE_TOKENS,
  QUERY_TOKENS,
  Sampler,
  TokenList,
  type SamplingSettings,
} from '../../../scripts/encoder/numeric/sampling';
import { planTraining, Trainer, type TrainingSettings } from '../../../scripts/encoder/numeric/training';
import { KINDS } from '../../../scripts/encoder/texts';
import { seededRandom } from '../../../src/scoring/random';

const TOKENS = 60;
const SETTINGS: TrainingSettings = { dimension: 16, batch: 16, steps: 20, rate: 0.05, scale: 20 };
const SAMPLING: SamplingSettings = {
  seed: 3,
  shares: [0, 0, 1, 0, 0],
  openings: [[5, 6]],
  rareness: new Float64Array(TOKENS).fill(1),
};

/** Records of one kind: texts of eight random tokens. */
function corpusOf(kind: (typeof KINDS)[number], records: number, texts: number): Corpus {
  const random = seededRandom(1);
  const length = 8;
  return {
    tokens: Uint16Array.from(
      { length: records * texts * length },
      () => 5 + Math.floor(random() * (TOKENS - 5)),
    ),
    textStarts: Uint32Array.from({ length: records * texts + 1 }, (_, i) => i * length),
    recordStarts: Uint32Array.from({ length: records + 1 }, (_, i) => i * texts),
    kinds: new Uint8Array(records).fill(KINDS.indexOf(kind)),
    vocabularySize: TOKENS,
  };
}

const CORPUS = corpusOf('paragraph', 40, 6);
const START = Float32Array.from({ length: TOKENS * SETTINGS.dimension }, seededRandom(2)).map((x) => x - 0.5);
const modulePromise = contrastModule();

/** Trainers of as many threads, in one thread, in step with each other. */
async function trained(parts: number, steps: number) {
  const plan = planTraining(await modulePromise, CORPUS, SETTINGS, SAMPLING, parts);
  const trainers = Array.from({ length: parts }, (_, part) => new Trainer(plan, part));
  trainers[0]?.begin(START);
  const losses: number[] = [];
  for (let step = 0; step < steps; step++) {
    const running = trainers.map((trainer) => trainer.step(step));
    while (running.map((one) => one.next().done).includes(false));
    losses.push(trainers[0]?.lastLoss() ?? NaN);
  }
  return { table: Float32Array.from(trainers[0]?.table ?? []), losses };
}

/** The batch of the first step. */
function firstBatch(): { query: number[]; passage: number[] }[] {
  const sampler = new Sampler(CORPUS, SAMPLING);
  const kind = sampler.kindOf(0);
  return Array.from({ length: SETTINGS.batch }, (_, place) => {
    const [query, passage] = [new TokenList(QUERY_TOKENS), new TokenList(PASSAGE_TOKENS)];
    sampler.draw(0, place, kind, query, passage);
    return {
      query: [...query.ids.subarray(0, query.length)],
      passage: [...passage.ids.subarray(0, passage.length)],
    };
  });
}

/** Mean symmetric cross-entropy in float64, from the formula. */
function lossOf(table: Float64Array, batch: ReturnType<typeof firstBatch>): number {
  const { dimension, scale } = SETTINGS;
  const unit = (ids: readonly number[]) => {
    const sum = new Float64Array(dimension);
    for (const id of ids) sum.forEach((x, d) => (sum[d] = x + (table[id * dimension + d] as number)));
    const length = Math.hypot(...sum);
    return sum.map((x) => x / length);
  };
  const queries = batch.map(({ query }) => unit(query));
  const passages = batch.map(({ passage }) => unit(passage));
  const cosines = queries.map((q) => passages.map((p) => q.reduce((s, x, d) => s + x * (p[d] as number), 0)));
  const share = (list: readonly number[], own: number) =>
    Math.log(list.reduce((sum, x) => sum + Math.exp(scale * x), 0)) - scale * (list[own] as number);
  const losses = cosines.map((row, i) => {
    const column = cosines.map((one) => one[i] as number);
    return 0.5 * (share(row, i) + share(column, i));
  });
  return losses.reduce((a, b) => a + b) / batch.length;
}

describe('a step of training', () => {
  it('has the loss of the formula, and moves each number against its slope', async () => {
    const batch = firstBatch();
    const before = Float64Array.from(START);
    const { table, losses } = await trained(1, 1);
    expect(losses[0]).toBeCloseTo(lossOf(before, batch), 5);
    let checked = 0;
    for (let at = 0; at < before.length; at += 7) {
      const [above, below] = [before.slice(), before.slice()];
      above[at] = (above[at] as number) + 1e-5;
      below[at] = (below[at] as number) - 1e-5;
      const slope = (lossOf(above, batch) - lossOf(below, batch)) / 2e-5;
      if (Math.abs(slope) < 1e-4) continue;
      // The first step of Adagrad is the rate, whatever the slope's size.
      const moved = (table[at] as number) - (START[at] as number);
      expect(moved).toBeCloseTo(-SETTINGS.rate * Math.sign(slope), 3);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(100);
  });

  it('lowers the loss', async () => {
    const { losses } = await trained(1, 20);
    expect(losses.at(-1)).toBeLessThan(0.5 * (losses[0] as number));
  });

  it('gives the same bytes for any number of threads', async () => {
    const { table } = await trained(1, 5);
    for (const parts of [2, 3]) expect((await trained(parts, 5)).table).toEqual(table);
  });
});

it('refuses sizes that cannot be shared out', async () => {
  const module = await modulePromise;
  expect(() => planTraining(module, CORPUS, { ...SETTINGS, dimension: 12 }, SAMPLING, 1)).toThrow(
    'multiples of eight; they are 16 and 12',
  );
});

describe('pairs', () => {
  const draw = (corpus: Corpus, kind: number, step = 0) => {
    const sampler = new Sampler(corpus, { ...SAMPLING, shares: [1, 1, 1, 1, 1] });
    const [query, passage] = [new TokenList(QUERY_TOKENS), new TokenList(PASSAGE_TOKENS)];
    sampler.draw(step, 0, kind, query, passage);
    return [query, passage].map((list) => [...list.ids.subarray(0, list.length)]);
  };

  it('of a fact: its heading, opened or not, and its text', () => {
    const corpus = corpusOf('fact', 1, 3);
    const text = (i: number) => [...corpus.tokens.subarray(8 * i, 8 * i + 8)];
    const opened = Array.from({ length: 200 }, (_, step) => {
      const [query = [], passage] = draw(corpus, KINDS.indexOf('fact'), step);
      expect(query.slice(-8)).toEqual(text(0));
      expect(passage).toEqual(text(2));
      return query.length > 8;
    });
    const share = opened.filter(Boolean).length / opened.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.45);
  });

  it('of a question: it or its subject, and a chunk of the answer', () => {
    const corpus = corpusOf('question', 1, 4);
    const text = (i: number) => [...corpus.tokens.subarray(8 * i, 8 * i + 8)];
    for (let step = 0; step < 50; step++) {
      const [query, passage] = draw(corpus, KINDS.indexOf('question'), step);
      expect([text(0), text(1)]).toContainEqual(query);
      expect([text(2), text(3)]).toContainEqual(passage);
    }
  });

  it('draw batches of a kind that has records, in their shares', () => {
    const half = corpusOf('paragraph', 4, 4);
    half.kinds[0] = KINDS.indexOf('fact');
    const sampler = new Sampler(half, { ...SAMPLING, shares: [0.25, 0.5, 0.25, 0, 0] });
    const kinds = Array.from({ length: 400 }, (_, step) => sampler.kindOf(step));
    const facts = kinds.filter((kind) => kind === 0).length;
    expect(new Set(kinds)).toEqual(new Set([0, 2]));
    expect(facts).toBeGreaterThan(160);
    expect(facts).toBeLessThan(240);
  });
});
