import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../src/candidates/fault';
import { parseRecord } from '../../../src/candidates/read/json';

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

  it('is not the NaN of a score where a comma is missing behind it', () => {
    expect(fault('{"query": "q", "scores": [NaN] "id": 1}')).toMatchObject({
      field: null,
      message: expect.stringMatching(/^Not valid JSON \(character \d+: comma expected\)/),
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
