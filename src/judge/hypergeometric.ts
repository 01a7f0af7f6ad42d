/** The exact interval of a share of a finite population, from a sample drawn without replacement. */

/** Chance that an interval of 95 % leaves out on each side. */
const TAIL = 0.025;

/** ln n! by n, as far as it was asked for. */
const LOG_FACTORIALS = [0];

function logFactorial(n: number): number {
  for (let i = LOG_FACTORIALS.length; i <= n; i++) LOG_FACTORIALS.push(LOG_FACTORIALS[i - 1] + Math.log(i));
  return LOG_FACTORIALS[n];
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/**
 * P(X ≤ x), where X is how many of n units, drawn without replacement from N, are among its A marked ones:
 * Σ C(A, i) C(N − A, n − i) / C(N, n).
 */
function hypergeometricBelow(x: number, size: number, marked: number, drawn: number): number {
  const least = Math.max(0, drawn - (size - marked));
  const most = Math.min(drawn, marked);
  if (x >= most) return 1;
  const all = logChoose(size, drawn);
  let sum = 0;
  for (let i = least; i <= x; i++) {
    sum += Math.exp(logChoose(marked, i) + logChoose(size - marked, drawn - i) - all);
  }
  return Math.min(1, sum);
}

/** A share of a population, and an interval that holds it with 95 %. */
export interface Share {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** A share, with its interval where there is one. */
export interface OpenShare extends Pick<Share, 'rate'> {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * All numbers A of marked units, as shares of N, under which neither as few nor as many as were found has a chance of
 * 2.5 % or less (Clopper and Pearson's interval, for a finite population). Exact: it holds the share with 95 % or more.
 * @param found marked units among the drawn
 */
export function exactShare(size: number, drawn: number, found: number): Share {
  const few = (marked: number) => hypergeometricBelow(found, size, marked, drawn);
  const many = (marked: number) => 1 - hypergeometricBelow(found - 1, size, marked, drawn);
  const [least, most] = [found, size - (drawn - found)];
  const low = firstWhere(least, most, (marked) => many(marked) > TAIL);
  const high = firstWhere(least, most + 1, (marked) => few(marked) <= TAIL) - 1;
  return { rate: found / drawn, low: Math.min(low, high) / size, high: Math.max(low, high) / size };
}

/** The first whole number from `from` on for which a condition holds that never ends once begun; `to` if there is none. */
function firstWhere(from: number, to: number, holds: (value: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
