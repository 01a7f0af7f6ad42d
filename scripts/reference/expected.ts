/** Every figure between the records of examples/reference and their scores, by the float64 code of `src/scoring`. */

import { eigenvaluesOf } from '../../src/experiments/sums';
import { lexicalCoverage } from '../../src/lexical/coverage';
import { IdfTable, TokenDictionary } from '../../src/lexical/idf';
import { alphanumericTokens } from '../../src/lexical/tokens';
import { pairGeometry } from '../../src/scoring/gates';
import { accumulateInformation, informationMatrix, residual } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { emptyGates, gatesOfPair } from '../../src/scoring/pair-gates';
import { byWeighting, WEIGHTINGS } from '../../src/scoring/weightings';

const REFERENCE_TAU = 0.05;

interface ReferenceRecord {
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  readonly query_embedding: readonly number[];
  readonly positive_embedding: readonly number[];
  readonly negative_embeddings: readonly (readonly number[])[];
}

/** @param jsonl the text of records.jsonl: nothing in it is to be trimmed or dropped */
export function referenceFigures(jsonl: string, tau = REFERENCE_TAU) {
  const records = jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReferenceRecord);
  const dimension = records[0]?.query_embedding.length ?? 0;
  const dictionary = new TokenDictionary();
  const tokens = (text: string) => dictionary.idsOf(alphanumericTokens(text));
  const idf = new IdfTable();
  const corpus = new Set(records.flatMap(({ positive, negatives }) => [positive, ...negatives]));
  for (const text of corpus) idf.add(tokens(text));

  const gates = emptyGates(tau);
  const pairs = records.flatMap((record) =>
    record.negatives.map((negative, k) => {
      const [u, p, n] = [
        record.query_embedding,
        record.positive_embedding,
        record.negative_embeddings[k] ?? [],
      ].map((row) => Float64Array.from(row)) as [Float64Array, Float64Array, Float64Array];
      const geometry = { margin: 0, locality: 0, distance: 0 };
      pairGeometry(u, p, n, geometry);
      const { margin, locality, distance } = geometry;
      const coverage = lexicalCoverage(tokens(record.query), tokens(negative), idf);
      const columns = { margin: [margin], locality: [locality], distance: [distance], coverage: [coverage] };
      gatesOfPair(columns, 0, tau, gates);
      const r = new Float64Array(dimension);
      residual(p, n, distance, r);
      return { coverage, locality, r: [...r], gates: { ...gates } };
    }),
  );
  const residuals = Float64Array.from(pairs.flatMap(({ r }) => r));
  const column = (of: (pair: (typeof pairs)[number]) => number) => pairs.map(of);
  return {
    tau,
    pairs: {
      m: column(({ gates }) => gates.margin),
      l: column(({ locality }) => locality),
      distance: column(({ gates }) => gates.distance),
      C: column(({ coverage }) => coverage),
      rho: column(({ gates }) => gates.rho),
      eta: column(({ gates }) => gates.eta),
      psi: column(({ gates }) => gates.psi),
      r: pairs.map(({ r }) => r),
    },
    idf: Object.fromEntries([...dictionary.entries()].sort().map(([token, id]) => [token, idf.idf(id)])),
    weightings: byWeighting((id) => {
      const w = Float64Array.from(pairs, (pair) => WEIGHTINGS[id].weight(pair.gates));
      const sum = new Float64Array(dimension ** 2);
      accumulateInformation(sum, residuals, w, pairs.length, dimension);
      const matrix = informationMatrix(sum, pairs.length, dimension);
      const rows = Array.from({ length: dimension }, (_, i) => [
        ...matrix.subarray(i * dimension, (i + 1) * dimension),
      ]);
      return {
        w: [...w],
        I: rows,
        eigenvalues: eigenvaluesOf(matrix, dimension),
        ECI: logDetPlusIdentity(matrix, dimension),
      };
    }),
  };
}
