/** What the Audit page adds to a report where nothing was marked. */

import type { AuditAdditions } from '../../../src/report/audit/types';

export function additions(changes: Partial<AuditAdditions> = {}): AuditAdditions {
  return {
    histograms: {},
    pairs: [],
    pairs_in_all: 0,
    texts_included: false,
    decided: {},
    answers_at_most: 0.1,
    place: '#audit?tab=threshold&limit=absolute_margin:0.05',
    rules: [],
    cleaned: null,
    retention: [],
    sealed: { state: 'sealed', sent: 0, refused: 0 },
    ...changes,
  };
}
