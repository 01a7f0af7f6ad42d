/** What the titles of the Lab say, each beside figures in which another thing is true. */

import { describe, expect, it } from 'vitest';

import { controls, type ControlsResult } from '../../src/experiments/controls';
import { hybrids } from '../../src/experiments/hybrids';
import type { MadeResult } from '../../src/experiments/made-sources';
import { paperAgreement } from '../../src/experiments/paper';
import { ribbonsOf, stabilityTitle } from '../../src/experiments/stability';
import type { Step } from '../../src/experiments/sweep';
import { SWEEPS } from '../../src/experiments/sweeps';
import { TRAINING } from '../../src/experiments/training';
import { phraseText } from '../../src/report/verdict-words';
import { byWeighting } from '../../src/scoring/weightings';
import { made, NOTHING, outcomeOf, type TestSource } from './outcomes';

const THREE = ['bm25', 'tasb', 'repllama'];
const OWN = [1, 2, 3];

/** Scores at each τ, whose orders are more than chance but where `chance` says so; the first is that of the run. */
function steps(scores: readonly (readonly number[])[], chance: readonly number[] = []): Step[] {
  return scores.map((own, i) => {
    const places = [...own.keys()];
    const apart = places.flatMap((a) =>
      places.filter((b) => (own[a] ?? 0) > (own[b] ?? 0)).map((b) => [a, b] as const),
    );
    const at = 0.05 + i;
    return { id: String(at), name: `τ ${at}`, at, scores: own, apart: chance.includes(i) ? [] : apart };
  });
}

function swept(
  scores: readonly (readonly number[])[],
  sources: readonly (string | TestSource)[] = THREE,
  chance: readonly number[] = [],
) {
  return outcomeOf('temperature', sources, { steps: steps(scores, chance), own: 0 });
}

describe('the title of a sweep', () => {
  const title = (...of: Parameters<typeof swept>) => phraseText(SWEEPS.temperature.title(swept(...of)));
  const turned = [1, 3, 2];

  it('counts the values under which the order holds, and names the nearest that turns it', () => {
    expect(title([OWN, OWN, OWN])).toBe('The order holds in all three temperatures');
    expect(title([OWN, OWN, turned, [3, 1, 2]])).toBe(
      'The order holds in two of four temperatures; tasb passes repllama (τ 2.05)',
    );
    expect(title([OWN, turned, turned, OWN], THREE, [1])).toBe(
      'The order holds in two of four temperatures; tasb passes repllama (τ 2.05); in one more a change may be chance',
    );
  });

  it('does not count a change that may be chance, there or to begin with', () => {
    for (const chance of [[1], [0]])
      expect(title([OWN, turned], THREE, chance)).toBe('tasb passes repllama (τ 1.05), which may be chance');
  });

  it('is of sources of one setting that no finding bars', () => {
    const apart = THREE.map((name, i) => ({ name, setting: i === 2 ? 'hybrid' : 'x' }));
    const barred = THREE.map((name, i) => ({ name, outside: i === 2 }));
    for (const sources of [apart, barred])
      expect(title([OWN, turned], sources)).toBe('The order holds in all two temperatures');
    expect(title([[0.1], [0.2]], ['alone'])).toBe(
      'Without a rival there is no order that other temperatures could change',
    );
  });
});

describe('the headline', () => {
  const text = (ribbons: ReturnType<typeof ribbonsOf>) =>
    stabilityTitle(ribbons)
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join('');
  const turned = [1, 3, 2];

  it('says which kinds of variation leave the order as it is, and what turns it', () => {
    const outcome = swept([OWN, turned, OWN, turned, OWN]);
    const words = outcomeOf('lexical', THREE, { steps: steps([OWN, OWN, OWN]), own: 0 });
    expect(text(ribbonsOf([outcome, words], outcome.sources))).toBe(
      'The order holds in all ways to cut words, in 2 of 4 temperatures; τ 1.05 and τ 3.05 change it.',
    );
  });

  it('ranks among those with a rank: a barred source moves nobody', () => {
    const scores = [OWN, [2.5, 2, 3], [9, 2, 3], [0, 2, 3], [0, 2, 3]];
    const outcome = swept(
      scores,
      THREE.map((name, i) => ({ name, outside: i === 0 })),
    );
    const ribbons = ribbonsOf([outcome], outcome.sources);
    expect(text(ribbons)).toBe('The order holds in all temperatures.');
    // Below both, between them, above both, below both.
    expect(ribbons[0]?.columns.map(({ above }) => above[0])).toEqual([2, 1, 0, 2, 2]);
  });

  it('has a column for another encoder that has the same sources', () => {
    const outcome = swept([OWN, OWN, OWN, OWN, OWN]);
    const under = (encoder: string, scores: readonly number[], names: readonly string[] = THREE) => ({
      encoder,
      controls: null,
      weightings: outcomeOf('weightings', names, { steps: steps([scores]), own: 0 }),
    });
    const both = ribbonsOf([outcome], outcome.sources, [under('mini', OWN), under('large', turned)]);
    expect(text(both)).toBe('The order holds in all temperatures, in 0 of 1 encoders; large changes it.');
    const fewer = [under('mini', OWN), under('large', [1, 3], THREE.slice(0, 2))];
    expect(ribbonsOf([outcome], outcome.sources, fewer)).toEqual(ribbonsOf([outcome], outcome.sources));
  });
});

it.each([
  ['full', [4, null, 6.04], ' The weights divide the largest eigenvalue by 4.0 to 6.0.'],
  ['margin-hardness', [0.5, 0.51, 0.5], ' The weights divide the largest eigenvalue by 0.5.'],
  ['full', [null, null, null], ''],
  ['uniform', [1, 1, 1], ''],
])('under %s the weightings say how far score and trace are apart, and λ_max', (id, shrink_factor, words) => {
  const figures = { gap: [0.001, 0.0042, 0], shrink_factor };
  const own = steps([OWN]).map((step) => ({ ...step, id, figures }));
  expect(SWEEPS.weightings.notes?.(outcomeOf('weightings', THREE, { steps: own, own: 0 }))).toEqual([
    `Score and trace differ by at most 0.42\u00a0%.${words}`,
  ]);
});

it.each([
  [2, 3, 'The higher score trained the better encoder in 2 of 3 pairs'],
  [0, 3, 'The higher score trained the better encoder in none of 3 pairs'],
])('%i of %i pairs agreed are told as such', (agreed, pairs, words) => {
  const agreement = { ...paperAgreement(), agreed, pairs };
  expect(TRAINING.title({ own: true, rows: [], datasets: [], agreement })).toEqual([words]);
});

describe('controls', () => {
  const IDS = ['random', 'mix-25', 'own-positive'] as const;
  /** Of the references a (0.2) and b (0.3), with controls that are flagged. */
  const outcome = (scores: readonly number[], changes: Partial<ControlsResult> = {}) =>
    outcomeOf('controls', ['a', 'b'], {
      made: IDS.map((control, i) => {
        const request = { kind: 'control', control, base: 10, seed: 42 } as const;
        return { ...made(scores[i] ?? 0, request), flags: ['psi'] };
      }),
      missing: [],
      scores: [0.2, 0.3],
      flags: [[], []],
      safe: byWeighting(() => false),
      nearness: null,
      intervals: [],
      apart: [
        [2, 1],
        [3, 1],
      ],
      envelope: { mean_rho_max: 1, mean_eta_max: 1, mean_psi_max: 1, inversion_rate_min: 0 },
      ...changes,
    });
  const title = (...of: Parameters<typeof outcome>) => phraseText(controls.title(outcome(...of)));

  it('are counted where they outscore the best reference by more than chance', () => {
    expect(title([0.5, 0.4, 0.1])).toBe(
      'Two of three controls outscore the best reference; the audit flags all three',
    );
    expect(title([0.5, 0.305, 0.1], { apart: [[2, 1]] })).toBe(
      'One of three controls outscores the best reference; the audit flags all three',
    );
  });

  it('call no weighting safe by false negatives that are not near their positives', () => {
    const notes = (control: number, verdict: boolean | null) =>
      controls
        .notes?.(
          outcome([0.1, 0.1, 0.1], {
            nearness: { control, least: 0.62, largest: 0.67 },
            safe: byWeighting((id) => (id === 'symmetric-eta-psi' ? verdict : false)),
          }),
        )
        .join(' ') ?? '';
    const unknown = outcome([0.1, 0.1, 0.1], { safe: byWeighting(() => null) });
    expect(controls.notes?.(unknown)).toEqual(['No weighting can be called safe or unsafe here.']);
    expect(notes(0.7, true)).toMatch(/^Safe, with all controls below all references: ρ \(1−ρ\)/);
    expect(notes(0.46, null)).toMatch(
      /^“False negative” is not near here .*11 of 12 weightings are not safe; of 1 these controls cannot tell/,
    );
  });
});

it('unions are said to score between their parts, above or below both', () => {
  const union = (a: number, b: number, eci: number) => made(eci, { kind: 'hybrid', a, b });
  const title = (unions: ReturnType<typeof union>[], missing: MadeResult['missing'] = []) => {
    const result = { ...NOTHING, scores: [0.1, 0.2, 0.3], made: unions, missing };
    return phraseText(hybrids.title(outcomeOf('hybrids', ['a', 'b', 'c'], result)));
  };
  const between = [union(10, 20, 0.15), union(20, 30, 0.25)];
  expect(title(between)).toBe('All two unions score between their parts');
  expect(title([...between, union(10, 30, 0.4)])).toBe('a+c scores above both parts');
  expect(title([union(10, 20, 0.05)])).toBe('a+b scores below both parts');
  const reason = 'they share no record';
  expect(title([], [{ request: { kind: 'hybrid', a: 10, b: 20 }, reason }])).toContain(
    'no union can be made',
  );
});
