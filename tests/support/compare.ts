/** Compares a report's figures with expected ones, figure by figure, and lists what differs. */

import { figuresOf } from '../../scripts/lib/figures.mjs';

export interface Tolerance {
  /** Of means, rates and buckets. */
  readonly absolute: number;
  /** Of scores, traces, eigenvalues, losses and energies. */
  readonly relative: number;
}

/** Figures that are compared in absolute terms; all others are relative. */
const ABSOLUTE =
  /(\.buckets\.|(^|\.)(mean_(weight|rho|eta|psi|coverage)|inversion_rate|ambiguity|rho|eta|psi|coverage|margin|mean_\w+_max|inversion_rate_min)$)/;

/** No figures of a report: the sweep over c is another page's. */
const LEFT_OUT = /(^|\.)(c_sweep\..*|length)$/;

/** @returns one line a figure of `expected` that is missing or off in `actual` */
export function differences(actual: unknown, expected: unknown, tolerance: Tolerance): string[] {
  const found = figuresOf(actual);
  return [...figuresOf(expected)].flatMap(([path, value]) => {
    const own = found.get(path);
    const isSame =
      typeof own === 'number' && typeof value === 'number'
        ? Math.abs(own - value) <=
          (ABSOLUTE.test(path) ? tolerance.absolute : tolerance.relative * Math.abs(value))
        : own === value;
    return isSame || LEFT_OUT.test(path) ? [] : [`${path}: ${own} instead of ${value}`];
  });
}
