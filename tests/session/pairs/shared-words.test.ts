import { describe, expect, it } from 'vitest';

import { sharedRuns, sharedWords } from '../../../src/session/pairs/shared-words';

const QUERY = 'why do octopuses have BLUE blood';
const TEXT = 'Horseshoe crabs have blue-grey blood; bloodless they are not.';

describe('marked words', () => {
  it('are those of the gate: whole words, whatever their case', () => {
    const marked = sharedRuns(TEXT, QUERY).flatMap(({ text, shared }) => (shared ? [text] : []));
    expect(marked).toEqual(['have', 'blue', 'blood']);
  });

  it('leave the text as it is, letter for letter', () => {
    for (const text of [TEXT, '', '  …', 'ﬁne ﬁ É e\u0301']) {
      expect(
        sharedRuns(text, QUERY)
          .map((run) => run.text)
          .join(''),
      ).toBe(text);
    }
  });

  it('are counted by distinct words of the query', () => {
    expect(sharedWords(QUERY, `${TEXT} Blood, blood.`)).toEqual({ shared: 3, of: 6 });
    expect(sharedWords('', TEXT)).toEqual({ shared: 0, of: 0 });
  });
});
