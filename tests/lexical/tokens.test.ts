import { describe, expect, it } from 'vitest';

import { alphanumericTokens } from '../../src/lexical/tokens';

const tokens = (text: string) => [...alphanumericTokens(text)];

describe('alphanumericTokens', () => {
  it('are lower-case runs of letters and numbers, each once', () => {
    expect(tokens('The cat, the CAT & 2 dogs-in_rain')).toEqual(['the', 'cat', '2', 'dogs', 'in', 'rain']);
  });

  it('split at apostrophes of either kind', () => {
    expect(tokens("don't")).toEqual(['don', 't']);
    expect(tokens('don’t')).toEqual(['don', 't']);
  });

  it('are normalised by NFKC: ligatures, full width, superscripts, circled numbers', () => {
    expect(tokens('ﬁne')).toEqual(['fine']);
    expect(tokens('ＦＵＬＬ')).toEqual(['full']);
    expect(tokens('x² ①')).toEqual(['x2', '1']);
  });

  it('do not depend on how a marked letter is written', () => {
    expect(tokens('cafe\u0301')).toEqual(tokens('caf\u00e9'));
    expect(tokens('cafe\u0301')).toEqual(['caf\u00e9']);
  });

  it('keep combining marks inside the word', () => {
    // Devanagari "Hindi" has vowel signs and a virama; q with a dot below has no composed form.
    expect(tokens('हिन्दी')).toEqual(['हिन्दी']);
    expect(tokens('aq\u0323b')).toEqual(['aq\u0323b']);
    // The capital I with a dot lowers to i and a combining dot.
    expect(tokens('İzmir')).toEqual(['i\u0307zmir']);
  });

  it('take letters outside the first plane and other scripts', () => {
    expect(tokens('𐐷x Ωmega 東京')).toEqual(['𐐷x', 'ωmega', '東京']);
  });

  it('are none for blank texts, signs and emoji', () => {
    for (const text of ['', ' \n\t', '… — ?!', '👍🎉', '_']) expect(tokens(text)).toEqual([]);
  });

  it('are case-folded as JavaScript does, no further', () =>
    expect(tokens('STRASSE Straße')).toEqual(['strasse', 'straße']));
});
