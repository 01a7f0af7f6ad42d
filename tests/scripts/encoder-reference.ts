/** BERT by the book in float64, against which the made encoder is compared. */

import type { randomWeights } from '../../scripts/encoder/bert-graph.mjs';

type Vector = readonly number[];
export type Size = {
  layers: number;
  hidden: number;
  heads: number;
  intermediate: number;
  vocab: number;
  maxPositions: number;
  tokenTypes: number;
};

/** BERT in float64, token by token, for one sequence without padding. */
export function referenceBert(
  size: Size,
  weights: ReturnType<typeof randomWeights>,
  sequence: Vector,
  types: Vector,
) {
  const { hidden, heads, intermediate } = size;
  const table = (name: string, rows: number, columns: number): Vector[] => {
    const flat = weights(name, [rows, columns]);
    return Array.from({ length: rows }, (_, row) => [...flat.subarray(row * columns, (row + 1) * columns)]);
  };
  const inner = (a: Vector, b: Vector) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? Number.NaN), 0);
  const add = (a: Vector, b: Vector) => a.map((value, at) => value + (b[at] ?? Number.NaN));
  const times = (vector: Vector, matrix: readonly Vector[]) =>
    (matrix[0] ?? []).map((_, column) =>
      inner(
        vector,
        matrix.map((row) => row[column] ?? Number.NaN),
      ),
    );
  const normalise = (vector: Vector) => {
    const mean = inner(
      vector,
      vector.map(() => 1 / hidden),
    );
    const centred = vector.map((value) => value - mean);
    const deviation = Math.sqrt(inner(centred, centred) / hidden);
    return centred.map((value) => value / deviation);
  };
  const gelu = (x: number) => (x * (1 + erf(x / Math.SQRT2))) / 2;

  const words = table('embeddings.word', size.vocab, hidden);
  const positions = table('embeddings.position', size.maxPositions, hidden);
  const kinds = table('embeddings.token_type', size.tokenTypes, hidden);
  let states = sequence.map((id, at) =>
    normalise(add(add(words[id] ?? [], positions[at] ?? []), kinds[types[at] ?? 0] ?? [])),
  );
  for (let layer = 0; layer < size.layers; layer++) {
    const named = (name: string, rows: number, columns: number) =>
      table(`layer.${layer}.${name}`, rows, columns);
    const project = (name: string) => states.map((state) => times(state, named(name, hidden, hidden)));
    const [queries, keys, values] = [project('query'), project('key'), project('value')];
    const width = hidden / heads;
    const attended = queries.map((query) =>
      Array.from({ length: heads }, (_, head) => {
        const part = (vector: Vector) => vector.slice(head * width, (head + 1) * width);
        const scores = keys.map((key) => Math.exp(inner(part(query), part(key)) / Math.sqrt(width)));
        const total = inner(
          scores,
          scores.map(() => 1),
        );
        return times(
          scores.map((score) => score / total),
          values.map(part),
        );
      }).flat(),
    );
    states = states.map((state, at) =>
      normalise(add(state, times(attended[at] ?? [], named('attention_output', hidden, hidden)))),
    );
    states = states.map((state) => {
      const wide = times(state, named('intermediate', hidden, intermediate)).map(gelu);
      return normalise(add(state, times(wide, named('output', intermediate, hidden))));
    });
  }
  return states;
}

/** The error function by its Taylor series, exact enough for |x| < 4. */
function erf(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; n < 100; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
