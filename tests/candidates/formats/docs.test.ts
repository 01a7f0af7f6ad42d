/** `docs/FORMATS.md` lists the formats that the readers have, and its examples are read. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Fault, type JsonObject } from '../../../src/candidates/fault';
import { catalogued, RECORD_FORMATS } from '../../../src/candidates/formats/catalogue';
import { planned } from './support';

const docs = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'FORMATS.md'), 'utf8');

const [, section = ''] = /### One example each\n([^]*?)\n## /.exec(docs) ?? [];
const examples = [...section.matchAll(/^\*\*\[?(.+?)(?:\]\(.+?\))?\*\*([^]*?)\n```(\w*)\n([^]*?)```/gm)].map(
  ([, name = '', words = '', language = '', code = '']) => {
    const [, needs] = /\bNeeds ([a-z, ]+)\./.exec(words) ?? [];
    return { name, needs: needs?.split(', ') ?? [], language, code };
  },
);

describe('the examples in docs/FORMATS.md', () => {
  it('are one for each format, with the companions that it needs', () => {
    const byName = (entries: readonly { readonly name: string; readonly needs: readonly string[] }[]) =>
      Object.fromEntries(entries.map(({ name, needs }) => [name, needs]));
    expect(examples).toHaveLength(RECORD_FORMATS.length);
    expect(byName(examples)).toEqual(byName(RECORD_FORMATS));
  });

  it.each(examples)('is recognised and read: $name', async ({ name, language, code }) => {
    const plan = await planned(...asFile(language, code));
    if (!('drafts' in plan)) throw new Error(`${name} is no format of candidates`);
    expect(catalogued(plan.format.id).name).toBe(name);
    for await (const entries of plan.open
      .entries()
      .chunks(new AbortController().signal, { onBytes: () => undefined }))
      for (const { value } of entries)
        expect(plan.format.read(value as JsonObject)).not.toBeInstanceOf(Fault);
  });
});

/** Name and content of the file that an example stands for: a record may be broken over lines. */
function asFile(language: string, code: string): [string, string] {
  if (language !== 'json') return [code.includes(',') ? 'a.csv' : 'a.trec', code];
  const value = JSON.parse(code) as unknown;
  const isFile = (Array.isArray(value) && typeof value[0] === 'object') || code.includes('"data"');
  return isFile ? ['a.json', code] : ['a.jsonl', JSON.stringify(value)];
}
