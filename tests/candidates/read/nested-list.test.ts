import { describe, expect, it } from 'vitest';

import { nestedListStart } from '../../../src/candidates/read/nested-list';

const start = (text: string): number | null => nestedListStart(new TextEncoder().encode(text), 'data');

describe('the list inside an object', () => {
  it('is found behind other fields, whatever they hold', () => {
    for (const before of [
      '{"data": ',
      '{"corpus": {"path": "x", "data": [{}]}, "data":',
      '{ "a": "\\"data\\": [{", "b": [[{"data": [{}]}]],\n "data" : \n',
    ]) {
      const text = `${before}[ {"question": "q"}]}`;
      expect(start(text)).toBe(new TextEncoder().encode(before).length);
    }
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
