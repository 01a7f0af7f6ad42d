import { describe, expect, it } from 'vitest';

import { applyEdits, listItems, valueSpan } from '../../../src/candidates/clean/json-spans';
import type { Path } from '../../../src/candidates/formats/format';
import { cutItems } from './support';

function at(text: string, path: Path): string | null {
  const span = valueSpan(text, path);
  return span === null ? null : text.slice(span.start, span.end);
}

function items(text: string, path: Path): string[] | null {
  return listItems(text, path)?.map(({ start, end }) => text.slice(start, end)) ?? null;
}

const cut = (text: string, path: Path, ...indices: number[]): string =>
  cutItems(text, path, new Set(indices));

describe('valueSpan', () => {
  it('finds values of every kind as they are spelled', () => {
    const text = ' { "a" : 1.0,"b":[1, {"c" : "x" }],\n"d":null , "e":12345678901234567890,"f":-1e+5} ';
    expect(at(text, ['a'])).toBe('1.0');
    expect(at(text, ['b'])).toBe('[1, {"c" : "x" }]');
    expect(at(text, ['b', 1])).toBe('{"c" : "x" }');
    expect(at(text, ['b', 1, 'c'])).toBe('"x"');
    expect(at(text, ['d'])).toBe('null');
    expect(at(text, ['e'])).toBe('12345678901234567890');
    expect(at(text, ['f'])).toBe('-1e+5');
    expect(at(text, [])).toBe(text.trim());
  });

  it('finds nothing where there is nothing', () => {
    expect(at('{"a":{"b":1}}', ['b'])).toBeNull();
    expect(at('{"a":1}', ['a', 'b'])).toBeNull();
    expect(at('{"a":[1]}', ['a', 1])).toBeNull();
    expect(at('{}', ['a'])).toBeNull();
  });

  it('takes the last of two equal keys, as JSON.parse does', () => {
    const text = '{"neg":["x"],"a":{"neg":["y"]},"neg":["z"]}';
    expect(at(text, ['neg'])).toBe('["z"]');
    expect((JSON.parse(text) as { neg: string[] }).neg).toEqual(['z']);
  });

  it('reads keys with escapes, and keys that look like structure', () => {
    const text = String.raw`{"\u006eeg":1,"a\"b":2,"\\":3,"{\"x\":[":4,"é":5}`;
    expect(at(text, ['neg'])).toBe('1');
    expect(at(text, ['a"b'])).toBe('2');
    expect(at(text, ['\\'])).toBe('3');
    expect(at(text, ['{"x":['])).toBe('4');
    expect(at(text, ['é'])).toBe('5');
  });

  it('finds fields of a list under "1", "2" …', () => {
    expect(at('["q", "p", ["n"]]', ['3'])).toBe('["n"]');
    expect(at('["q", "p", ["n"]]', [2])).toBe('["n"]');
  });

  it('agrees with JSON.parse on values that were written at random', () => {
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
    const spellings = ['"a\\"]"', '"\\\\"', '"\\u005b,"', '""', '1.50', 'true', 'null', '-0'];
    const make = (depth: number): string => {
      const kind = depth > 4 ? 0 : random(3);
      const blank = ['', ' ', '\n\t'][random(3)] as string;
      if (kind === 0) return spellings[random(spellings.length)] as string;
      const parts = Array.from({ length: random(4) }, () => blank + make(depth + 1) + blank);
      if (kind === 1) return `[${parts.join(',')}]`;
      return `{${parts.map((part) => `${blank}"${'xyz'[random(3)]}":${part}`).join(',')}}`;
    };
    let compared = 0;
    const compare = (text: string, path: Path, value: unknown): void => {
      expect(JSON.parse(at(text, path) ?? '"missing"'), text).toEqual(value);
      compared += 1;
      if (typeof value !== 'object' || value === null) return;
      for (const [key, child] of Object.entries(value)) {
        compare(text, [...path, Array.isArray(value) ? Number(key) : key], child);
      }
    };
    for (let i = 0; i < 300; i += 1) {
      const text = make(0);
      compare(text, [], JSON.parse(text));
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('passes over deep nesting without recursion', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(at(`{"a":${deep},"b":1}`, ['b'])).toBe('1');
  });
});

describe('listItems', () => {
  it('gives items without the white space around them', () => {
    expect(items('{"neg" : [ "a" ,\n[1, 2],{"t": "x,]"}\t] }', ['neg'])).toEqual([
      '"a"',
      '[1, 2]',
      '{"t": "x,]"}',
    ]);
    expect(items('[ ]', [])).toEqual([]);
    expect(items('{"neg":"abc"}', ['neg'])).toBeNull();
  });
});

describe('cutItems', () => {
  it('takes the right comma along, wherever the item stands', () => {
    const text = '{"neg": [ "a", "b" ,"c" ], "x": 1.0}';
    expect(cut(text, ['neg'], 0)).toBe('{"neg": [ "b" ,"c" ], "x": 1.0}');
    expect(cut(text, ['neg'], 1)).toBe('{"neg": [ "a", "c" ], "x": 1.0}');
    expect(cut(text, ['neg'], 2)).toBe('{"neg": [ "a", "b" ], "x": 1.0}');
    expect(cut(text, ['neg'], 0, 2)).toBe('{"neg": [ "b" ], "x": 1.0}');
    expect(cut(text, ['neg'], 1, 2)).toBe('{"neg": [ "a" ], "x": 1.0}');
    expect(cut(text, ['neg'], 0, 1)).toBe('{"neg": [ "c" ], "x": 1.0}');
    expect(cut(text, ['neg'], 0, 1, 2)).toBe('{"neg": [  ], "x": 1.0}');
  });

  it('leaves the text as it is where nothing is to be cut', () => {
    const text = '{"neg": ["a"]}';
    expect(cut(text, ['neg'])).toBe(text);
    expect(cut(text, ['neg'], 5)).toBe(text);
    expect(cut(text, ['other'], 0)).toBe(text);
  });

  it('keeps escapes and spellings of what stays', () => {
    const text = String.raw`{"id":12345678901234567890,"neg":["a\"],","b\\","\u005d\ud83d\ude00",null],"é":1.50}`;
    expect(cut(text, ['neg'], 0)).toBe(
      String.raw`{"id":12345678901234567890,"neg":["b\\","\u005d\ud83d\ude00",null],"é":1.50}`,
    );
    expect(cut(text, ['neg'], 1, 3)).toBe(
      String.raw`{"id":12345678901234567890,"neg":["a\"],","\u005d\ud83d\ude00"],"é":1.50}`,
    );
  });

  it('cuts lists in objects of lists, and an entry that is a list', () => {
    expect(cut('{"neg": {"bm25": [1, 2], "dense": [3]}}', ['neg', 'bm25'], 0)).toBe(
      '{"neg": {"bm25": [2], "dense": [3]}}',
    );
    expect(cut('[7, 8, 9, 10]', [], 2)).toBe('[7, 8, 10]');
  });
});

describe('applyEdits', () => {
  it('takes edits in any order and refuses those that overlap', () => {
    const edits = [
      { start: 4, end: 5, text: 'E' },
      { start: 0, end: 2, text: '' },
    ];
    expect(applyEdits('abcdefg', edits)).toBe('cdEfg');
    expect(() =>
      applyEdits('abc', [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ]),
    ).toThrow(RangeError);
  });
});
