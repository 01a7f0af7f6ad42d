/** The folders that sentence-transformers and transformers save, each family, beside those libraries' own vectors. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { CrossEncoder } from '../../../src/encoder/cross/cross-encoder';
import { readFolderInfo } from '../../../src/encoder/folder-settings';
import { EncoderModel } from '../../../src/encoder/model';
import { openModelFolder } from '../../../src/encoder/model-folder';
import { openSession } from '../../../src/encoder/session';
import { openTable } from '../../../src/encoder/table';
import { stubBrowserGlobals } from '../../support/browser-globals';
import { CHECKPOINTS, checkpointsAreHere, folderOnDisk } from '../../support/folders';

interface Expected {
  readonly texts: readonly string[];
  readonly pairs: readonly (readonly [string, string])[];
  readonly cases: readonly {
    readonly folder: string;
    readonly kind: string;
    readonly max_length: number | null;
    readonly prompts: Readonly<Record<string, string>>;
    readonly vectors?: Readonly<Record<string, readonly (readonly number[])[]>>;
    readonly logits?: readonly (number | readonly number[])[];
  }[];
}

const { texts, pairs, cases } = checkpointsAreHere
  ? (JSON.parse(
      readFileSync(join(CHECKPOINTS, 'expected.json'), 'utf8').replaceAll(': Infinity', ': 1e9'),
    ) as Expected)
  : { texts: [], pairs: [], cases: [] };

const BASE = new URL('http://localhost/models/');

/** A folder as the page opens it. */
const opened = (name: string) => openModelFolder(folderOnDisk(name, join(CHECKPOINTS, name)), BASE);

const gap = (a: ArrayLike<number>, b: readonly number[]) =>
  b.reduce((most, x, i) => Math.max(most, Math.abs(x - (a[i] ?? NaN))), 0);

const unit = (row: readonly number[]) => row.map((x) => x / (Math.hypot(...row) || 1));

beforeAll(() => stubBrowserGlobals());

describe.runIf(checkpointsAreHere)('a checkpoint', () => {
  it.each(['bert-bf16', 'bert-fp16'])('of %s counts as a session holds it: widened', async (name) => {
    const folder = await opened(name);
    const { onnx, settings } = await readFolderInfo(folder);
    const { sessionBytes } = await EncoderModel.open(folder, onnx[0]?.path ?? '', settings);
    expect(onnx[0]?.sessionBytes).toBe(sessionBytes);
    expect(sessionBytes).toBeGreaterThan(1.9 * (onnx[0]?.bytes ?? NaN));
  });

  it.each(cases.filter(({ kind }) => kind !== 'cross-encoder'))(
    'of $folder gives the vectors of the library, in one batch of mixed lengths',
    async ({ folder: name, max_length: maxTokens, prompts, vectors }) => {
      const folder = await opened(name);
      const info = await readFolderInfo(folder);
      const settings = { ...info.settings, maxTokens: maxTokens ?? 512 };
      const model = await EncoderModel.open(folder, info.onnx[0]?.path ?? '', settings);
      const tokenizer = await model.tokenizer();
      const table = await model.table();
      const session = table
        ? openTable(table)
        : await openSession(await model.sessionOptions(), { runtime: 'wasm', threads: 1 });
      for (const [prompt, rows] of Object.entries(vectors ?? {})) {
        const sequences = texts.map(
          (text) => tokenizer.encode((prompts[prompt] ?? '') + text, settings.maxTokens).ids,
        );
        const found = await session.encode(sequences);
        const gaps = rows.map((row, i) => (texts[i] === '' ? 0 : gap(found[i] ?? [], unit(row))));
        expect(Math.max(...gaps)).toBeLessThan(1e-5);
      }
      await session.release();
      expect(Object.values(prompts).filter((words) => words !== '')).toEqual(
        [info.settings.queryPrefix, info.settings.passagePrefix].filter((words) => words !== ''),
      );
    },
  );

  it.each(cases.filter(({ kind }) => kind === 'cross-encoder'))(
    'of $folder gives the logits of the library',
    async ({ folder: name, logits }) => {
      const cross = await CrossEncoder.untried(folderOnDisk(name, join(CHECKPOINTS, name)), BASE);
      const found: number[] = [];
      for (const [query, passage] of pairs) found.push(await cross.logit({ query, passage }));
      await cross.release();
      expect(gap(found, (logits ?? []).flat())).toBeLessThan(1e-5);
    },
  );
});
