import { it } from 'vitest';

import { eigenvaluesOf } from '../../src/experiments/sums';
import { largestEigenvalue } from '../support/eigen';
import { accumulateInformation, informationMatrix } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { seededRandom } from '../../src/scoring/random';
import { logDetOfSpectrum } from '../../src/scoring/sweep';
import { expectRelative } from '../support/near';

it('agree with the Lanczos method, the trace, and the log-det by Cholesky at every c', () => {
  const [d, pairs, random] = [40, 300, seededRandom(8)];
  const residuals = Float64Array.from({ length: pairs * d }, () => (random() - 0.5) / 3);
  const weights = Float64Array.from({ length: pairs }, random);
  const sum = new Float64Array(d * d);
  accumulateInformation(sum, residuals, weights, pairs, d);
  const information = informationMatrix(sum, pairs, d);
  const values = eigenvaluesOf(information, d);
  expectRelative(values[0] ?? NaN, largestEigenvalue(information, d), 1e-9);
  const trace = Array.from({ length: d }, (_, i) => information[i * d + i] as number);
  expectRelative(
    values.reduce((a, b) => a + b, 0),
    trace.reduce((a, b) => a + b, 0),
    1e-12,
  );
  for (const c of [1, 7, 300]) {
    expectRelative(
      logDetOfSpectrum(values, c),
      logDetPlusIdentity(
        information.map((value) => c * value),
        d,
      ),
      1e-12,
    );
  }
});
