import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../src/candidates/fault';
import { LIMITS } from '../../../src/candidates/limits';
import { isTooDeep, nestedListStart, parseRecord } from '../../../src/candidates/read/json';

describe('what is not JSON', () => {
  const fault = (text: string) => parseRecord(text) as Fault;

  it.each([
    ['{"a": 1 "b": 2}', 'character 9: comma expected'],
    ['{"a": "x}', 'character 7: unexpected end of string'],
    ['{"a": 1}}', 'character 9: end of file expected'],
    ['{"a": 01}', 'character 8: comma expected'],
    ['{"a": [1, 2', 'character 12: close bracket expected'],
    ['{"a": 1, // x\n"b": 2}', 'character 10: invalid comment token'],
  ])('%s has a place', (text, where) => {
    expect(fault(text)).toMatchObject({
      code: 'broken-json',
      message: `Not valid JSON (${where}). Write the record again as one JSON object.`,
    });
  });

  it.each(['NaN', '-Infinity', 'Infinity'])('may be a bare %s', (bare) => {
    expect(fault(`{"query": "NaN", "negative_embeddings": [[1], [0, ${bare}]]}`)).toMatchObject({
      code: 'non-finite-embedding',
      field: 'negative_embeddings[1][1]',
    });
    expect(fault(`{"query": "NaN", "meta": {"margin": ${bare}}}`)).toMatchObject({
      code: 'broken-json',
      field: 'meta.margin',
    });
  });

  it('is no infinite or missing score: a miner writes those', () => {
    const line = '{"query": "\\"score\\": NaN", "neg_scores": [0.5, -Infinity, Infinity], "score": NaN}';
    expect(parseRecord(line)).toEqual({
      query: '"score": NaN',
      neg_scores: [0.5, -Infinity, Infinity],
      score: null,
    });
  });
});

describe('isTooDeep', () => {
  const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);

  it('counts lists and objects inside each other, those in strings not', () => {
    expect(isTooDeep(nested(LIMITS.depth))).toBe(false);
    expect(isTooDeep(nested(LIMITS.depth + 1))).toBe(true);
    expect(isTooDeep(`{"a": ${nested(LIMITS.depth)}}`)).toBe(true);
    expect(isTooDeep(`["${'['.repeat(1000)}"]`)).toBe(false);
    expect(isTooDeep(`["\\"${'['.repeat(1000)}"]`)).toBe(false);
    expect(isTooDeep(`["\\\\", ${nested(LIMITS.depth - 1)}]`)).toBe(false);
    expect(isTooDeep(`["\\\\", ${nested(LIMITS.depth)}]`)).toBe(true);
  });

  it('minds no number of lists beside each other', () => {
    expect(isTooDeep(`[${'[1],'.repeat(5000)}[1]]`)).toBe(false);
  });
});

describe('the list inside an object', () => {
  const start = (text: string): number | null => nestedListStart(new TextEncoder().encode(text), 'data');

  it.each([
    '{"data": ',
    '{"corpus": {"path": "x", "data": [{}]}, "data":',
    '{ "a": "\\"data\\": [{é", "b": [[{"data": [{}]}]],\n "data" : \n',
  ])('is found behind %s', (before) => {
    expect(start(`${before}[ {"question": "q"}]}`)).toBe(new TextEncoder().encode(before).length);
  });

  it.each([
    '{"query": "q", "pos": ["data"], "neg": ["n"]}\n{"data": [{}]}',
    '{"data": ["text"]}',
    '{"data": {"a": [{}]}}',
    '{"other": [{}]}',
    '{"a": "data", "b": [{}]}',
    '{"data": "unclosed',
    '{',
  ])('is none in %s', (text) => {
    expect(start(text)).toBeNull();
  });
});
