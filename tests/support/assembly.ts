/** The project's WebAssembly, read from disk. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../src/simd/${name}.wasm`, import.meta.url))));

export const informationBytes = (): Uint8Array<ArrayBuffer> => bytesOf('information');

export const cosinesModule = (): WebAssembly.Module => new WebAssembly.Module(bytesOf('cosines'));
