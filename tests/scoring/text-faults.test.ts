import { describe, expect, it } from 'vitest';

import { wordHashes } from '../../src/lexical/scan';
import { SentenceScan } from '../../src/lexical/sentences';
import { atOnce } from '../../src/scoring/sliced';
import {
  brokenWord,
  foreignTexts,
  hasMarkup,
  inPasses,
  isPlaceholder,
  stockSentences,
} from '../../src/scoring/text-faults';

const list = (texts: readonly string[]) => {
  const scan = new SentenceScan();
  const bytes = (place: number) => new TextEncoder().encode(texts[place]);
  return {
    length: texts.length,
    text: (place: number, start?: number, end?: number) =>
      new TextDecoder().decode(bytes(place).subarray(start, end)),
    readAt: (place: number) => scan.read(bytes(place)),
    get isLatin() {
      return scan.isLatin;
    },
    eachSentence: scan.eachSentence.bind(scan),
  };
};

describe('letters of a broken encoding', () => {
  it.each([
    ['a cafÃ© here', 'cafÃ©'],
    ['itâ€™s', 'itâ€™s'],
    ['costs Â£5', 'Â£5'],
    ['"SÃ£o Paulo"', 'SÃ£o'],
  ])('are found in %s', (text, word) => {
    expect(brokenWord(text)).toBe(word);
  });

  it.each(['SÃO PAULO', 'Âme', 'âge', '5 €', 'â €', 'café'])('are not found in %s', (text) => {
    expect(brokenWord(text)).toBeNull();
  });
});

it('texts that stand for nothing are told; words that only begin so are none', () => {
  expect(['N/A', 'nan', '-', 'None'].every(isPlaceholder)).toBe(true);
  expect(['banana', 'a - b', 'none of these', ''].some(isPlaceholder)).toBe(false);
});

it('markup is tags and entities of HTML, not a comparison', () => {
  expect(['<p>text</p>', 'a<br/>b', 'a &nbsp; b', '<DIV class="x">', '&#39;'].every(hasMarkup)).toBe(true);
  expect(['a < b and b > c', 'R&D', 'x <y> z', '<3'].some(hasMarkup)).toBe(false);
});

describe('another language or script', () => {
  const english = Array.from(
    { length: 200 },
    (_, i) => `The town number ${i} is on the river and it is old in the north.`,
  );
  const flags = (texts: string[]) => {
    const all = list(texts);
    return [...atOnce(inPasses(all, { flags: foreignTexts(all, 0.1, wordHashes()) })).flags];
  };
  const found = (...texts: string[]) => flags([...english, ...texts]).slice(english.length);

  it('is told by the commonest words of the others, and by letters', () => {
    const german = 'Wie viele Einwohner hat diese Stadt heute noch';
    expect(found(german, 'Город расположен на берегу реки', '这座城市位于河岸')).toEqual([1, 1, 1]);
  });

  it('is neither a short text, nor one of few with letters, nor a list of names or of words that others have, nor half of a file', () => {
    expect(found('Wie viele Einwohner')).toEqual([0]);
    const towns = 'the harbour, a ferry and markets were built by merchants from abroad';
    const goods = 'Ferry: harbour, markets: merchants abroad, ferry built, markets built';
    expect(found(towns, goods, 'Politics: Ban Ki-moon, John Hancock, Quincy Adams, Natasha Little')).toEqual([
      0, 0, 0,
    ]);
    const numbers = Array.from({ length: 95 }, (_, i) => `${1900 + i}`);
    const few = ['one apple', 'two pears', 'six plums'];
    expect(flags([...numbers, ...few]).includes(1)).toBe(false);
    expect(found(...Array.from({ length: 40 }, (_, i) => `Город номер ${i} стоит на реке`)).includes(1)).toBe(
      false,
    );
  });
});

describe('a stock sentence', () => {
  const texts = Array.from(
    { length: 40 },
    (_, i) => `Passage ${i} has its own words. ${i < 20 ? 'Sign up for our letter.' : 'End.'}`,
  );
  const often = (isOfSide: (i: number) => boolean) => texts.map((_, i) => Number(isOfSide(i)));
  const stockIn = (all: readonly string[], negatives: number[], positives: number[]) => {
    const held = list(all);
    return atOnce(inPasses(held, { stock: stockSentences(held, negatives, positives) })).stock;
  };

  it('stands in far more negatives than positives', () => {
    const { sentences, holds } = stockIn(
      texts,
      often(() => true),
      often((i) => i >= 20),
    );
    expect(sentences).toEqual([{ sentence: 'Sign up for our letter.', negatives: 0.5, positives: 0 }]);
    expect([...holds]).toEqual(often((i) => i < 20));
  });

  it('is the same at the beginning of a text and behind another sentence', () => {
    const cookies = Array.from({ length: 40 }, (_, i) =>
      i % 4 === 0
        ? `Cookies are used here. Text ${i}.`
        : `Text ${i}. ${i % 4 === 1 ? 'Cookies are used here.' : 'End.'}`,
    );
    const as = (isOfSide: (i: number) => boolean) => cookies.map((_, i) => Number(isOfSide(i)));
    const every = as(() => true);
    const stock = (side: number[]) => stockIn(cookies, every, side).sentences;
    expect(stock(as(() => false))).toMatchObject([{ sentence: 'Cookies are used here.', negatives: 0.5 }]);
    expect(stock(as((i) => i % 4 === 1))).toEqual([]);
  });

  it('is none where the positives have it too', () => {
    const every = often(() => true);
    expect(stockIn(texts, every, every).sentences).toEqual([]);
  });

  it('is looked for in a text of hundreds of thousands of blank lines in no time', () => {
    const since = performance.now();
    expect(stockIn([`a${'\n'.repeat(300_000)}b`], [1], [0]).sentences).toEqual([]);
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});
