/** The committed encoder over all pairs of XQuAD, and the encoder that mined the demo's source. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { cosines } from '../../scripts/demo/encoder.mjs';
import { readFacts } from '../../scripts/demo/facts.mjs';
import { passageText, type DemoRecord } from '../../scripts/demo/sources.mjs';
import { readTevatron } from '../support/tevatron';
import { MINI, POTION, potionIsHere } from '../support/folders';

const path = (fromRoot: string) => fileURLToPath(new URL(`../../${fromRoot}`, import.meta.url));
const XQUAD = path('../shared/data/xquad/random.jsonl');

it.skipIf(!existsSync(XQUAD))(
  'puts the positive before the negative in at least 90 % of the pairs',
  async () => {
    const records = readTevatron(XQUAD);
    const passages = [...new Set(records.flatMap(({ positive, negatives }) => [positive, ...negatives]))];
    const queries = records.map(({ query }) => query);
    const scores = await cosines(MINI, queries, passages);
    const placeOf = new Map(passages.map((passage, place) => [passage, place]));
    const wins = records.flatMap(({ positive, negatives }, row) => {
      const score = (passage: string) => scores[row]?.[placeOf.get(passage) ?? -1] ?? Number.NaN;
      return negatives.map((negative) => score(positive) > score(negative));
    });
    expect(wins).toHaveLength(11_900);
    expect(wins.filter(Boolean).length / wins.length).toBeGreaterThanOrEqual(0.9);
  },
);

it.skipIf(!potionIsHere)(
  'has not mined embedding.jsonl: potion-base-2M finds its passages nearest',
  async () => {
    const corpus = readFacts(path('scripts/demo/facts'));
    const queries = corpus.queries.map(({ query }) => query);
    const scores = await cosines(POTION, queries, corpus.passages.map(passageText));
    const lines = readFileSync(path('public/demo/embedding.jsonl'), 'utf8').trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as DemoRecord);
    records.forEach((record, row) => {
      const positive = record.positive_passages[0]?.docid;
      const byId = new Map(corpus.passages.map(({ id }, at) => [id, scores[row]?.[at] ?? Number.NaN]));
      const best = [...byId].filter(([id]) => id !== positive).map(([, score]) => score);
      best.sort((a, b) => b - a);
      record.negative_passages.forEach(({ docid }, at) => {
        const where = `${record.query_id}, negative ${at + 1}`;
        expect(byId.get(docid), where).toBeCloseTo(best[at] ?? Number.NaN, 5);
      });
    });
  },
);
