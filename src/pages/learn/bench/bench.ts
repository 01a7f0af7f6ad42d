/** The pair of the bench and the pairs that it keeps: their figures, and the lines of equal gates behind them. */

import { type CosineTriple, informationEllipse, isPossible, placePair } from '../../../scoring/gram';
import { pairGeometry } from '../../../scoring/gates';
import { accumulateInformation, informationMatrix, residual } from '../../../scoring/information';
import { logDetPlusIdentity } from '../../../scoring/logdet';
import { cosine, embedded, type Embedded } from '../../../scoring/neighbours';
import { emptyGates, gatesOfPair } from '../../../scoring/pair-gates';
import { WEIGHTINGS } from '../../../scoring/weightings';
import { coverageOfOwn } from '../example';
import type { KeptPair } from '../parameters';

export type BenchFigures = NonNullable<ReturnType<typeof benchFigures>>;

/** @returns the gates and w = ρ·η·ψ; null where no three texts have these cosines */
export function benchFigures(cosines: CosineTriple, coverage: number, tau: number) {
  if (!isPossible(cosines)) return null;
  const [up, un, pn] = cosines;
  const gates = emptyGates(tau);
  const distance = Math.sqrt(Math.max(0, 2 - 2 * pn));
  const pair = { margin: [up - un], locality: [pn - un], distance: [distance], coverage: [coverage] };
  gatesOfPair(pair, 0, tau, gates);
  return { gates, weight: WEIGHTINGS.full.weight(gates) };
}

/**
 * Î of the kept pairs, in the three dimensions that each pair spans.
 * @param queryPositive u·v⁺, the same of all
 * @returns how many are possible beside the query and its answer, tr Î, log det(I + Î), and the unit circle under I + Î in the
 *   plane of query and answer
 */
export function keptFigures(kept: readonly KeptPair[], queryPositive: number, tau: number) {
  const possible = kept.filter(([un, pn]) => isPossible([queryPositive, un, pn]));
  const residuals = new Float64Array(3 * possible.length);
  const geometry = { margin: 0, locality: 0, distance: 0 };
  const weights = possible.map(([un, pn, coverage], i) => {
    const { query, positive, negative } = placePair([queryPositive, un, pn]);
    pairGeometry(query, positive, negative, geometry);
    residual(positive, negative, geometry.distance, residuals, 3 * i);
    return benchFigures([queryPositive, un, pn], coverage, tau)?.weight ?? 0;
  });
  const sum = new Float64Array(9);
  accumulateInformation(sum, residuals, Float64Array.from(weights), possible.length, 3);
  const information = informationMatrix(sum, Math.max(1, possible.length), 3);
  const at = (row: number, column: number) => information[3 * row + column] ?? 0;
  return {
    count: possible.length,
    trace: at(0, 0) + at(1, 1) + at(2, 2),
    score: logDetPlusIdentity(information, 3),
    ellipse: informationEllipse(Float64Array.of(at(0, 0), at(0, 1), at(1, 0), at(1, 1))),
  };
}

/** u·v⁺, u·v⁻ and v⁺·v⁻ of three unit vectors, in hundredths. @param vectors of query, positive and negative */
export function cosinesOf(vectors: readonly Float32Array[]): CosineTriple {
  const [u, p, n] = vectors.map(embedded) as [Embedded, Embedded, Embedded];
  const [up, un, pn] = [cosine(u, p), cosine(u, n), cosine(p, n)].map((value) => Number(value.toFixed(2)));
  return [up ?? 0, un ?? 0, pn ?? 0];
}

/**
 * Three texts of one's own as a pair, by the encoder that comes with the page: its code and its files are read only now.
 * @throws MissingModelFileError, BrokenModelFileError; the next call tries again
 */
export async function ownPair(query: string, answer: string, negative: string) {
  const { embedBundled } = await import('../../../session/encoder/bundled');
  const vectors = await embedBundled([query, answer, negative]);
  return { cosines: cosinesOf(vectors), coverage: coverageOfOwn(query, answer, negative) };
}

/** A gate or weight of [0, 1]: two decimals, three near the ends, and 0 or 1 only if it is exactly that. */
export function gate(value: number): string {
  if (value > 0 && value < 0.0005) return '< 0.001';
  if (value < 1 && value >= 0.9995) return '> 0.999';
  return value.toFixed(value > 0 && value < 1 && (value < 0.005 || value >= 0.995) ? 3 : 2);
}
