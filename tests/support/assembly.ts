/** The project's WebAssembly, read from disk. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const informationBytes = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL('../../src/simd/information.wasm', import.meta.url))));
