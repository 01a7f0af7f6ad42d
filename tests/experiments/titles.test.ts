/** What the titles of the Lab say, each beside figures in which another thing is true. */

import { expect, it } from 'vitest';

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
import { expectWords } from '../support/golden-words';
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

const TURNED = [1, 3, 2];

const sweep = (...of: Parameters<typeof swept>) => phraseText(SWEEPS.temperature.title(swept(...of)));

const headline = (ribbons: ReturnType<typeof ribbonsOf>) =>
  stabilityTitle(ribbons)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');

const outcome = swept([OWN, TURNED, OWN, TURNED, OWN]);
const words = outcomeOf('lexical', THREE, { steps: steps([OWN, OWN, OWN]), own: 0 });
const some = swept([OWN, TURNED, TURNED, OWN, OWN], THREE, [1]);
const every = swept([OWN, TURNED, TURNED, OWN, OWN], THREE, [1, 2]);
const steady = swept([OWN, OWN, OWN, OWN, OWN]);
/** A barred source that moves up and down. */
const barred = ribbonsOf(
  [
    swept(
      [OWN, [2.5, 2, 3], [9, 2, 3], [0, 2, 3], [0, 2, 3]],
      THREE.map((name, i) => ({ name, outside: i === 0 })),
    ),
  ],
  swept(
    [OWN],
    THREE.map((name, i) => ({ name, outside: i === 0 })),
  ).sources,
);

const under = (encoder: string, scores: readonly number[], names: readonly string[] = THREE) => ({
  encoder,
  controls: null,
  weightings: outcomeOf('weightings', names, { steps: steps([scores]), own: 0 }),
});

const weighted = (id: string, shrink_factor: readonly (number | null)[]) => {
  const figures = { gap: [0.001, 0.0042, 0], shrink_factor };
  const own = steps([OWN]).map((step) => ({ ...step, id, figures }));
  return SWEEPS.weightings.notes?.(outcomeOf('weightings', THREE, { steps: own, own: 0 }));
};

const trained = (agreed: number) =>
  TRAINING.title({ own: true, rows: [], datasets: [], agreement: { ...paperAgreement(), agreed, pairs: 3 } });

/** Of the references a (0.2) and b (0.3), with controls that are flagged. */
const controlled = (scores: readonly number[], changes: Partial<ControlsResult> = {}) =>
  outcomeOf('controls', ['a', 'b'], {
    made: (['random', 'mix-25', 'own-positive'] as const).map((control, i) => {
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

const LOW = [0.1, 0.1, 0.1];
/** Nearness of the false negatives, of references 0.62 to 0.67, and the verdict on one weighting. */
const near = (control: number, verdict: boolean | null) =>
  controls.notes?.(
    controlled(LOW, {
      nearness: { control, least: 0.62, largest: 0.67 },
      safe: byWeighting((id) => (id === 'symmetric-eta-psi' ? verdict : false)),
    }),
  );

const union = (a: number, b: number, eci: number) => made(eci, { kind: 'hybrid', a, b });
const unions = (own: ReturnType<typeof union>[], missing: MadeResult['missing'] = []) => {
  const result = { ...NOTHING, scores: [0.1, 0.2, 0.3], made: own, missing };
  return phraseText(hybrids.title(outcomeOf('hybrids', ['a', 'b', 'c'], result)));
};
const between = [union(10, 20, 0.15), union(20, 30, 0.25)];

it('titles and notes say what is so in the figures: titles.txt', () =>
  expectWords(
    'titles.txt',
    {
      'a sweep that turns nothing': sweep([OWN, OWN, OWN]),
      'a sweep that turns the order at two far values': sweep([OWN, OWN, TURNED, [3, 1, 2]]),
      'one of two changes may be chance': sweep([OWN, TURNED, TURNED, OWN], THREE, [1]),
      'a change that may be chance there': sweep([OWN, TURNED], THREE, [1]),
      'a change that may be chance to begin with': sweep([OWN, TURNED], THREE, [0]),
      'the change is in another setting': sweep(
        [OWN, TURNED],
        THREE.map((name, i) => ({ name, setting: i === 2 ? 'hybrid' : 'x' })),
      ),
      'the change is of a barred source': sweep(
        [OWN, TURNED],
        THREE.map((name, i) => ({ name, outside: i === 2 })),
      ),
      'one source alone': sweep([[0.1], [0.2]], ['alone']),
      'the headline': headline(ribbonsOf([outcome, words], outcome.sources)),
      'the headline where some changes may be chance': headline(ribbonsOf([some], some.sources)),
      'the headline where all changes may be chance': headline(ribbonsOf([every], every.sources)),
      'the headline where a barred source moves': headline(barred),
      'the headline with another encoder': headline(
        ribbonsOf([steady], steady.sources, [under('mini', OWN), under('large', TURNED)]),
      ),
      'weightings that divide λ_max by 4 to 6': weighted('full', [4, null, 6.04]),
      'weightings that divide λ_max alike': weighted('margin-hardness', [0.5, 0.51, 0.5]),
      'weightings without factors': weighted('full', [null, null, null]),
      'uniform weights': weighted('uniform', [1, 1, 1]),
      '2 of 3 pairs agreed': trained(2),
      '0 of 3 pairs agreed': trained(0),
      'two controls score above': phraseText(controls.title(controlled([0.5, 0.4, 0.1]))),
      'one controls scores above by more than chance': phraseText(
        controls.title(controlled([0.5, 0.305, 0.1], { apart: [[2, 1]] })),
      ),
      'no verdict on any weighting': controls.notes?.(controlled(LOW, { safe: byWeighting(() => null) })),
      'false negatives that are near, one weighting safe': near(0.7, true),
      'false negatives that are not near': near(0.46, null),
      'unions between their parts': unions(between),
      'a union above both': unions([...between, union(10, 30, 0.4)]),
      'a union below both': unions([union(10, 20, 0.05)]),
      'no union': unions([], [{ request: { kind: 'hybrid', a: 10, b: 20 }, reason: 'they share no record' }]),
    },
    (words) => words,
  ));

it('ranks among those with a rank: a barred source moves nobody', () => {
  // Below both, between them, above both, below both.
  expect(barred[0]?.columns.map(({ above }) => above[0])).toEqual([2, 1, 0, 2, 2]);
});

it('has a column for another encoder that has the same sources, and none for one that has fewer', () => {
  const fewer = [under('mini', OWN), under('large', [1, 3], THREE.slice(0, 2))];
  expect(ribbonsOf([steady], steady.sources, fewer)).toEqual(ribbonsOf([steady], steady.sources));
});
