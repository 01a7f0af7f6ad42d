import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { indexModels } from '../../scripts/lib/model-index.mjs';
import { temporaryFolder, writeFiles } from '../support/temporary';

const directory = temporaryFolder({
  'b/onnx/model.onnx': 'abc',
  'b/config.json': '',
  'b/.cache/huggingface/download.lock': 'of a download',
  'a/config.json': '',
  'README.txt': 'no folder',
});

async function indexed(): Promise<unknown> {
  await indexModels(directory);
  return JSON.parse(readFileSync(join(directory, 'index.json'), 'utf8'));
}

it('lists the folders that lie there, and keeps what was said of their source', async () => {
  const config = {
    path: 'config.json',
    bytes: 0,
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  };
  const graph = {
    path: 'onnx/model.onnx',
    bytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  };
  const b = { name: 'b', source: 'b', files: [config, graph] };
  expect(await indexed()).toEqual({
    schema_version: 1,
    models: [{ name: 'a', source: 'a', files: [config] }, b],
  });

  const said = { name: 'b', source: 'owner/b@commit', description: 'our own', files: [] };
  writeFiles(directory, { 'index.json': JSON.stringify({ schema_version: 1, models: [said] }) });
  rmSync(join(directory, 'a'), { recursive: true });
  expect(await indexed()).toEqual({ schema_version: 1, models: [{ ...said, files: b.files }] });
});
