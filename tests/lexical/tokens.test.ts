import { describe, expect, it } from 'vitest';

import { alphanumericTokens, WORD_LISTS } from '../../src/lexical/tokens';

const { 'alphanumeric-2': longWords, whitespace: whitespaceWords, 'char-trigram': charTrigrams } = WORD_LISTS;

describe('alphanumericTokens', () => {
  it.each<[string, string, string[]]>([
    [
      'lower-case runs of letters and numbers, each once',
      'The cat, the CAT & 2 dogs-in_rain',
      ['the', 'cat', '2', 'dogs', 'in', 'rain'],
    ],
    ['split at apostrophes', "don't", ['don', 't']],
    ['of either kind', 'don’t', ['don', 't']],
    ['of NFKC: ligatures', 'ﬁne', ['fine']],
    ['full width', 'ＦＵＬＬ', ['full']],
    ['superscripts, circled numbers', 'x² ①', ['x2', '1']],
    ['composed, however a marked letter is written', 'cafe\u0301 caf\u00e9', ['caf\u00e9']],
    ['with vowel signs and a virama inside', 'हिन्दी', ['हिन्दी']],
    ['with a mark that has no composed form', 'aq\u0323b', ['aq\u0323b']],
    ['with the dot that a capital I lowers to', 'İzmir', ['i\u0307zmir']],
    ['of letters outside the first plane and other scripts', '𐐷x Ωmega 東京', ['𐐷x', 'ωmega', '東京']],
    ['folded as JavaScript does, no further', 'STRASSE Straße', ['strasse', 'straße']],
    ...['', ' \n\t', '… — ?!', '👍🎉', '_'].map((text): [string, string, string[]] => ['none', text, []]),
  ])('are %s: %j', (_, text, tokens) => {
    expect([...alphanumericTokens(text)]).toEqual(tokens);
  });
});

it.each([
  ['of two code points or more', longWords, 'A cat, x² or 𝟙𝟙 é', ['cat', 'x2', 'or', '11']],
  ['none of one', longWords, 'x 𠀀', []],
  [
    'between white space',
    whitespaceWords,
    ' The cat,\tTHE\u3000ﬁne\n cat,',
    ['the', 'cat,', 'the', 'fine', 'cat,'],
  ],
  ['none of white space', whitespaceWords, ' \u2003 ', []],
  ['windows of three code points, white space as one blank', charTrigrams, '  A  bc\n', ['a b', ' bc']],
  ['each window as often as it comes', charTrigrams, 'aaaa', ['aaa', 'aaa']],
  ['windows of code points', charTrigrams, 'a𠀀bc', ['a𠀀b', '𠀀bc']],
  ['the whole of a shorter text', charTrigrams, 'Of', ['of']],
  ['nothing of an empty one', charTrigrams, ' \t ', []],
] as const)('words of other lists are %s', (_, list, text, words) => {
  expect(list(text)).toEqual(words);
});
