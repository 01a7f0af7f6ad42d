import { expect, it } from 'vitest';

import { alphanumericTokens } from '../../../src/lexical/tokens';
import { IdfTable, TokenDictionary } from '../../../src/lexical/idf';
import {
  ANSWER,
  DEMO_COSINES,
  JUDGED,
  PASSAGES,
  psiOf,
  QUERY,
  QUERY_WORDS,
  UNLABELLED,
} from '../../../src/pages/learn/example';
import { openStatic } from '../../../src/session/encoder/bundled';
import { stubBrowserGlobals } from '../../support/browser-globals';
import { demoRecords } from '../../browser/files';
import { folderOnDisk, MINI } from '../../support/folders';

const RECORDS = ['embedding', 'bm25', 'random', 'written'].flatMap((source) => demoRecords(source));

const FOUND = RECORDS.flatMap((record) => [...record.positive_passages, ...record.negative_passages]);

const TEXTS = [...new Set(FOUND.map(({ text }) => text))];

/** The passage of the demo that has all pieces of a shortened text. */
const whole = (shortened: string) =>
  TEXTS.find((text) => shortened.split(' … ').every((piece) => text.includes(piece.replace(/ …$/, '')))) ??
  '';

stubBrowserGlobals();
const embed = await openStatic(folderOnDisk('mini', MINI), new URL('http://localhost/'));

/** The cosine of each query to each text. */
async function cosines(queries: readonly string[], texts: readonly string[]): Promise<number[][]> {
  const passages = await embed(texts);
  return (await embed(queries)).map((query) =>
    passages.map((passage) => passage.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0)),
  );
}

const [byQuery = [], byAnswer = []] = await cosines([QUERY, whole(ANSWER.text)], [...TEXTS, UNLABELLED.text]);

it('has the demo’s texts with the cosines of the bundled encoder', () => {
  expect(RECORDS.find(({ query }) => query === QUERY)?.positive_passages[0]?.text).toBe(whole(ANSWER.text));
  for (const each of [ANSWER, ...PASSAGES, UNLABELLED]) {
    const place = each === UNLABELLED ? TEXTS.length : TEXTS.indexOf(whole(each.text));
    expect(byQuery[place], each.name).toBeCloseTo(each.query, 4);
    expect(byAnswer[place], each.name).toBeCloseTo(each.answer, 4);
  }
});

it('shows all 870 passages of the demo, of which seven wrong ones lie above the answer', () => {
  expect(DEMO_COSINES).toHaveLength(870);
  const written = TEXTS.map((_, i) => [byQuery[i], byAnswer[i]].map((cosine) => cosine?.toFixed(3)).join());
  expect(new Set(DEMO_COSINES.map((pair) => pair.map((cosine) => cosine.toFixed(3)).join()))).toEqual(
    new Set(written.map((pair) => pair.replaceAll('-0.000', '0.000'))),
  );
  expect(DEMO_COSINES.filter(([query, answer]) => query > ANSWER.query && answer < 1)).toHaveLength(7);
});

it('counts the query’s words over the passages of the demo', () => {
  const dictionary = new TokenDictionary();
  const table = new IdfTable();
  for (const text of TEXTS) table.add(dictionary.idsOf(alphanumericTokens(text)));
  for (const { word, idf } of QUERY_WORDS) {
    const [id = -1] = dictionary.idsOf(new Set([word]));
    expect(table.idf(id), word).toBeCloseTo(idf, 3);
  }
  expect(psiOf(ANSWER.text)).toBeCloseTo(psiOf(whole(ANSWER.text)), 12);
});

it('the pairs to judge are the demo’s but one, and the encoder prefers each negative', async () => {
  for (const { query, positive, negative, cosines: said } of JUDGED) {
    const texts = [negative === UNLABELLED.text ? negative : whole(negative), whole(positive)];
    const [[found, labelled] = []] = await cosines([query], texts);
    expect(found?.toFixed(2)).toBe(said.negative.toFixed(2));
    expect(labelled?.toFixed(2)).toBe(said.positive.toFixed(2));
    expect(said.negative).toBeGreaterThan(said.positive);
  }
});
