import { describe, expect, it } from 'vitest';

import { sharedWords } from '../../../src/session/pairs/shared-words';

const QUERY = 'why do octopuses have BLUE blood';
const TEXT = 'Horseshoe crabs have blue-grey blood; bloodless they are not.';

describe('shared words', () => {
  it('are counted by distinct words of the query', () => {
    expect(sharedWords(QUERY, `${TEXT} Blood, blood.`)).toEqual({ shared: 3, of: 6 });
    expect(sharedWords('', TEXT)).toEqual({ shared: 0, of: 0 });
  });
});
