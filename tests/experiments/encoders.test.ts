import { describe, expect, it } from 'vitest';

import type { ControlsResult } from '../../src/experiments/controls';
import {
  compareEncoders,
  encoderName,
  ENCODERS,
  encodersOutcome,
  withOutcome,
  type ComparedRun,
  type JudgedEncoder,
  type RunOutcomes,
} from '../../src/experiments/encoders';
import { PAPER_TRAINED } from '../../src/experiments/paper';
import { readModel } from '../../src/identity';
import { phraseText } from '../../src/report/verdict-words';
import { expectRelative } from '../support/near';
import { outcomeOf } from './outcomes';

/** Sources of the paper under one of its encoders, scored as printed, and by a scalar that turns them round. */
function findings(encoder: string, safe: boolean | null): JudgedEncoder {
  const rows = PAPER_TRAINED.filter((row) => row.encoder === encoder);
  const sources = rows.map(({ source, setting }) => ({ name: source, setting }));
  const step = (id: string, sign: number) => {
    return { id, name: id, at: null, scores: rows.map(({ score }) => sign * score), apart: [] };
  };
  const steps = [step('full', 1), step('trace', 1), step('inversion-rate', -1)];
  return {
    encoder,
    weightings: outcomeOf('weightings', sources, { steps, own: 0 }),
    controls:
      safe === null ? null : outcomeOf('controls', sources, { safe: { full: safe } } as ControlsResult),
  };
}

describe('compareEncoders', () => {
  const ENCODERS = ['DistilBERT', 'E5-base', 'Contriever'];
  const compared = compareEncoders(
    ENCODERS.map((encoder, i) => findings(encoder, i === 2 ? null : i === 1)),
    PAPER_TRAINED,
  );

  it('has a block an encoder and setting, all of the paper’s in one order', () => {
    expect(compared.encoders).toEqual(ENCODERS);
    expect(compared.blocks).toHaveLength(6);
    expect(compared.blocks.every(({ as_first }) => as_first)).toBe(true);
    expect(compared.blocks[0]?.order).toEqual(['LLM', 'Dense', 'BM25']);
  });

  it('counts the blocks in which a variant has the order of the full score', () => {
    expect(compared.variants.map(({ id, matched, blocks }) => [id, matched, blocks])).toEqual([
      ['full', 6, 6],
      ['trace', 6, 6],
      ['inversion-rate', 0, 6],
    ]);
  });

  it('averages r over the encoders, and has the safe verdicts side by side', () => {
    const [full, trace, turned] = compared.variants;
    // As recomputed from the printed tables: 0.97 and 0.96.
    expect(full?.pearson['non-hybrid']?.toFixed(2)).toBe('0.97');
    expect(full?.pearson['hybrid']?.toFixed(2)).toBe('0.96');
    expectRelative(turned?.pearson['hybrid'] ?? NaN, -(full?.pearson['hybrid'] ?? NaN), 1e-12);
    expect(full?.safe).toEqual([false, true, null]);
    expect(trace?.safe).toEqual([false, true, null]);
    expect(turned?.safe).toEqual([null, null, null]);
  });

  it('says where an encoder turns the order round, and has no r without figures of training', () => {
    const [one] = [findings('DistilBERT', null)];
    const steps = one.weightings.result.steps.map((step) => {
      return { ...step, scores: step.scores.map((score) => -score) };
    });
    const turned = { ...one, encoder: 'other', weightings: { ...one.weightings, result: { steps, own: 0 } } };
    const { blocks, variants } = compareEncoders([one, turned], []);
    expect(blocks.map(({ as_first }) => as_first)).toEqual([true, true, false, false]);
    expect(variants[0]?.pearson).toEqual({ 'non-hybrid': null, hybrid: null });
  });
});

describe('what is said of several encoders', () => {
  const under = (encoder: string, scores: readonly number[], names = ['a', 'b', 'c', 'd']) => {
    const steps = [{ id: 'full', name: 'full', at: null, scores, apart: [] }];
    return { encoder, weightings: outcomeOf('weightings', names, { steps, own: 0 }), controls: null };
  };
  type Under = ReturnType<typeof under>;
  const compared = (encoders: readonly Under[]) =>
    encodersOutcome(encoders, encoders[0]?.weightings.sources ?? []);
  const title = (...encoders: Under[]) => {
    const outcome = compared(encoders);
    return outcome && phraseText(ENCODERS.title(outcome));
  };

  it('tells whether the order of the first holds', () => {
    const first = under('e5', [1, 2, 3, 4]);
    expect(title(first)).toBeNull();
    expect(title(first, under('gte', [5, 6, 7, 8]))).toBe('The order holds in all two encoders');
    expect(title(first, under('gte', [1, 3, 2, 4]))).toBe('b passes c (gte), which may be chance');
  });
});

const NONE = {} as never;
const mixing = outcomeOf('mixing', [], NONE);
const weightings = outcomeOf('weightings', [], NONE);
const controls = (seed: number) => outcomeOf('controls', [], NONE, seed);

/** A run under an encoder known by its hash, over one file. */
const ran = (at: number, name: string, sha256: string, modified = 1): ComparedRun => ({
  model: readModel({ name, files: [{ path: 'model.onnx', sha256 }] }),
  at,
  readings: [
    {
      name: 'bm25',
      reading: {
        file: { path: 'bm25.jsonl', bytes: 9, modified, sha256: null },
        options: {},
        companions: [],
      },
    },
  ],
});

const shown = (runs: readonly RunOutcomes[]) =>
  runs.map(({ encoder, weightings, controls: of }) => [encoder, weightings !== null, of?.about.seed ?? null]);

describe('withOutcome', () => {
  it('keeps the outcomes of the last run of each encoder, the latest last', () => {
    const first = withOutcome([], ran(1, 'small', 'aa'), controls(1));
    const second = withOutcome(first, ran(2, 'large', 'bb'), controls(2));
    expect(shown(second)).toEqual([
      ['small', false, 1],
      ['large', false, 2],
    ]);
    expect(shown(withOutcome(second, ran(1, 'small', 'aa'), weightings))).toEqual([
      ['large', false, 2],
      ['small', true, 1],
    ]);
  });

  it('never puts outcomes of two runs together', () => {
    const first = withOutcome([], ran(1, 'small', 'aa'), controls(1));
    expect(shown(withOutcome(first, ran(2, 'small', 'aa'), weightings))).toEqual([['small', true, null]]);
  });

  it('tells encoders apart by their files, and gives two of one name two names', () => {
    const first = withOutcome([], ran(1, 'checkpoint', 'aa'), controls(1));
    const second = withOutcome(first, ran(2, 'checkpoint', 'bb'), controls(2));
    expect(shown(second)).toEqual([
      ['checkpoint', false, 1],
      ['checkpoint-2', false, 2],
    ]);
    expect(encoderName(second, ran(3, 'checkpoint', 'bb'))).toBe('checkpoint-2');
  });

  it('compares no runs in which a source of one name had other records', () => {
    const first = withOutcome([], ran(1, 'small', 'aa'), controls(1));
    expect(shown(withOutcome(first, ran(2, 'large', 'bb', 2), controls(2)))).toEqual([['large', false, 2]]);
  });

  it('keeps nothing of what is not compared between encoders', () => {
    expect(withOutcome([], ran(1, 'small', 'aa'), mixing)).toEqual([]);
  });
});
