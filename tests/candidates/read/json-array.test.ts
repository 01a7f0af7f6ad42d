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

  const [a, b, c] = whole.map((each) => JSON.stringify(each, null, 1)) as [string, string, string];

  it.each([
    ['a missing colon', b.replace('"pos":', '"pos"')],
    ['a missing opening bracket', b.replace('"neg": [', '"neg": ')],
    ['a closing bracket too many', b.replace(/\]\s*\}$/, ']]}')],
    ['a closing brace too many', `${b}}`],
    ['a line break inside a string', b.replace('"b"', '"b\n"')],
    ['another record without a comma', `${b} ${b}`],
  ])('give one reject for an element with %s', async (_, broken) => {
    const { good, bad } = await outcome(`[${a}, ${broken}, ${c}]`);
    expect(good).toEqual(['1a', '3c']);
    expect(bad).toMatchObject([
      [2, 'broken-json', expect.stringMatching(/^Not valid JSON \(character \d+: /)],
    ]);
  });

  const json = JSON.stringify(whole);
  const NOT_VALID = [2, 'broken-json', expect.stringMatching(/^Not valid JSON \(character \d+: /)];
  const UNENDED = [3, 'broken-json', expect.stringMatching(/^The (array does not end|file goes on)/)];

  it.each([
    ['a missing quote', `[${a}, ${b.replace('"b"', '"b')}, ${c}]`, 1, [NOT_VALID, UNENDED]],
    ['a missing brace', `[${a}, ${b.slice(0, -1)}, ${c}]`, 1, [NOT_VALID, UNENDED]],
    ['a missing bracket', `[${a}, ${b.replace(/\]\s*\}$/, '}')}, ${c}]`, 1, [NOT_VALID, UNENDED]],
    [
      'the end of a file that is cut off',
      json.slice(0, -20),
      2,
      [[3, 'broken-json', expect.stringContaining('It is cut off')]],
    ],
    [
      'a cut between two elements',
      json.slice(0, -1),
      3,
      [[4, 'broken-json', expect.stringContaining('The array does not end')]],
    ],
    ['their end', `${json}\n${json}`, 3, [[4, 'broken-json', expect.stringContaining('goes on after')]]],
  ])('read none of what follows %s, and say where it is', async (_, content, read, faults) => {
    const { good, bad } = await outcome(content);
    expect(good).toEqual(['1a', '2b', '3c'].slice(0, read));
    expect(bad).toMatchObject(faults);
  });

  it('of which the first element is cut off are refused', async () => {
    const { error } = await refusal('a.json', '[{"query": "a"');
    expect(error.name).toBe('UnknownFormatError');
    expect(error.message).toContain('element 1');
  });
});
