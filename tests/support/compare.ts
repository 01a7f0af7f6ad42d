/** Compares a report's figures with expected ones, figure by figure, and lists what differs. */

export interface Tolerance {
  /** Of means, rates and buckets. */
  readonly absolute: number;
  /** Of scores, traces, eigenvalues, losses and energies. */
  readonly relative: number;
}

/** Figures that are compared in absolute terms; all others are relative. */
const ABSOLUTE =
  /^(mean_(weight|rho|eta|psi|coverage)|inversion_rate|ambiguity|rho|eta|psi|coverage|margin|mean_\w+_max|inversion_rate_min)$/;

/** Not part of a report: the sweep over c is another page's. */
const LEFT_OUT = new Set(['c_sweep']);

/**
 * @returns one line a figure that is missing or off; a leaf of `expected` is a number or anything JSON
 */
export function differences(actual: unknown, expected: unknown, tolerance: Tolerance, path = ''): string[] {
  if (typeof expected === 'number') return numberDifference(actual, expected, tolerance, path);
  if (typeof expected === 'object' && expected !== null) {
    return Object.entries(expected).flatMap(([key, value]) =>
      LEFT_OUT.has(key) ? [] : differences(member(actual, key), value, tolerance, `${path}.${key}`),
    );
  }
  return actual === expected ? [] : [`${path}: ${String(actual)} instead of ${String(expected)}`];
}

function numberDifference(actual: unknown, expected: number, tolerance: Tolerance, path: string): string[] {
  if (typeof actual !== 'number') return [`${path}: ${String(actual)} instead of ${expected}`];
  const key = path.slice(path.lastIndexOf('.') + 1);
  const absolute = ABSOLUTE.test(key) || path.includes('.buckets.');
  const limit = absolute ? tolerance.absolute : tolerance.relative * Math.abs(expected);
  return Math.abs(actual - expected) <= limit ? [] : [`${path}: ${actual} instead of ${expected}`];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
