import { describe, expect, it } from 'vitest';

import { schemaFault, type JsonSchema } from '../../src/report/schema-fault';
import { REPORT_SCHEMA } from '../support/report-schema';

const SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['version', 'sources'],
  properties: {
    version: { const: 2 },
    kind: { enum: ['a', 'b'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    sources: { type: 'object', additionalProperties: { type: 'array', items: { type: 'number' } } },
  },
};

/** As `{"version": 2, "sources": {}}` with more. */
const withMore = (json: string): unknown => JSON.parse(`{"version": 2, "sources": {}${json}}`);

describe('schemaFault', () => {
  it.each([
    ['{"version": 2, "sources": {"a": [1, 2]}, "note": null, "kind": "b"}', null],
    ['{"sources": {}}', ['version: this key is missing']],
    ['{"version": 1, "sources": {}}', ['version: expected 2, found a number']],
    ['{"version": 2, "sources": {}, "kind": "c"}', ['kind: expected one of "a", "b", found a text']],
    ['{"version": 2, "sources": {"a": [1, "2"]}}', ['sources/a/1: expected a number, found a text']],
    ['{"version": 2, "sources": {"a": [null]}}', ['sources/a/0: expected a number, found null']],
    ['{"version": 2, "sources": []}', ['sources: expected an object, found a list']],
    ['{"version": 2, "sources": {}, "more": 1}', ['more: this key is unknown']],
    ['{"version": 2, "sources": {}, "note": 1}', ['note: expected a text, found a number']],
    ['[]', [': expected an object, found a list']],
  ])('%s', (json, words) => {
    const fault = schemaFault(JSON.parse(json), SCHEMA);
    expect(fault && [`${fault.path.join('/')}: ${fault.message}`]).toEqual(words);
  });

  it('takes names that JavaScript knows for what they are', () => {
    expect(schemaFault(withMore(', "constructor": 1'), SCHEMA)?.path).toEqual(['constructor']);
    expect(schemaFault(withMore(', "__proto__": 1'), SCHEMA)?.path).toEqual(['__proto__']);
    const named = JSON.parse('{"version": 2, "sources": {"__proto__": [1], "toString": ["x"]}}') as unknown;
    expect(schemaFault(named, SCHEMA)?.path).toEqual(['sources', 'toString', 0]);
  });

  it('knows every word of the report’s schema', () => {
    const known = [
      'type',
      'const',
      'enum',
      'anyOf',
      'items',
      'required',
      'properties',
      'additionalProperties',
    ];
    const said = ['$schema', 'title', 'description'];
    expect(wordsOf(REPORT_SCHEMA).filter((word) => ![...known, ...said].includes(word))).toEqual([]);
  });
});

/** The words of a schema, without the names of properties. */
function wordsOf(schema: object): string[] {
  const words = Object.entries(schema).flatMap(([word, value]: [string, unknown]) => {
    if (word === 'enum' || word === 'required') return [word];
    const inner = word === 'properties' ? Object.values(value as object) : [value].flat();
    const schemas = inner.filter((one): one is object => typeof one === 'object' && one !== null);
    return [word, ...schemas.flatMap(wordsOf)];
  });
  return [...new Set(words)];
}
