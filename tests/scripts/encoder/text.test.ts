/** From tables of text to token ids and to what stands near what. */

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { idReader, tokenise } from '../../../scripts/encoder/corpus';
import { mutualInformation, nearCounts } from '../../../scripts/encoder/numeric/cooccurrence';
import { startingTable } from '../../../scripts/encoder/numeric/start';
import { readTexts, textFolder } from '../../../scripts/encoder/texts';
import { chooseVocabulary, countWords } from '../../../scripts/encoder/vocabulary';
import { demoTexts } from '../../support/demo-texts';
import { MINI, openOnDisk } from '../../support/folders';
import { loadTokenizer } from '../../../src/encoder/tokenizer';

const OTHER = { openstax: '', medquad: '', factbook: '', wordnet: '' };

function tables(contents: Readonly<Record<string, string>>, below = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'negscope-text-'));
  mkdirSync(join(folder, below), { recursive: true });
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(join(folder, below, `${name}.tsv`), content);
  }
  return folder;
}

describe('records of the tables', () => {
  const read = (changes: Partial<typeof OTHER>) => readTexts(tables({ ...OTHER, ...changes }), 1);

  it('of a book: headings and sentences, terms and meanings', () => {
    const openstax =
      'par\tHeading\tModule\tOne here. Two is it? (Three) ends, e.g. so.\nglo\tterm\tModule\tits meaning\n';
    expect(read({ openstax })).toEqual([
      {
        kind: 'paragraph',
        texts: ['Heading', 'Module', 'One here.', 'Two is it?', '(Three) ends, e.g. so.'],
      },
      { kind: 'glossary', texts: ['term', 'Module', 'its meaning'] },
    ]);
  });

  it('of an answer: chunks of whole sentences of more than 60 words; a short rest is left out', () => {
    const sentence = `${'word '.repeat(39)}end.`;
    const medquad = `qa\tWhat?\tIt\tIntro is here.\\n${sentence} ${sentence.replace('word', 'Word')} Rest.\nqa\tNo?\tIt\tShort.\n`;
    const [record, ...others] = read({ medquad });
    expect(others).toEqual([]);
    expect(record?.texts.slice(0, 2)).toEqual(['What?', 'It']);
    expect(record?.texts.slice(2).map((chunk) => chunk.split(' ').length)).toEqual([3 + 40 + 40]);
  });

  it('of a synset: lemmas, relatives, gloss, the gloss above, examples', () => {
    const wordnet =
      'wn\tcat; true cat\tfeline | kitten\ta pet || the cat sat ^^ an animal\nwn\tx\t | \tplain\n';
    expect(read({ wordnet })).toEqual([
      { kind: 'wordnet', texts: ['cat  true cat', 'feline   kitten', 'a pet', 'an animal', 'the cat sat'] },
      { kind: 'wordnet', texts: ['x', '   ', 'plain', ''] },
    ]);
  });

  it('of facts: a seeded share', () => {
    const factbook = Array.from({ length: 500 }, (_, i) => `par\tLand ${i}\tPeople\ttext\n`).join('');
    const facts = read({ factbook });
    expect(facts).toEqual(read({ factbook }));
    expect(facts.length).toBeGreaterThan(160);
    expect(facts.length).toBeLessThan(240);
  });
});

it('finds the tables in the folder or in its data, and names those that are missing', () => {
  const whole = tables(OTHER, 'data');
  expect(textFolder(whole)).toBe(join(whole, 'data'));
  const part = tables({ medquad: '', factbook: '', wordnet: '' });
  expect(() => textFolder(part)).toThrow(`${part} lacks openstax.tsv.`);
});

describe('vocabulary', () => {
  const texts = demoTexts(300);
  const counts = countWords(texts);
  const vocabulary = chooseVocabulary(counts, 1500);

  it('counts words as BERT splits them', () => {
    expect(countWords(["Café don't", 'cafe 3.5'])).toEqual(
      new Map([
        ['cafe', 2],
        ['don', 1],
        ["'", 1],
        ['t', 1],
        ['3', 1],
        ['.', 1],
        ['5', 1],
      ]),
    );
  });

  it('has the special tokens, all letters and digits, frequent words and pieces, each once', () => {
    expect(vocabulary.slice(0, 5)).toEqual(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']);
    expect(vocabulary).toEqual(expect.arrayContaining(['a', '9', '##a', '##9', '%', 'the', 'water']));
    expect(new Set(vocabulary).size).toBe(vocabulary.length);
    expect(vocabulary.length).toBeLessThanOrEqual(1500);
    const pieces = vocabulary.filter((token) => token.startsWith('##') && token.length > 3);
    expect(pieces.length).toBeGreaterThan(100);
    expect(pieces.length).toBeLessThanOrEqual(0.16 * 1500);
  });

  it('splits every word of plain letters, known or not', () => {
    const idsOf = idReader(vocabulary);
    expect(idsOf('zqxwvubble Übermut').every((id) => id !== 1)).toBe(true);
    expect(idsOf('日')).toEqual([1]);
  });
});

it('reads texts to the ids that the page reads', async () => {
  const tokenizer = await loadTokenizer(await openOnDisk('negscope-mini', MINI));
  const { model } = JSON.parse(readFileSync(join(MINI, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const tokens = Object.entries(model.vocab).sort(([, x], [, y]) => x - y);
  const idsOf = idReader(tokens.map(([token]) => token));
  for (const text of [...demoTexts(200), 'Äpfel–x² “Ωmega” 3.5µm 日本 don’t\u0000!']) {
    expect(idsOf(text), text).toEqual([...tokenizer.encode(text, 4096)]);
  }
});

describe('what stands near what', () => {
  const records = [
    { kind: 'glossary', texts: ['a b', '', 'c'] },
    { kind: 'glossary', texts: ['d', '', 'a'] },
  ] as const;
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', 'a', 'b', 'c', 'd'];
  const corpus = tokenise(records, vocabulary);
  const [a, b, c, d] = [5, 6, 7, 8] as const;

  it('has the token ids of all texts, and where texts and records begin', () => {
    expect([...corpus.tokens]).toEqual([a, b, c, d, a]);
    expect([...corpus.textStarts]).toEqual([0, 2, 2, 3, 4, 4, 5]);
    expect([...corpus.recordStarts]).toEqual([0, 3, 6]);
  });

  it('counts within a record, a pair at distance two half', () => {
    const counts = nearCounts(corpus);
    const count = (i: number, j: number) => counts[9 * i + j];
    expect([count(a, b), count(b, c), count(a, c), count(d, a)]).toEqual([1, 1, 0.5, 1]);
    expect([count(b, a), count(c, b), count(c, d), count(a, a)]).toEqual([1, 1, 0, 0]);
  });

  it('is the logarithm of how much more often than by chance, by hand', () => {
    const [matrix, transposed] = mutualInformation(nearCounts(corpus), 9);
    const value = ({ starts, columns, values }: typeof matrix, i: number, j: number) => {
      for (let k = starts[i] ?? 0; k < (starts[i + 1] ?? 0); k++) if (columns[k] === j) return values[k];
      return 0;
    };
    // Sums of the words: a 2.5, b 2, c 1.5, d 1, of 7; contexts to the power of 3/4, brought to the same sum.
    const raised = [2.5, 2, 1.5, 1].map((x) => x ** 0.75);
    const context = (raised[3] as number) * (7 / raised.reduce((x, y) => x + y));
    expect(value(matrix, a, d)).toBeCloseTo(Math.log((1 * 7) / (2.5 * context)), 6);
    expect(value(transposed, d, a)).toBeCloseTo(value(matrix, a, d) as number, 6);
    // Half a time side by side is no evidence.
    expect(value(matrix, a, c)).toBe(0);
  });

  it('begins with unit vectors without their mean, frequent tokens short, special ones 0', () => {
    const vectors = Float32Array.from({ length: 9 * 2 }, (_, i) => Math.sin(i));
    const table = startingTable(vectors, 2, corpus, 5);
    const length = (token: number) => Math.hypot(table[2 * token] as number, table[2 * token + 1] as number);
    expect([0, 1, 2, 3, 4].map(length)).toEqual([0, 0, 0, 0, 0]);
    // a is two fifths of the text, b one.
    expect(length(a)).toBeCloseTo(2e-4 / (2e-4 + 0.4), 8);
    expect(length(b)).toBeCloseTo(2e-4 / (2e-4 + 0.2), 8);
  });
});
