/**
 * The ten lessons. Each sets up the page, explains something, and gives one task; `done` notices when it is done. Tests
 * check what the texts claim against the scoring code.
 */

import { compete } from '../compete/competition';
import { isConsistent, isHighResiduality, isInverted } from '../../../scoring/edges';
import { CHOICES_OF_GATES } from '../gates-off';
import { circlePairOf, coverageOf, pairOf } from '../figures';
import { initialParameters, STEPS, type LearnParameters } from '../parameters';
import { largestEnergy, largestEta, ringPlaces } from '../pair/field';
import { endOf, train } from '../train/training';

export interface Lesson {
  readonly title: string;
  /** For those who had linear algebra: a class may skip it. */
  readonly aside?: true;
  readonly text: readonly string[];
  /** Mathematics is between asterisks, here and in the other texts. */
  readonly task: string;
  /** Shown when the task is done. */
  readonly found: string;
  /** Gates of a pair that have been taught, this lesson's own included. */
  readonly shows: readonly ('rho' | 'eta' | 'psi' | 'weight')[];
  /** What the ring around the circle shows; η after a guess. */
  readonly ring: 'none' | 'eta' | 'weight';
  /** The controls that the task needs. */
  readonly needs: readonly ('mark' | 'tau' | 'texts' | 'cosines')[];
  /** The state in which the lesson opens. */
  readonly start: Partial<LearnParameters>;
  /** True when the task is done. */
  readonly done: (parameters: Readonly<LearnParameters>) => boolean;
}

/** From this share of the largest η or energy on, a place counts as the strongest of its ring. */
const STRONGEST = { eta: 0.99, energy: 0.9 };

export const LESSONS: readonly Lesson[] = [
  {
    title: 'What makes a negative hard?',
    text: [
      'A query, the passage that answers it, and a passage that does not: the negative. All three are points on a circle; near means alike.',
      'The encoder compares two cosines: *u·v⁺*, the black line, and *u·v⁻*, the violet one. It prefers the larger.',
    ],
    task: 'Drag the negative towards the query until the encoder prefers it to the positive.',
    found: 'An inversion: the negative now lies nearer to the query than the answer does.',
    shows: [],
    ring: 'none',
    needs: ['mark'],
    start: { part: 'pair', angle: 110 },
    done: (parameters) => parameters.part === 'pair' && isInverted(pairOf(parameters).geometry.margin),
  },
  {
    title: 'Does the encoder prefer the positive?',
    text: [
      '*ρ* is the probability that the encoder gives to the positive when it must choose between the two. It takes the lead of the positive and divides it by the temperature *τ*.',
      'The lower *τ*, the more the same lead says.',
    ],
    task: 'Leave the negative where it is, and lower *τ* to 0.05, the usual temperature of training.',
    found: 'The same lead, and now the encoder is sure of the positive.',
    shows: ['rho'],
    ring: 'none',
    needs: ['tau'],
    start: { part: 'pair', angle: 50 },
    done: (parameters) =>
      parameters.tau <= 0.05 && isConsistent(pairOf(parameters).geometry.margin, parameters.tau),
  },
  {
    title: 'Is it nearer to the positive than to the query?',
    text: [
      '*η* compares two cosines of the negative, *v⁺·v⁻* and *u·v⁻*, and puts their difference between 0 and 1.',
    ],
    task: 'Put the negative where you guess that *η* is largest. Then follow the ring to its strongest place.',
    found: 'Far from both! *η* never says “near the positive”, only “nearer to it than to the query”.',
    shows: ['rho', 'eta'],
    ring: 'eta',
    needs: ['mark'],
    start: { part: 'pair', angle: -60 },
    done(parameters) {
      if (parameters.part !== 'pair' || parameters.view !== 'circle' || parameters.guess === null)
        return false;
      const best = largestEta(ringPlaces(coverageOf(parameters), parameters.tau));
      return pairOf(parameters).gates.eta >= STRONGEST.eta * best;
    },
  },
  {
    title: 'Few shared words',
    text: [
      'At first the negative has every word of the query: *C* is 1, so *ψ* and the weight are 0, wherever it lies. Rare words count more.',
    ],
    task: 'Choose a negative that covers at most a quarter of the query.',
    found: '*ψ* is 0.75 or more: words do not explain the match.',
    shows: ['rho', 'eta', 'psi', 'weight'],
    ring: 'weight',
    needs: ['texts'],
    start: { part: 'pair', angle: 110, text: { example: 0, negative: 0 } },
    done: (parameters) => parameters.part === 'pair' && isHighResiduality(coverageOf(parameters)),
  },
  {
    title: 'Three cosines, one space',
    aside: true,
    text: [
      'The gates know three points by their cosines. But not every three cosines are possible: two points near the query cannot be far from each other.',
      'Their Gram matrix must have no negative eigenvalue.',
    ],
    task: 'Both passages are near to the query here. Try to pull their own cosine, *v⁺·v⁻*, down to 0.',
    found: 'No such points exist: the slider stops where the Gram matrix has determinant 0.',
    shows: ['rho', 'eta', 'psi', 'weight'],
    ring: 'none',
    needs: ['cosines'],
    start: { part: 'pair', view: 'cosines', cosines: [0.9, 0.85, 0.9] },
    done: ({ view, wish }) => view === 'cosines' && wish !== null,
  },
  {
    title: 'Why not just hardness?',
    text: [
      'Training moves the query along the thick arrow. The inner ring, the gradient energy, is how strong the pull is: strongest where the encoder is wrong.',
      'But a negative there may be an answer that nobody labelled. So the weight *w*, the outer ring, turns the other way.',
    ],
    task: 'Take the negative to the strongest place of the inner ring.',
    found: 'Most energy, little weight. Hardness alone would trust this pair most.',
    shows: ['rho', 'eta', 'psi', 'weight'],
    ring: 'weight',
    needs: ['mark'],
    start: { part: 'loss', angle: 80 },
    done(parameters) {
      if (parameters.part !== 'loss') return false;
      const most = largestEnergy(ringPlaces(coverageOf(parameters), parameters.tau));
      return circlePairOf(parameters).energy >= STRONGEST.energy * most;
    },
  },
  {
    title: 'Many pairs make a matrix',
    aside: true,
    text: [
      'Every pair adds its weight in the direction of its residual, from the negative to the positive. The sum over all pairs, divided by their number, is the matrix *Î*: it stretches a circle into an ellipse.',
      'Twelve pairs of the same weight: how far does it matter where they point?',
    ],
    task: 'Add all twelve pairs, then spread their directions over 150° or more.',
    found:
      'The trace is the same, *log det* is larger. In the hundreds of dimensions of an encoder both nearly agree: the score is a mean weight.',
    shows: ['rho', 'eta', 'psi', 'weight'],
    ring: 'none',
    needs: [],
    start: { part: 'source', angle: 110, text: { example: 0, negative: 2 } },
    done: ({ part, pairs, spread }) => part === 'source' && pairs === 12 && spread >= 150,
  },
  {
    title: 'The loss falls. Does it learn?',
    text: [
      'A small map places ten questions, inside a made world. Each step pulls positives near and pushes negatives away. A violet square is an answer that nobody labelled: it is pushed away too.',
      'The score counts 200 new questions whose nearest answer is the right one.',
    ],
    task: 'Play. Then find a share of false negatives that halves the score at the end.',
    found: 'The loss hardly shows it: it asks only the pairs that are trained. New questions tell.',
    shows: ['rho', 'eta', 'psi', 'weight'],
    ring: 'none',
    needs: [],
    start: { part: 'train' },
    done(parameters) {
      const { part, step, share } = parameters;
      if (part !== 'train' || step < STEPS || share === 0) return false;
      return endOf(train(parameters)) <= endOf(train({ ...parameters, share: 0 })) / 2;
    },
  },
  {
    title: 'Where the score is blind',
    text: [
      'A random passage is far from the query and shares hardly a word with it: *ρ* and *ψ* are high, and *η* is near one half. The score takes it for a fine negative. It has no term for hardness.',
      'Your mix starts as dense-like. Each step swaps in one random passage.',
    ],
    task: 'Raise the share of random passages until your mix comes first.',
    found:
      'First in the ranking, and outside the range of the mined sources: the audit says what the score cannot.',
    shows: ['rho', 'eta', 'psi', 'weight'],
    ring: 'none',
    needs: [],
    start: {
      part: 'compete',
      tau: 0.05,
      sources: ['bm25', 'dense', 'llm'],
      mix: { base: 'dense', other: 'random', percent: 0 },
    },
    done(parameters) {
      if (parameters.part !== 'compete' || parameters.off.length > 0) return false;
      const [first] = compete(parameters).ranking;
      return first?.id === 'mix' && first.flags.length > 0;
    },
  },
  {
    title: 'So audit',
    text: [
      'An answer that nobody labelled can be all that the gates reward: not inverted, nearer to the positive than to the query, in other words. Here a source of such false negatives comes first.',
    ],
    task: 'Three gates, each on or off: try all eight choices. Does one put the false negatives last?',
    found:
      'None of the eight. The audit flags this source, because all of it is such. A few answers in a good source it does not see: read pairs.',
    shows: ['rho', 'eta', 'psi', 'weight'],
    ring: 'none',
    needs: [],
    start: { part: 'compete', tau: 0.05, sources: ['bm25', 'dense', 'llm', 'falseneg'] },
    done: ({ part, tried }) => part === 'compete' && CHOICES_OF_GATES.every((_, i) => tried.includes(i)),
  },
];

/** The state in which a lesson opens. @param lesson from 1 */
export function lessonParameters(lesson: number): LearnParameters {
  return { ...initialParameters(), ...LESSONS[lesson - 1]?.start, lesson };
}
