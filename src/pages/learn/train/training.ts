/**
 * A small training in a made world: a 2×6 map places texts of ten topics on a circle and learns by the two-document loss,
 * in float64. Topics lie evenly on a circle of the first two dimensions; the rest of a text says nothing of its topic. Here
 * it is known which text answers which question, so a share of the negatives can be answers that nobody labelled.
 */

import {
  DEFAULT_TEMPERATURE,
  pairGeometry,
  queryGradient,
  targetInconsistency,
} from '../../../scoring/gates';
import { meanOf } from '../../../scoring/means';
import { dot } from '../../../scoring/neighbours';
import { seededRandom } from '../../../scoring/random';
import type { Sliced } from '../../../scoring/sliced';

/** Steps of a training; each looks at one negative a question. */
export const STEPS = 120;

export const TOPICS = 10;
/** Questions that the training never sees, each with one right answer among ten. */
const NEW_QUESTIONS = 200;
const TAU = DEFAULT_TEMPERATURE;
const RATE = 0.05;
/** How far texts of a topic lie apart, by dimension. */
const SPREAD = [0.1, 0.1, 0.5, 0.5, 0.5, 0.5];
const WIDTH = SPREAD.length;
/** The first map is half right, as an encoder's is: the two dimensions of the topics, with noise by column. */
const START = [0.15, 0.15, 0.5, 0.5, 0.5, 0.5];
/** Scores are means over so many steps. */
const MEAN_OVER = 5;

/** Where a training takes its negatives from. */
export interface TrainingSource {
  /** Share of the negatives that answer their question, in per cent. */
  readonly share: number;
  /** Chance that another negative is of a neighbouring topic and not of any, in per cent. */
  readonly hardness: number;
}

/**
 * Trains in slices of one step. The same world asks the same questions and differs in its negatives alone.
 * @param world seed of its texts
 * @returns shares of the new questions whose nearest answer is the right one: `STEPS` + 1 means over five steps
 */
export function* trainInSlices(world: number, source: TrainingSource): Sliced<readonly number[]> {
  const random = seededRandom(world);
  const noise = () => 2 * (random() + random() + random()) - 3;
  const text = (topic: number) => {
    const angle = (2 * Math.PI * topic) / TOPICS;
    const centre = [Math.cos(angle), Math.sin(angle)];
    return Float64Array.from(SPREAD, (spread, i) => (centre[i] ?? 0) + spread * noise());
  };
  const texts = (count: number) => Array.from({ length: count }, (_, i) => text(i % TOPICS));
  const map = Float64Array.from(
    { length: 2 * WIDTH },
    (_, i) => (i === 0 || i === WIDTH + 1 ? 1 : 0) + (START[i % WIDTH] ?? 0) * noise(),
  );
  const [queries, positives, answers] = [texts(TOPICS), texts(TOPICS), texts(TOPICS)];
  const questions = texts(NEW_QUESTIONS);

  const scores: number[] = [];
  for (let step = 0; step <= STEPS; step++) {
    const gradient = new Float64Array(map.length);
    queries.forEach((query, topic) => {
      const { share, hardness } = source;
      // Three numbers whatever is chosen, so that trainings of one world differ by nothing else.
      const [chance, kind, which] = [random(), random(), random()];
      const near = 100 * kind < hardness;
      const by = near ? (which < 0.5 ? 1 : TOPICS - 1) : 1 + Math.floor(which * (TOPICS - 1));
      const negative = text(100 * chance < share ? topic : (topic + by) % TOPICS);
      const positive = positives[topic] as Float64Array;
      addPair(gradient, place(map, query), place(map, positive), place(map, negative));
    });
    scores.push(scoreOf(map, questions, answers));
    gradient.forEach((slope, i) => (map[i] = (map[i] ?? 0) - (RATE * slope) / TOPICS));
    yield step / STEPS;
  }
  return scores.map((_, i) => meanOf(Float64Array.from(scores.slice(Math.max(0, i + 1 - MEAN_OVER), i + 1))));
}

type Placed = ReturnType<typeof place>;

/** A text with where the map puts it: the point on the circle, and its length before that. */
function place(map: Float64Array, text: Float64Array) {
  const [x, y] = [dot(text, map), dot(text, map.subarray(WIDTH))];
  const length = Math.hypot(x, y);
  return { text, point: Float64Array.of(x / length, y / length), length };
}

/** Adds the gradient of one pair's loss at the map. */
function addPair(gradient: Float64Array, u: Placed, v: Placed, n: Placed): void {
  const geometry = { margin: 0, locality: 0, distance: 0 };
  pairGeometry(u.point, v.point, n.point, geometry);
  const pull = targetInconsistency(geometry.margin, TAU);
  addGradient(gradient, u, queryGradient(v.point, n.point, pull, TAU));
  const away = u.point.map((x) => (pull / TAU) * x);
  const towards = away.map((x) => -x);
  addGradient(gradient, n, away);
  addGradient(gradient, v, towards);
}

/** Adds the gradient at the map, from the gradient at a placed point: (I − p pᵀ) ∇ / ‖M x‖ · xᵀ. */
function addGradient(gradient: Float64Array, { text, point, length }: Placed, slope: Float64Array): void {
  const along = dot(slope, point);
  const across = slope.map((value, row) => (value - along * (point[row] ?? 0)) / length);
  gradient.forEach((value, i) => {
    gradient[i] = value + (across[Math.floor(i / WIDTH)] ?? 0) * (text[i % WIDTH] ?? 0);
  });
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
    const along = points.map((each) => dot(each, point));
    return along.indexOf(Math.max(...along)) === i % TOPICS;
  });
  return right.length / questions.length;
}
