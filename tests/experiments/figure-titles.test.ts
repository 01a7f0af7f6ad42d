/** Titles of the experiments that make figures of their own, each against figures in which another thing is true. */

import { describe, expect, it } from 'vitest';

import { controls, type ControlFigures, type ControlsResult } from '../../src/experiments/controls';
import { eigenvalues, spectrumFacts } from '../../src/experiments/eigenvalues';
import { hybrids } from '../../src/experiments/hybrids';
import { permutation, type PermutedPair } from '../../src/experiments/permutation';
import { weightings, type VariantScores } from '../../src/experiments/weightings';
import { phraseText } from '../../src/report/verdict-words';
import { byWeighting, WEIGHTING_IDS, type WeightingId } from '../../src/scoring/weightings';
import { made, outcomeOf } from './outcomes';

describe('weightings', () => {
  const variants = (scores: (id: WeightingId) => readonly number[]): VariantScores[] =>
    WEIGHTING_IDS.map((id) => {
      const own = scores(id);
      return {
        id,
        formula: id,
        scores: own,
        reproduces: [{ setting: 'default', holds: (own[0] ?? 0) > (own[1] ?? 0) }],
      };
    });
  const title = (scores: (id: WeightingId) => readonly number[], flagged: readonly string[] = []) => {
    const sources = ['a', 'b'].map((name) => ({ name, outside: flagged.includes(name) }));
    const scalar: VariantScores = { id: 'mean-eta', formula: 'η', scores: [0, 9], reproduces: [] };
    const result = { variants: [...variants(scores), scalar], matrices: {} as never };
    return phraseText(weightings.title(outcomeOf('weightings', sources, result)));
  };

  it('counts the weightings under which a source without a rank comes first', () => {
    expect(title(() => [1, 2], ['b'])).toBe('Under all 13 weightings a source without a rank comes first');
    expect(title(() => [2, 1], ['b'])).toBe(
      'Under none of 13 weightings does a source without a rank come first',
    );
  });
});

describe('eigenvalues', () => {
  const spectra = (chosen: readonly number[], uniform: readonly number[] = [0.5]) =>
    outcomeOf('eigenvalues', ['a'], { spectra: [{ chosen, uniform }] });

  it('says that the score is its trace only where it is, within 1 %', () => {
    expect(phraseText(eigenvalues.title(spectra([0.01, 0.005])))).toMatch(
      /^Every eigenvalue lies far below 1, so the score is its trace but for 0\.4/,
    );
    expect(phraseText(eigenvalues.title(spectra([0.5, 0.1])))).toMatch(
      /^The largest eigenvalue is 0\.5000: the score falls up to 16\.5/,
    );
    expect(phraseText(eigenvalues.title(spectra([2, 1.5, 0.1])))).toBe(
      'a has 2 eigenvalues of 1 or more: there the score is not its trace',
    );
  });

  it('gives gap and shrink factor by their definitions', () => {
    const [facts] = spectrumFacts(spectra([0.5, 0.1], [2]).result);
    expect(facts?.gap).toBeCloseTo((0.6 - Math.log(1.5) - Math.log(1.1)) / 0.6, 14);
    expect(facts?.shrink).toBe(4);
  });
});

describe('controls', () => {
  const control = (id: ControlFigures['control'], eci: number): ControlFigures => ({
    ...made(eci),
    control: id,
    name: `control:${id}`,
    weightings: {} as ControlFigures['weightings'],
    replaced: { pairs: 0, inverted: 0 },
  });
  const title = (
    scores: readonly number[],
    flagged: readonly string[],
    references = true,
    changes: Partial<ControlsResult> = {},
  ) => phraseText(controls.title(outcome(scores, flagged, references, changes)));
  const outcome = (
    scores: readonly number[],
    flagged: readonly string[],
    references = true,
    changes: Partial<ControlsResult> = {},
  ) =>
    outcomeOf(
      'controls',
      [
        { name: 'a', reference: references },
        { name: 'b', reference: references },
      ],
      {
        base: 10,
        controls: [
          control('random', scores[0] ?? 0),
          control('mix-25', scores[1] ?? 0),
          control('own-positive', scores[2] ?? 0),
        ],
        missing: [],
        doubles: [],
        scores: [0.2, 0.3],
        ranking: [],
        safe: {} as never,
        nearness: null,
        halves: [],
        noise: [0, 0, 0, 0, 0].map(() => [0, 0, 0, 0, 0]),
        envelope: references
          ? { mean_rho_max: 1, mean_eta_max: 1, mean_psi_max: 1, inversion_rate_min: 0 }
          : null,
        flags: Object.fromEntries(flagged.map((name) => [name, ['psi' as const]])),
        ...changes,
      },
    );

  it('does not count a control that is above by chance', () => {
    // As mix-25 on TREC DL 2019: 0.2445 over the best reference's 0.2354.
    const noise = [0, 0, 0, 0, 0].map(() => [0, 0, 0, 0, 0]);
    noise[1] = [0, 0, 0.02, 0.02, 0.02];
    const all = ['control:random', 'control:mix-25', 'control:own-positive'];
    expect(title([0.5, 0.305, 0.1], all, true, { noise })).toBe(
      'One of three controls outscores the best reference, mix-25 within chance; the audit flags all three',
    );
    expect(title([0.2, 0.305, 0.1], all, true, { noise })).toBe(
      'No control clearly outscores the best reference, mix-25 within chance; the audit flags all three',
    );
  });

  it('calls no weighting safe by false negatives that are not near their positives', () => {
    const notes = (control: number, verdict: boolean | null) =>
      controls
        .notes(
          outcome([0.1, 0.1, 0.1], [], true, {
            nearness: { control, references: { least: 0.62, largest: 0.67 } },
            safe: byWeighting((id) => (id === 'symmetric-eta-psi' ? verdict : false)),
          }),
        )
        .join(' ');
    expect(notes(0.7, true)).toMatch(/^Safe, with all controls below all references: ρ \(1−ρ\)/);
    expect(notes(0.46, null)).toMatch(
      /^“False negative” is not near here \(median cosine to the positive 0\.46; references 0\.62 to 0\.67\): it says nothing of safety\. 11 of 12 weightings are not safe; of the other one these controls cannot tell without near false negatives/,
    );
    expect(notes(0.46, null)).not.toContain('Safe');
  });

  it('counts who outscores the best reference and whom the audit flags', () => {
    const all = ['control:random', 'control:mix-25', 'control:own-positive'];
    expect(title([0.5, 0.4, 0.1], all)).toBe(
      'Two of three controls outscore the best reference; the audit flags all three',
    );
    expect(title([0.5, 0.1, 0.1], [], false)).toBe(
      'One of three controls outscores every source; without a reference nothing is flagged',
    );
  });
});

describe('permutation', () => {
  const pair = (a: number, b: number, apart: boolean): PermutedPair => ({
    a,
    b,
    difference: 0.1,
    permutationP: apart ? 0.0005 : 0.04,
    sharedQueries: 50,
  });
  const outcome = (...pairs: PermutedPair[]) => outcomeOf('permutation', ['a', 'b', 'c'], { pairs });

  it('draws the differences that its title speaks of, each with its p', () => {
    const { rows } = permutation.chart(outcome(pair(10, 20, false), pair(10, 30, true)));
    expect(rows.map(({ name, value, note, mark }) => [name, value, note, mark])).toEqual([
      ['a − b', 0.1, 'p = 0.0400', 'hollow'],
      ['a − c', 0.1, 'p = 0.0005', 'circle'],
    ]);
  });
});

describe('hybrids', () => {
  const hybrid = (name: string, a: number, b: number, eci: number) => ({
    ...made(eci),
    name,
    a,
    b,
    withoutPartner: { a: 0, b: 0 },
    sharedNegatives: 0,
  });
  const title = (unions: ReturnType<typeof hybrid>[], apart: readonly (readonly [number, number])[] = []) =>
    phraseText(
      hybrids.title(
        outcomeOf('hybrids', ['a', 'b', 'c'], { scores: [0.1, 0.2, 0.3], hybrids: unions, apart }),
      ),
    );

  it('tells unions between their parts from those above and below', () => {
    const between = [hybrid('a+b', 10, 20, 0.15), hybrid('b+c', 20, 30, 0.25)];
    expect(title(between)).toBe('All two unions score between their parts');
    expect(title([...between, hybrid('a+c', 10, 30, 0.4)])).toBe(
      'Two of three unions score between the parts; a+c above both parts',
    );
    expect(title([hybrid('a+b', 10, 20, 0.05)])).toBe('a+b scores below both parts');
    expect(title([], [[10, 20]])).toBe(
      'No two references share a query with its positive, so no union can be made',
    );
    expect(title([])).toBe('Two references in one setting make a union; here there are none');
  });
});
