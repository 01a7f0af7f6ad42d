/** Makes the WebAssembly of src/simd/ from its AssemblyScript. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import asc from 'assemblyscript/asc';

import { PROJECT } from './paths.mjs';

/** What is made, what it is made of, and what it needs of a browser. */
export const ASSEMBLIES = [
  { name: 'information', source: 'information', features: ['simd'] },
  { name: 'cosines', source: 'cosines', features: ['simd'] },
  { name: 'cosines-relaxed', source: 'cosines', features: ['simd', 'relaxed-simd'] },
].map(({ name, source, features }) => ({
  source: join(PROJECT, `src/simd/${source}.as`),
  binary: join(PROJECT, `src/simd/${name}.wasm`),
  features,
}));

/**
 * @param {string} source path
 * @param {string[]} features
 * @returns {Promise<Uint8Array<ArrayBuffer>>} the module; the same bytes for the same source
 * @throws {Error} with what the compiler says
 */
export async function assemble(source, features) {
  const text = await readFile(source, 'utf8');
  /** @type {Uint8Array<ArrayBuffer> | null} */
  let binary = null;
  const { error, stderr } = await asc.main(
    [
      ...['source.ts', '--outFile', 'out.wasm', '--optimizeLevel', '3', '--shrinkLevel', '0'],
      ...['--runtime', 'stub', '--noAssert', '--importMemory'],
      ...features.flatMap((feature) => ['--enable', feature]),
    ],
    {
      readFile: (name) => (name === 'source.ts' ? text : null),
      writeFile: (name, content) => {
        if (name === 'out.wasm') binary = /** @type {Uint8Array<ArrayBuffer>} */ (content);
      },
      listFiles: () => [],
    },
  );
  if (error || binary === null) throw new Error(`${source} did not compile.\n${stderr.toString()}`);
  return binary;
}
