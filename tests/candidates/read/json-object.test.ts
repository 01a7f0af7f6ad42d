import { expect, it } from 'vitest';

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

it('an object of settings or results, with objects inside its objects, is no run', () => {
  const expected = '{"corpus": {"texts": 592}, "sources": {"bm25": {"records": 97, "eci": 0.14}}}';
  expect(() => entries(expected)).toThrow('this looks like one JSON object of settings or results');
});
