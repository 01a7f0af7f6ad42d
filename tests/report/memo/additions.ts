/** What the Audit page adds to a report where nothing was marked. */

import type { Decided, MemoAdditions } from '../../../src/report/memo';

export function additions(changes: Partial<MemoAdditions> = {}): MemoAdditions {
  return {
    decided: {},
    answers_at_most: 0.1,
    place: '#audit?m=..0.05',
    rules: [],
    cleaned: null,
    sealed: { state: 'sealed', sent: 0, refused: 0 },
    ...changes,
  };
}

export function decided(changes: Partial<Decided> = {}): Decided {
  return {
    removed: 0,
    emptied: 0,
    eci_without: null,
    answers_left: null,
    out: [],
    ...changes,
  };
}
