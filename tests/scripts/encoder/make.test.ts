/** A small encoder from the demo's texts, and the page's way of reading it. */

import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { readFacts } from '../../../scripts/demo/facts.mjs';
import { makeEncoder } from '../../../scripts/encoder/make';
import { RECIPE } from '../../../scripts/encoder/recipe';
import type { TextOfKind } from '../../../scripts/encoder/texts';
import { EncoderModel } from '../../../src/encoder/model';
import { openTableLanes } from '../../../src/encoder/static/table-lanes';
import { staticTable } from '../../../src/encoder/static/token-table';
import { folderOnDisk } from '../../support/folders';

const { passages } = readFacts(join(import.meta.dirname, '../../../scripts/demo/facts'));
const RECORDS = passages.map(({ title, text }): TextOfKind => ({
  kind: 'paragraph',
  texts: [title, title, ...text.split('. ')],
}));
const SETTINGS = { ...RECIPE, vocabulary: 900, dimension: 32, batch: 64, steps: 60 };

async function made(seed: number, steps = SETTINGS.steps): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'negscope-encoder-'));
  const settings = { ...SETTINGS, seed, steps };
  await makeEncoder(RECORDS, folder, { settings, threads: 1, card: '# Card\n', tell: () => undefined });
  return folder;
}

/** Unit vectors of texts as the page makes them. */
async function embed(folder: string, texts: readonly string[]): Promise<Float32Array[]> {
  const model = await EncoderModel.open(
    {
      model: folderOnDisk('made', folder),
      onnx: 'onnx/model.onnx',
      settings: { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 512, normalise: true },
    },
    new URL('http://localhost/'),
  );
  const table = staticTable((await model.sessionOptions()).model, 'mean');
  if (!table) throw new Error('The folder is not read as a table.');
  expect(table.dimension).toBe(SETTINGS.dimension);
  const tokenizer = await model.tokenizer();
  return openTableLanes(table, true).encode(texts.map((text) => tokenizer.encode(text, 512)));
}

/** Share of passages whose second half is nearest to their first half among 100 passages. */
async function halvesTogether(folder: string): Promise<number> {
  const halves = passages.slice(0, 100).map(({ text }) => {
    const words = text.split(' ');
    const middle = Math.floor(words.length / 2);
    return [words.slice(0, middle).join(' '), words.slice(middle).join(' ')] as const;
  });
  const first = await embed(
    folder,
    halves.map(([half]) => half),
  );
  const second = await embed(
    folder,
    halves.map(([, half]) => half),
  );
  const found = first.filter((vector, i) => {
    const cosines = second.map((other) => vector.reduce((sum, x, d) => sum + x * (other[d] as number), 0));
    return cosines.indexOf(Math.max(...cosines)) === i;
  });
  return found.length / first.length;
}

it('is read by the page as a table, and is better for its training', async () => {
  const [trained, begun] = [await halvesTogether(await made(1)), await halvesTogether(await made(1, 0))];
  expect(trained).toBeGreaterThan(begun + 0.1);
});

it('has the same bytes for the same seed, and others for another', async () => {
  const contents = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path)).toString('base64')]);
  const [one, again, other] = [await made(1, 5), await made(1, 5), await made(2, 5)].map(contents);
  expect(one?.map(([path]) => path)).toEqual([
    '1_Pooling/config.json',
    'README.md',
    'config.json',
    'modules.json',
    'onnx/model.onnx',
    'tokenizer.json',
    'tokenizer_config.json',
  ]);
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});
