import { describe, expect, it } from 'vitest';

import { JsonObjectReader } from '../../../src/candidates/read/json-object';
import { Fault } from '../../../src/candidates/fault';

function entries(content: string): unknown[] {
  const reader = new JsonObjectReader('run.json', 'hits');
  const found = [...reader.push(new TextEncoder().encode(content)), ...reader.finish()];
  return found.map(({ place, value }) =>
    value instanceof Fault
      ? [place, value.code]
      : [place, value['query_id'], value['doc_id'], value['score']],
  );
}

it('gives queries and documents in the order of the file, whole numbers too', () => {
  expect(entries('{"20": {"9": 1.5, "a": 1, "1": 0.5}, "q": {"7": 3}, "3": {"8": -2e3}}')).toEqual([
    [1, '20', '9', 1.5],
    [2, '20', 'a', 1],
    [3, '20', '1', 0.5],
    [4, 'q', '7', 3],
    [5, '3', '8', -2000],
  ]);
});

it('gives all entries of a query or document that comes twice', () => {
  expect(entries('{"1": {"a": 1, "a": 2},\n "1": {"b": 3}}')).toEqual([
    [1, '1', 'a', 1],
    [2, '1', 'a', 2],
    [3, '1', 'b', 3],
  ]);
});

it('reads keys with escapes; a query without documents is a fault, and so is an object that is cut off', () => {
  expect(entries('{"\\u0031\\"": {"__proto__": 1}, "2": 5, "3": {}}')).toEqual([
    [1, '1"', '__proto__', 1],
    [2, 'wrong-type'],
  ]);
  expect(entries('{"1": {"a": 1}')).toEqual([[1, 'broken-json']]);
});

describe('an object of settings or results is no run', () => {
  it.each([
    [
      'objects inside objects',
      '{"corpus": {"texts": 592}, "sources": {"bm25": {"records": 97, "eci": 0.14}}}',
    ],
    ['a list beside numbers', '{"corpus": {"texts": 592}, "ranking": ["bm25", "tasb"]}'],
    ['figures of two runs', '{"train": {"loss": 0.31, "steps": 100}, "eval": {"steps": 10, "loss": 0.4}}'],
    ['measures by query', '{"q1": {"map": 0.2, "P_5": 0.4, "ndcg_cut_10": 0.3, "recall_100": 1}}'],
    ['measures by cutoff', '{"NDCG": {"NDCG@1": 0.4, "NDCG@10": 0.5}}'],
  ])('%s', (_, content) => {
    expect(() => entries(content)).toThrow('this looks like one JSON object of settings or results');
  });

  it.each([
    ['the same ids for every query', '{"q1": {"d1": 2, "doc_2": 1}, "q2": {"d1": 1, "doc_2": 3}}'],
    ['titles for ids', '{"1": {"Paris": 2, "London": 1}, "2": {"Paris": 1, "Rome": 3}}'],
    ['numbers for ids', '{"1": {"12": 2}}'],
    ['hashes for ids', '{"1": {"c67482ba-2019-04-18T13:32:05Z-00000-000": 2, "feed": 1}}'],
  ])('a run with %s is one', (_, content) => {
    expect(entries(content).length).toBeGreaterThan(0);
  });
});
