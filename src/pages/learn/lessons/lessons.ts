/**
 * The ten lessons. Each sets up the page, explains something, and gives one task; `done` notices when it is done. Tests
 * check what the texts claim against the scoring code.
 */

import { isConsistent, isHighResiduality, isInverted } from '../../../scoring/edges';
import { circlePairOf, competitionOf, coverageOf, pairOf, sourceOf } from '../figures';
import type { LearnParameters } from '../parameters';
import { largestWeight, ringPlaces } from '../pair/field';
import { lambdaIn } from '../source/regime';

export interface Lesson {
  readonly title: string;
  readonly text: readonly string[];
  /** Mathematics is between asterisks, here and in the other texts. */
  readonly task: string;
  /** Shown when the task is done. */
  readonly found: string;
  /** The state in which the lesson opens. */
  readonly start: Partial<LearnParameters>;
  /** True when the task is done. */
  readonly done: (parameters: Readonly<LearnParameters>) => boolean;
}

/** From this share of the largest weight on, a place counts as the darkest of the ring. */
const DARKEST = 0.98;

export const LESSONS: readonly Lesson[] = [
  {
    title: 'What makes a negative hard?',
    text: [
      'A query, the passage that answers it, and a passage that does not: the negative. All three are points on a circle; near means alike.',
      'The encoder compares both passages with the query. The nearer the negative comes to the query, the more it costs: the loss *−log ρ* grows.',
    ],
    task: 'Drag the negative towards the query until the encoder prefers it to the positive.',
    found: 'An inversion: the negative now lies nearer to the query than the answer does.',
    start: { part: 'pair', angle: 110 },
    done: (parameters) => parameters.part === 'pair' && isInverted(pairOf(parameters).geometry.margin),
  },
  {
    title: 'Does the encoder prefer the positive?',
    text: [
      '*ρ* is the probability that the encoder gives to the positive when it must choose between the two. It follows from the lead *m* of the positive, divided by the temperature *τ*.',
      'The lower *τ*, the more the same lead says: the curve of *ρ* gets steeper.',
    ],
    task: 'Leave the negative where it is, and lower *τ* to 0.05, the usual temperature of training.',
    found: 'The same lead, and now the encoder is sure of the positive.',
    start: { part: 'pair', angle: 50 },
    done: (parameters) =>
      parameters.tau <= 0.05 && isConsistent(pairOf(parameters).geometry.margin, parameters.tau),
  },
  {
    title: 'Near the positive',
    text: [
      '*η* asks whether the negative is nearer to the positive than to the query. Such a negative looks like an answer, not like the question.',
      'The ring shows the weight *w* that a negative would have at each place: the darker, the more. It is pale about the query.',
    ],
    task: 'Take the negative to the darkest place of the ring.',
    found: 'Beyond the positive, as seen from the query: there *ρ* and *η* are both high.',
    start: { part: 'pair', angle: -60 },
    done(parameters) {
      if (parameters.part !== 'pair' || parameters.view !== 'circle') return false;
      const best = largestWeight(ringPlaces(coverageOf(parameters), parameters.tau));
      return best > 0 && pairOf(parameters).weight >= DARKEST * best;
    },
  },
  {
    title: 'Few shared words',
    text: [
      'This negative has every word of the query. Then *C* is 1, *ψ* is 0, and the weight is 0 wherever the negative lies: the match may be nothing but words.',
      'Rare words count more than common ones; the depth of the colour shows how much.',
    ],
    task: 'Choose another negative, or write one, so that no more than a quarter of the query is covered.',
    found: '*ψ* is 0.75 or more: what the negative has in common with the query is not its words.',
    start: { part: 'pair', angle: 110, text: { example: 0, negative: 0 } },
    done: (parameters) => parameters.part === 'pair' && isHighResiduality(coverageOf(parameters)),
  },
  {
    title: 'Three cosines, one space',
    text: [
      'The gates know the three points by their cosines alone. But not every three cosines belong to three points: two that are both near to the query cannot be far from each other.',
      'In numbers: the Gram matrix of the three must have no negative eigenvalue.',
    ],
    task: 'Both passages are near to the query here. Try to pull their own cosine, *v⁺·v⁻*, down to 0.',
    found: 'There are no such three points. The slider stops where the determinant of the Gram matrix is 0.',
    start: { part: 'pair', view: 'cosines', cosines: [0.9, 0.85, 0.9] },
    done: ({ view, wish }) => view === 'cosines' && wish !== null,
  },
  {
    title: 'Why not just hardness?',
    text: [
      'Training moves the query along the thick arrow. How strongly, says the gradient energy *(1−ρ)²‖v⁺−v⁻‖²/τ²*, the inner ring: most where the encoder is wrong.',
      'But a negative there may be an answer that nobody labelled. So the weight *w*, the outer ring, turns the other way.',
    ],
    task: 'Drag the negative until the encoder prefers it, and watch energy and weight part.',
    found: 'Most energy, little weight. Hardness alone would trust this pair most.',
    start: { part: 'loss', angle: 80 },
    done: (parameters) => parameters.part === 'loss' && isInverted(circlePairOf(parameters).geometry.margin),
  },
  {
    title: 'Many pairs make a matrix',
    text: [
      'Every pair adds its weight in the direction of its residual, from the negative to the positive. The sum over all pairs, divided by their number, is the matrix *Î*: it stretches a circle into an ellipse.',
      'Twelve pairs of the same weight: how far does it matter where they point?',
    ],
    task: 'Add all twelve pairs, then spread their directions over 150° or more.',
    found: 'The trace is the same, *log det* is larger: for the same weight, spread residuals score more.',
    start: { part: 'source', angle: 110, text: { example: 0, negative: 2 } },
    done: ({ part, pairs, spread }) => part === 'source' && pairs === 12 && spread >= 150,
  },
  {
    title: 'The log-det that is a mean',
    text: [
      '*log(1 + λ)* is nearly *λ* while *λ* is small. In two dimensions it is not small. Encoders have hundreds of dimensions, and the same trace is dealt out among them all.',
      'Then *log det* and trace agree, and the score is the mean weight.',
    ],
    task: 'Set *d* to 768. Then raise *c*, which makes every eigenvalue larger, until *c·λ* is above 1.',
    found: 'Out here the logarithm bends. At *c* = 1, where the score is taken, it is a mean.',
    start: { part: 'source', angle: 110, text: { example: 0, negative: 2 }, pairs: 12, spread: 180 },
    done(parameters) {
      const { part, dimension, scale } = parameters;
      return part === 'source' && dimension === 768 && scale * lambdaIn(sourceOf(parameters), dimension) > 1;
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
    start: {
      part: 'compete',
      tau: 0.05,
      sources: ['bm25', 'dense', 'llm'],
      mix: { base: 'dense', other: 'random', percent: 0 },
    },
    done(parameters) {
      if (parameters.part !== 'compete' || parameters.off.length > 0) return false;
      const [first] = competitionOf(parameters).ranking;
      return first?.id === 'mix' && first.flags.length > 0;
    },
  },
  {
    title: 'So audit',
    text: [
      'An answer that nobody labelled is not inverted, near the positive, and in other words: what the gates reward is what it looks like. Here such false negatives come first.',
      'No choice of the three gates puts them below all three mined sources. As features, the same means give them away.',
    ],
    task: 'Switch gates off, and look for a choice that puts the false negatives last.',
    found:
      'There is none among the eight. The audit flags them whichever gates are on: read it beside every ranking.',
    start: { part: 'compete', tau: 0.05, sources: ['bm25', 'dense', 'llm', 'falseneg'] },
    done(parameters) {
      if (parameters.part !== 'compete' || parameters.off.length === 0) return false;
      return competitionOf(parameters).ranking.some(({ id, flags }) => id === 'falseneg' && flags.length > 0);
    },
  },
];
