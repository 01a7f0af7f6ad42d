/** Packages of the user, which a command finds beside itself and never installs. */

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { nativeRuntime } from '../../src/cli/installed';
import { folderOfTest, writeFiles } from '../support/temporary';

let folder: string;

beforeEach(() => void (folder = folderOfTest()));

/** @returns the folder beside whose scripts it lies */
function install(at: string, described: object, code = ''): string {
  const main = join(folder, at, 'node_modules/onnxruntime-node/dist/index.js');
  writeFiles(dirname(main), {
    '../package.json': JSON.stringify({ main: 'dist/index.js', ...described }),
    'index.js': code,
  });
  return join(folder, at);
}

const runtime = (version: string, create: string) => [
  install(
    `of ${version}`,
    { name: 'onnxruntime-node', version },
    `exports.env = {}; exports.own = '${version}'; exports.InferenceSession = { create: ${create} };`,
  ),
];

const NOT_INSTALLED =
  '--runtime native: onnxruntime-node is not installed. Run "npm install onnxruntime-node" in this folder, or leave the option out.';

it('is looked for in each folder and above it, is used on all cores where it opens a model, and an empty package in its place is none', async () => {
  const empty = install('clone', { name: 'negscope-empty-package', version: '0.0.0' });
  const [own = ''] = runtime('1.30.0', 'async () => ({ release() {} })');
  mkdirSync(join(own, 'data/deep'), { recursive: true });
  const { load, ...about } = await nativeRuntime('cpu', [empty, join(own, 'data/deep')]);
  expect(about).toEqual({ version: '1.30.0', provider: 'cpu', threads: availableParallelism() });
  expect(load()).toMatchObject({ own: '1.30.0' });
  await expect(nativeRuntime('cpu', [empty, join(folder, 'nowhere')])).rejects.toThrow(NOT_INSTALLED);
});

it('says in one sentence each what is missing', async () => {
  await expect(nativeRuntime('cpu', runtime('1.14.0', ''))).rejects.toThrow(
    '--runtime native: onnxruntime-node 1.14.0 is installed; needed is 1.20 or a later 1.x.',
  );
  const lacking = runtime('1.31.0', "async () => { throw new Error('no CUDA here'); }");
  await expect(nativeRuntime('cuda', lacking)).rejects.toThrow(
    '--device cuda: onnxruntime-node 1.31.0 cannot use it here (no CUDA here).',
  );
});
