import { describe, expect, it } from 'vitest';

import type { ControlsOutcome } from '../../src/experiments/controls';
import {
  compareEncoders,
  ENCODERS,
  encodersOutcome,
  type JudgedEncoder,
} from '../../src/experiments/encoders';
import { PAPER_TRAINED } from '../../src/experiments/paper';
import { phraseText } from '../../src/report/verdict-words';
import { expectRelative } from '../support/near';

/** Sources of the paper under one of its encoders, scored as printed, and by a scalar that turns them round. */
function findings(encoder: string, safe: boolean | null): JudgedEncoder {
  const rows = PAPER_TRAINED.filter((row) => row.encoder === encoder);
  const about = {
    sources: rows.map(({ source, setting }, id) => ({
      id,
      name: source,
      setting,
      reference: true,
      outside: false,
    })),
    tau: 0.05,
    weighting: 'full' as const,
    seed: 42,
    seconds: 1,
    sumSeconds: 1,
  };
  const step = (id: string, sign: number) => {
    return { id, name: id, at: null, scores: rows.map(({ score }) => sign * score), apart: [] };
  };
  const controls =
    safe === null
      ? null
      : ({
          about,
          result: { safe: { full: safe } },
        } as unknown as ControlsOutcome);
  return {
    encoder,
    weightings: {
      options: {},
      about,
      result: { steps: [step('full', 1), step('trace', 1), step('inversion-rate', -1)], own: 0 },
    },
    controls,
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
  const under = (encoder: string, scores: readonly number[], names = ['a', 'b', 'c', 'd']): JudgedEncoder => {
    const found = findings('E5-base', null);
    const sources = names.map((name, id) => ({ id, name, setting: 'all', reference: true, outside: false }));
    const result = { steps: [{ id: 'full', name: 'full', at: null, scores, apart: [] }], own: 0 };
    const about = { ...found.weightings.about, sources };
    return { ...found, encoder, weightings: { ...found.weightings, about, result } };
  };
  const outcomeOf = (encoders: readonly JudgedEncoder[]) => {
    const sources = encoders[0]?.weightings.about.sources ?? [];
    const shown = sources.map((source) => ({ ...source, colour: 0, css: '', figures: null }));
    return encodersOutcome(encoders, shown);
  };
  const title = (...encoders: JudgedEncoder[]) => {
    const outcome = outcomeOf(encoders);
    return outcome && phraseText(ENCODERS.title(outcome));
  };
  const notes = (...encoders: JudgedEncoder[]) => {
    const outcome = outcomeOf(encoders);
    return outcome && ENCODERS.notes?.(outcome);
  };

  it('names what one encoder alone has in the upper half', () => {
    expect(notes(under('one', [4, 3, 2, 1]), under('other', [4, 1, 3, 2]))).toEqual([
      'In the upper half under one alone: b; under other alone: c.',
    ]);
    expect(notes(under('one', [4, 3, 2, 1]), under('other', [3, 4, 1, 2]))).toEqual([]);
  });

  it('tells whether the order of the first holds', () => {
    const first = under('e5', [1, 2, 3, 4]);
    expect(title(first)).toBeNull();
    expect(title(first, under('gte', [5, 6, 7, 8]))).toBe('The order holds in all two encoders');
    expect(title(first, under('gte', [1, 3, 2, 4]))).toBe('b passes c (gte), which may be chance');
  });

  it('is of the sources that all have, by name', () => {
    const found = outcomeOf([under('e5', [1, 2, 3, 4]), under('gte', [9, 1], ['c', 'a'])]);
    expect(found?.result.steps.map(({ scores }) => scores)).toEqual([
      [1, 3],
      [1, 9],
    ]);
  });
});
