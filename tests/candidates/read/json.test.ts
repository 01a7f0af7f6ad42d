import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../src/candidates/fault';
import { parseRecord } from '../../../src/candidates/read/json';

describe('what is not JSON', () => {
  const fault = (text: string) => parseRecord(text) as Fault;

  it.each([
    ['{"a": 1 "b": 2}', ' (character 9). Write the record again as one JSON object.'],
    ['{"a": 1}}', ' (character 9). Write the record again as one JSON object.'],
    ['{"a": 1, // x\n"b": 2}', ' (character 10). Write the record again as one JSON object.'],
    ['{"a": ', '. Write the record again as one JSON object.'],
    ['{"a": NaN}', '. NaN and Infinity are no numbers of JSON: write null or a number.'],
    [
      '{"a": [1, -Infinity]}',
      ' (character 12). NaN and Infinity are no numbers of JSON: write null or a number.',
    ],
  ])('%s has a place, as far as the engine tells one', (text, advice) => {
    expect(fault(text)).toMatchObject({ code: 'broken-json', message: `Not valid JSON${advice}` });
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
