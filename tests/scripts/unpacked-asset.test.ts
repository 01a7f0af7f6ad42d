/** The WebAssembly of the npm package's commands, which nobody else on this machine may replace. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { unpackedAsset } from '../../scripts/lib/unpacked-asset.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-asset-'));
  vi.stubEnv('TMPDIR', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('it is that of the package, whatever lies in the temporary folder, and nothing is written there', () => {
  const assets = join(folder, 'assets');
  const planted = join(folder, `negscope-${process.getuid?.() ?? 'user'}`);
  mkdirSync(assets);
  mkdirSync(planted);
  writeFileSync(join(assets, 'ort-1234.wasm.br'), brotliCompressSync('ours'));
  writeFileSync(join(assets, 'ort-5678.wasm.br'), brotliCompressSync('also ours'));
  writeFileSync(join(planted, 'ort-1234.wasm'), 'planted');
  expect(String(unpackedAsset(/^ort-1.*\.wasm\.br$/, assets))).toBe('ours');
  expect(String(unpackedAsset(/^ort-5.*\.wasm\.br$/, assets))).toBe('also ours');
  expect(readdirSync(planted)).toEqual(['ort-1234.wasm']);
  expect(() => unpackedAsset(/^other$/, assets)).toThrow('Install negscope again.');
});
