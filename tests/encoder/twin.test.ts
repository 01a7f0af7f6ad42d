/** A folder with an ONNX file and the checkpoint that it was exported from, or another one. */

import { beforeAll, expect, it, vi } from 'vitest';

import { Checkpoint } from '../../src/encoder/checkpoint/checkpoint';
import { Encoder } from '../../src/encoder/encoder';
import { readFolderInfo } from '../../src/encoder/folder-settings';
import { openModelFolder } from '../../src/encoder/model-folder';
import type { KnownEncoder, ParityReport } from '../../src/encoder/types';
import { checkpointFile, randomTensors } from '../support/bert';
import { stubBrowserGlobals, surroundings } from '../support/browser-globals';
import { madeEncoder, MADE_SHAPE } from '../support/made-encoder';

const BASE = new URL('http://localhost/models/');
/** The weights of a seed as training would have written them. */
const checkpoint = (seed: number) => checkpointFile(randomTensors(MADE_SHAPE, seed));

/** What opening the folder says of its two files. @param weights of the checkpoint beside the ONNX file */
async function parityOf(
  weights: Uint8Array,
  bytes = weights.length,
  known = new Map<string, KnownEncoder>(),
): Promise<ParityReport | null> {
  const file = new File([weights as BlobPart], 'model.safetensors');
  Object.defineProperty(file, 'size', { value: bytes });
  const made = madeEncoder();
  const model = { ...made, files: [...made.files, { path: 'model.safetensors', file }] };
  const { onnx, settings } = await readFolderInfo(await openModelFolder(model, BASE));
  expect(onnx[0]?.path).toBe('onnx/model.onnx');
  const options = { model, onnx: 'onnx/model.onnx', settings, device: 'wasm' } as const;
  const encoder = await Encoder.open(options, surroundings(known));
  await encoder.start();
  await encoder.release();
  return encoder.identity(MADE_SHAPE.hidden).parity;
}

beforeAll(() => stubBrowserGlobals());

it('is quiet where the ONNX file is an export of the checkpoint beside it', async () => {
  const parity = await parityOf(checkpoint(7));
  expect(parity).toMatchObject({ texts: 4, warning: null });
  expect(parity?.min_cosine).toBeGreaterThan(1 - 1e-6);
});

it('says where they are of two trainings', async () => {
  const { warning = '' } = (await parityOf(checkpoint(8))) ?? {};
  expect(warning).toMatch(/^onnx\/model\.onnx differs from model\.safetensors: .* over 4 texts is /);
  expect(warning).toContain('remove the one that is not yours');
});

it('does not compare more than 500 MB, and says so', async () => {
  const { warning } = (await parityOf(checkpoint(7), 6e8)) ?? {};
  expect(warning).toBe('onnx/model.onnx and model.safetensors were not compared: one has more than 500 MB.');
});

it('says nothing of a checkpoint that cannot be built: the ONNX file is what runs', async () => {
  const known = new Map<string, KnownEncoder>();
  expect(await parityOf(new Uint8Array(9), 9, known)).toBeNull();
  const compared = vi.spyOn(Checkpoint, 'read');
  expect(await parityOf(new Uint8Array(9), 9, known)).toBeNull();
  expect(compared).not.toHaveBeenCalled();
});
