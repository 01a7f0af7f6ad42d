/** The three cosines of a pair as terms of a formula and as lines of the picture: one colour, lit together. */

/** u·v⁺, u·v⁻ and v⁺·v⁻. */
export type Term = 'up' | 'un' | 'pn';

/** Both ends of a line. */
export const TERM_ENDS: Readonly<Record<Term, readonly ['u' | 'v⁺', 'v⁺' | 'v⁻']>> = {
  up: ['u', 'v⁺'],
  un: ['u', 'v⁻'],
  pn: ['v⁺', 'v⁻'],
};

export const TERM_COLOURS: Readonly<Record<Term, string>> = {
  up: 'var(--ink)',
  un: 'var(--c2)',
  pn: 'var(--c1)',
};
