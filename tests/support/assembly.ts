/** The project's WebAssembly, read from disk. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

import type { CosinesLoader } from '../../src/simd/cosines';

const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../src/simd/${name}.wasm`, import.meta.url))));

export const informationBytes = (): Uint8Array<ArrayBuffer> => bytesOf('information');

// Node has had relaxed SIMD without a flag since version 21.
setFlagsFromString('--experimental-wasm-relaxed-simd');

export const COSINES = ['cosines', 'cosines-relaxed'] as const;

export const cosinesBytes: CosinesLoader = (name) => Promise.resolve(bytesOf(name));

export const cosinesModule = (name: (typeof COSINES)[number]): WebAssembly.Module =>
  new WebAssembly.Module(bytesOf(name));
