import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../src/candidates/fault';
import { parseRecord } from '../../../src/candidates/read/json';

describe('what is not JSON', () => {
  const fault = (text: string) => parseRecord(text) as Fault;

  it.each([
    '{"a": 1 "b": 2}',
    '{"a": "x}',
    '{"a": 1}}',
    '{"a": 01}',
    '{"a": [1, 2',
    '{"a": 1, // x\n"b": 2}',
  ])('%s is told with what the engine says of it', (text) => {
    expect(fault(text)).toMatchObject({
      code: 'broken-json',
      message: expect.stringMatching(/^Not valid JSON \(.+\)\. Write the record again as one JSON object\.$/),
    });
  });

  it.each(['NaN', '-Infinity', 'Infinity'])('may be a bare %s', (bare) => {
    expect(fault(`{"query": "NaN", "negative_embeddings": [[1], [0, ${bare}]]}`)).toMatchObject({
      code: 'non-finite-embedding',
      field: 'negative_embeddings',
    });
    expect(fault(`{"query": "NaN", "meta": {"margin": ${bare}}}`)).toMatchObject({
      code: 'broken-json',
      field: 'margin',
      message: '`margin` holds a bare NaN or Infinity, which JSON does not have. Write null or a text.',
    });
  });

  it('is not the NaN of a score where a comma is missing behind it', () => {
    expect(fault('{"query": "q", "scores": [NaN] "id": 1}')).toMatchObject({
      field: null,
      message: expect.stringMatching(/^Not valid JSON \(.+\)/),
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
