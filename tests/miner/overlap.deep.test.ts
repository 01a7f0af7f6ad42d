/**
 * What is mined here beside the files that came, on the documents of those files: the figures of docs/MINING.md. A corpus is
 * all passages of the files; queries and positives are those of the first.
 */

import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { followAtOnce, Miner, readInput, threadVectors } from '../../src/miner/headless';
import type { MethodId } from '../../src/miner/miner';
import { BM25_PRESETS } from '../../src/mining/bm25';
import { MINING_PRESETS, type MiningOptions } from '../../src/mining/options';
import { tablesOf } from '../support/doc-tables';
import { folderOnDisk, POTION, potionIsHere } from '../support/folders';

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

async function open(set: string, files: readonly string[]) {
  const given = files.map((name, i) => {
    const file = new File([readFileSync(join(DATA, set, `${name}.jsonl`))], `${name}.jsonl`);
    return { file, path: file.name, as: i === 0 ? ('queries' as const) : ('corpus' as const) };
  });
  const pool = { ...(given[0] as (typeof given)[number]), as: 'corpus' as const };
  const settings = { sample: null, relevant: 1, mostCharacters: 2 ** 29 };
  const input = await readInput([...given, pool], settings, new AbortController().signal, () => undefined);
  return {
    input,
    miner: new Miner(input, {
      follow: followAtOnce,
      breathe: () => Promise.resolve(),
      cosines: (name) => readFile(resolve(import.meta.dirname, `../../src/simd/${name}.wasm`)),
      version: 'test',
    }),
  };
}

/** Negatives of each query, as the file that is written has them. */
async function mined(miner: Miner, method: MethodId, options: MiningOptions) {
  const part = { method, bm25: BM25_PRESETS.bm25s, options };
  const { content } = await miner.mine(
    { name: method, parts: [part], form: 'flag-embedding', withScores: false },
    () => undefined,
  );
  const rows = linesOf(await content.text()).map(
    (line) => JSON.parse(line) as { readonly query: string; readonly neg: readonly string[] },
  );
  return new Map(rows.map(({ query, neg }) => [query, neg]));
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
  const rows = tableRows();

  it.each(SETS)('overlaps on $set as docs/MINING.md says', async ({ set, files, k }) => {
    const { input, miner } = await open(set, files);
    const folder = folderOnDisk('potion-base-2M', POTION);
    miner.useVectors(await threadVectors(input, folder, null, () => undefined));
    const options = { ...MINING_PRESETS.paper.options, num_negatives: k };
    const found = [];
    for (const method of ['bm25', 'dense'] as const) {
      const made = await mined(miner, method, options);
      for (const name of files) {
        const share = overlap(came(set, name), made);
        found.push([
          set,
          String(input.corpus.texts.length),
          `${method}, top ${k}`,
          name,
          `${(100 * share).toFixed(1)} %`,
        ]);
      }
    }
    expect(found).toEqual(rows.filter(([first]) => first === set));
  });
});

function tableRows(): (readonly string[])[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/MINING.md'), 'utf8');
  return [...(tablesOf(text).find(({ heading }) => heading === 'Beside the files that came')?.rows ?? [])];
}
