import { describe, expect, it } from 'vitest';

import { read, refusal } from '../support';

const record = (query: string): object => ({ query, pos: ['p, ] } "q" \\'], neg: ['n', '[{'] });
const queries = ['a', 'b', 'c'];
const whole = queries.map(record);

async function outcome(
  content: string,
  chunk?: number,
): Promise<{ good: string[]; bad: [number, string, string][] }> {
  const { records, rejects } = await read('a.json', content, chunk === undefined ? {} : { chunk });
  return {
    good: records.map(({ query, place }) => `${place}${query}`),
    bad: rejects.map(({ place, code, message }) => [place, code, message]),
  };
}

describe('JSON arrays', () => {
  it.each([1, 2, 3, 7, 64, 4096])('are cut into elements in chunks of %i bytes', async (chunk) => {
    for (const content of [
      JSON.stringify(whole),
      JSON.stringify(whole, null, 2),
      `\ufeff \n${JSON.stringify(whole)}\r\n`,
    ]) {
      expect(await outcome(content, chunk)).toEqual({ good: ['1a', '2b', '3c'], bad: [] });
    }
  });

  it('are told from JSONL by content, not by extension', async () => {
    expect((await read('a.jsonl', JSON.stringify(whole))).summary).toMatchObject({
      format: 'FlagEmbedding JSON array',
      placeKind: 'element',
    });
    expect(
      (await read('a.json', whole.map((each) => JSON.stringify(each)).join('\n'))).summary.placeKind,
    ).toBe('line');
  });

  it('give one reject for an element that is no object', async () => {
    const [a, b] = whole.map((each) => JSON.stringify(each));
    const { good, bad } = await outcome(`[${a}, null, 5, "x, ]", [1, {}], ${b}]`);
    expect(good).toEqual(['1a', '6b']);
    expect(bad.map(([place, code]) => [place, code])).toEqual(
      [2, 3, 4, 5].map((place) => [place, 'not-an-object']),
    );
  });

  /** Each breaks element 2 of three. */
  const breaks: [string, (json: string) => string][] = [
    ['a missing comma inside', (json) => json.replace('"pos":', '"pos"')],
    ['a closing quote missing', (json) => json.replace('"b"', '"b')],
    ['an opening quote missing', (json) => json.replace('"b"', 'b"')],
    ['a closing brace missing', (json) => json.slice(0, -1)],
    ['a closing bracket missing', (json) => json.replace(/\]\s*\}$/, '}')],
    [
      'an opening bracket missing',
      (json) => json.replace('"neg":[', '"neg":').replace('"neg": [', '"neg": '),
    ],
    ['a line break inside a string', (json) => json.replace('"b"', '"b\n"')],
  ];

  it.each(breaks)('give one reject for %s, one element a line', async (_, damage) => {
    const lines = whole.map((each) => JSON.stringify(each));
    lines[1] = damage(lines[1] ?? '');
    const { good, bad } = await outcome(`[\n${lines.join(',\n')}\n]\n`);
    expect(good).toEqual(['1a', '3c']);
    expect(bad.map(([place, code]) => [place, code])).toEqual([[2, 'broken-json']]);
  });

  it.each(breaks)('give one reject for %s, indented', async (_, damage) => {
    const parts = whole.map((each) => JSON.stringify(each, null, 1).replaceAll('\n', '\n '));
    parts[1] = damage(parts[1] ?? '');
    const { good, bad } = await outcome(`[\n ${parts.join(',\n ')}\n]\n`);
    expect(good).toEqual(['1a', '3c']);
    expect(bad.map(([place, code]) => [place, code])).toEqual([[2, 'broken-json']]);
  });

  it('reject the last partial element of a truncated array and say so', async () => {
    const json = JSON.stringify(whole);
    const { good, bad } = await outcome(json.slice(0, -20));
    expect(good).toEqual(['1a', '2b']);
    expect(bad).toMatchObject([[3, 'broken-json', expect.stringContaining('the array is cut off')]]);
  });

  it('say so where the array is cut off between two elements', async () => {
    const { good, bad } = await outcome(JSON.stringify(whole).slice(0, -1));
    expect(good).toEqual(['1a', '2b', '3c']);
    expect(bad).toMatchObject([[4, 'broken-json', expect.stringContaining('ends without "]"')]]);
  });

  it('say so where something follows the array', async () => {
    const { good, bad } = await outcome(`${JSON.stringify(whole)}\n${JSON.stringify(whole)}`);
    expect(good).toEqual(['1a', '2b', '3c']);
    expect(bad).toMatchObject([[4, 'broken-json', expect.stringContaining('goes on after')]]);
  });

  it('of which the first element is cut off are refused', async () => {
    const { error } = await refusal('a.json', '[{"query": "a"');
    expect(error.name).toBe('UnknownFormatError');
    expect(error.message).toContain('element 1');
  });
});
