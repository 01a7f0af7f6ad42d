import { describe, expect, it } from 'vitest';

import { valueSpan } from '../../../src/candidates/clean/json-spans';
import type { Path } from '../../../src/candidates/formats/format';

function at(text: string, path: Path): string | null {
  const span = valueSpan(text, path);
  return span === null ? null : text.slice(span.start, span.end);
}

describe('valueSpan', () => {
  it('reads keys with escapes, and keys that look like structure', () => {
    const text = String.raw`{"\u006eeg":1,"a\"b":2,"\\":3,"{\"x\":[":4,"é":5}`;
    expect(at(text, ['neg'])).toBe('1');
    expect(at(text, ['a"b'])).toBe('2');
    expect(at(text, ['\\'])).toBe('3');
    expect(at(text, ['{"x":['])).toBe('4');
    expect(at(text, ['é'])).toBe('5');
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
