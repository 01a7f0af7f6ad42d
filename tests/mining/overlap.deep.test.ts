/**
 * What is mined here beside the files that came, on the documents of those files: the figures of docs/MINING.md. A corpus is
 * all passages of the files; queries and positives are those of the first.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { tablesOf } from '../support/doc-tables';
import { POTION, potionIsHere } from '../support/folders';
import { runScript } from '../support/run-script';
import { folderOfTest } from '../support/temporary';

const METHODS = ['bm25', 'dense'] as const;

const DATA = resolve(import.meta.dirname, '../../../shared/data');

/** The files that came, and how many negatives of a record each has at most. */
const SETS = [
  { set: 'dl1920', files: ['bm25', 'tasb', 'repllama', 'random'], k: 30 },
  { set: 'xquad', files: ['bm25', 'dense', 'random'], k: 10 },
] as const;

interface Came {
  readonly query: string;
  readonly negative_passages: readonly { readonly title: string; readonly text: string }[];
}

const linesOf = (text: string) => text.trim().split('\n');

const came = (set: string, name: string): Came[] =>
  linesOf(readFileSync(join(DATA, set, `${name}.jsonl`), 'utf8')).map((line) => JSON.parse(line) as Came);

/** Negatives of each query as `npm run mine` writes them, by method, and what it says. */
async function mined(set: string, files: readonly string[], k: number) {
  const out = folderOfTest();
  const paths = files.map((name) => join(DATA, set, `${name}.jsonl`));
  const [first = '', ...others] = paths;
  const given = ['--queries', first, ...[...others, first].flatMap((path) => ['--corpus', path])];
  const how = ['--method', METHODS.join(','), '--num-negatives', String(k)];
  const left = ['--exclude-same-query', 'yes', '--exclude-query', 'no', '--exclude-copies', 'none'];
  const { stdout } = await runScript('negscope.mjs', [
    'mine',
    ...given,
    ...how,
    ...left,
    '--model',
    POTION,
    '--out',
    out,
  ]);
  const made = METHODS.map((method) => {
    const rows = linesOf(readFileSync(join(out, `${method}.jsonl`), 'utf8')).map(
      (line) => JSON.parse(line) as { readonly query: string; readonly neg: readonly string[] },
    );
    return new Map(rows.map(({ query, neg }) => [query, neg]));
  });
  return { made, passages: /^(\d+) passages/m.exec(stdout)?.[1] ?? '' };
}

/** Mean share of a record's negatives in the file that came which are among those mined, of as many. */
function overlap(file: readonly Came[], made: ReadonlyMap<string, readonly string[]>): number {
  const shares = file.map(({ query, negative_passages: negatives }) => {
    const own = new Set((made.get(query) ?? []).slice(0, negatives.length));
    const texts = negatives.map(({ title, text }) => `${title} ${text}`.trim());
    return texts.filter((text) => own.has(text)).length / texts.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

describe.skipIf(!existsSync(DATA) || !potionIsHere)('what is mined here beside the files that came', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/MINING.md'), 'utf8');
  const table = tablesOf(text).find(({ heading }) => heading === 'Beside the files that came');

  it.each(SETS)('overlaps on $set as docs/MINING.md says', async ({ set, files, k }) => {
    const { made, passages } = await mined(set, files, k);
    const found = METHODS.map((method, i) => {
      const cells = table?.columns.slice(3).map((name) => {
        if (!files.some((file) => file === name)) return '–';
        return `${(100 * overlap(came(set, name), made[i] ?? new Map())).toFixed(1)} %`;
      });
      return [set, passages, `${method}, top ${k}`, ...(cells ?? [])];
    });
    expect(found).toEqual(table?.rows.filter(([first]) => first === set));
  });
});
