import { it } from 'vitest';

import type { FoundId } from '../../../src/crossfilter/found';
import type { ViewedPair } from '../../../src/crossfilter/pair-views';
import { reasonsOf } from '../../../src/pages/audit/reader/reasons';
import { expectWords } from '../../support/golden-words';

function pair(found: readonly FoundId[], figures: Partial<ViewedPair['figures']> = {}): ViewedPair {
  const none = {
    rho: 0.9,
    eta: 0.5,
    psi: 0.9,
    w: 0.4,
    m: 0.2,
    l: 0,
    C: 0.1,
    cos: 0.5,
    suspicion: 0.5,
    score: 0.5,
    share: 0.7,
    place: 1,
    given: NaN,
    held: 1,
  };
  const place = {
    row: 0,
    source: 1,
    record: 0,
    position: 0,
    query: 0,
    positive: 0,
    negative: 1,
    distance: 1,
  };
  return { ...place, figures: { ...none, ...figures }, found };
}

const PAIRS: Readonly<Record<string, ViewedPair>> = {
  'nothing was found': pair([]),
  'a copy, before all else': pair(['same_text', 'near_positive'], { m: 0, cos: 1 }),
  'words of the positive': pair(['near_text']),
  'near the positive': pair(['near_positive']),
  'another language': pair(['language']),
  'the encoder prefers it': pair([], { m: -0.1 }),
  'words of the query': pair([], { C: 0.61 }),
};

it('says why a pair is here, as reasons.txt has it', () =>
  expectWords('reasons.txt', PAIRS, (each) => reasonsOf(each).join(' ')));
