/**
 * A small training in a made world: a 2×6 map places texts of ten topics on a circle and learns by the two-document loss,
 * in float64. Topics lie evenly on a circle of the first two dimensions; the rest of a text says nothing of its topic. Here
 * it is known which text answers which question, so a share of the negatives can be answers that nobody labelled.
 */

import { pairGeometry, pairwiseLoss, targetInconsistency } from '../../../scoring/gates';
import { queryGradient } from '../../../scoring/gradient';
import { seededRandom } from '../../../scoring/random';
import { STEPS, type LearnParameters } from '../parameters';

const TOPICS = 10;
/** Questions that the training never sees, each with one right answer among ten. */
export const NEW_QUESTIONS = 200;
const TAU = 0.2;
const RATE = 0.3;
/** How far texts of a topic lie apart, by dimension. */
const SPREAD = [0.1, 0.1, 0.5, 0.5, 0.5, 0.5];
/** Size of the map's first entries. */
const START = 0.5;
/** Curves and the last figure are means over so many steps. */
const MEAN_OVER = 5;

/** One question with its positive and the negative of this step, on the circle. */
export interface TrainedPair {
  readonly query: Float64Array;
  readonly positive: Float64Array;
  readonly negative: Float64Array;
  /** True where the negative answers the question: it is of the same topic. */
  readonly answers: boolean;
}

/** A training, from before its first step to after its last: `STEPS` + 1 values each. */
export interface Training {
  /** Mean loss of the pairs of a step. */
  readonly losses: readonly number[];
  /** Share of the new questions whose nearest answer is the right one. */
  readonly scores: readonly number[];
  readonly pairs: readonly (readonly TrainedPair[])[];
}

export type TrainingParameters = Pick<LearnParameters, 'seed' | 'share' | 'hardness'>;

/**
 * @param share share of the negatives that answer their question, in per cent
 * @param hardness chance that another negative is of a neighbouring topic and not of any, in per cent
 */
export function train({ seed, share, hardness }: Readonly<TrainingParameters>): Training {
  const random = seededRandom(seed);
  const noise = () => 2 * (random() + random() + random()) - 3;
  const text = (topic: number) => {
    const angle = (2 * Math.PI * topic) / TOPICS;
    const centre = [Math.cos(angle), Math.sin(angle)];
    return Float64Array.from(SPREAD, (spread, i) => (centre[i] ?? 0) + spread * noise());
  };
  const texts = (count: number) => Array.from({ length: count }, (_, i) => text(i % TOPICS));
  const map = Float64Array.from({ length: 2 * SPREAD.length }, () => START * noise());
  const [queries, positives, answers, questions] = [TOPICS, TOPICS, TOPICS, NEW_QUESTIONS].map(texts) as [
    Float64Array[],
    Float64Array[],
    Float64Array[],
    Float64Array[],
  ];

  const losses: number[] = [];
  const scores: number[] = [];
  const pairs: TrainedPair[][] = [];
  for (let step = 0; step <= STEPS; step++) {
    const drawn = queries.map((_, topic) => {
      // Three numbers whatever is chosen, so that trainings of one seed differ by nothing else.
      const [chance, kind, which] = [random(), random(), random()];
      const answers = 100 * chance < share;
      const near = 100 * kind < hardness;
      const by = near ? (which < 0.5 ? 1 : TOPICS - 1) : 1 + Math.floor(which * (TOPICS - 1));
      return { answers, negative: text(answers ? topic : (topic + by) % TOPICS) };
    });
    const gradient = new Float64Array(map.length);
    let loss = 0;
    pairs.push(
      drawn.map(({ answers, negative }, i) => {
        const placed = [queries[i], positives[i], negative].map((each) => place(map, each as Float64Array));
        const [u, v, n] = placed.map(({ point }) => point) as [Float64Array, Float64Array, Float64Array];
        const geometry = { margin: 0, locality: 0, distance: 0 };
        pairGeometry(u, v, n, geometry);
        loss += pairwiseLoss(geometry.margin, TAU);
        const pull = targetInconsistency(geometry.margin, TAU);
        const slopes = [
          queryGradient(v, n, pull, TAU),
          u.map((x) => (-pull / TAU) * x),
          u.map((x) => (pull / TAU) * x),
        ];
        placed.forEach((each, k) => addGradient(gradient, each, slopes[k] as Float64Array));
        return { query: u, positive: v, negative: n, answers };
      }),
    );
    losses.push(loss / TOPICS);
    scores.push(scoreOf(map, questions, answers));
    gradient.forEach((slope, i) => (map[i] = (map[i] ?? 0) - (RATE * slope) / TOPICS));
  }
  return { losses, scores, pairs };
}

/** Means over the last steps, as drawn. */
export function smoothed(values: readonly number[]): number[] {
  return values.map((_, i) => {
    const last = values.slice(Math.max(0, i + 1 - MEAN_OVER), i + 1);
    return last.reduce((sum, value) => sum + value, 0) / last.length;
  });
}

/** The score at the end of a training. */
export function endOf({ scores }: Pick<Training, 'scores'>): number {
  return smoothed(scores).at(-1) ?? 0;
}

/** A text with where the map puts it: the point on the circle, and its length before that. */
interface Placed {
  readonly text: Float64Array;
  readonly point: Float64Array;
  readonly length: number;
}

function place(map: Float64Array, text: Float64Array): Placed {
  const [x, y] = [dot(map, 0, text), dot(map, SPREAD.length, text)];
  const length = Math.hypot(x, y);
  return { text, point: Float64Array.of(x / length, y / length), length };
}

/** Adds the gradient at the map, from the gradient at a placed point: (I − p pᵀ) ∇ / ‖M x‖ · xᵀ. */
function addGradient(gradient: Float64Array, { text, point, length }: Placed, slope: Float64Array): void {
  const along = dot(slope, 0, point);
  for (let row = 0; row < 2; row++) {
    const across = ((slope[row] ?? 0) - along * (point[row] ?? 0)) / length;
    text.forEach(
      (x, i) => (gradient[row * SPREAD.length + i] = (gradient[row * SPREAD.length + i] ?? 0) + across * x),
    );
  }
}

/** The share of questions whose nearest answer is the one of their topic. */
function scoreOf(
  map: Float64Array,
  questions: readonly Float64Array[],
  answers: readonly Float64Array[],
): number {
  const points = answers.map((answer) => place(map, answer).point);
  const right = questions.filter((question, i) => {
    const { point } = place(map, question);
    const cosines = points.map((answer) => dot(answer, 0, point));
    return cosines.indexOf(Math.max(...cosines)) === i % TOPICS;
  });
  return right.length / questions.length;
}

/** Σ aᵢ₊ₛ bᵢ over b. @param start s */
function dot(a: Float64Array, start: number, b: Float64Array): number {
  return b.reduce((sum, value, i) => sum + value * (a[start + i] ?? 0), 0);
}
