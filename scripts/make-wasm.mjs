/** `npm run make:wasm`: compiles src/simd/*.as. A test holds the binaries in the project to their sources. */

import { writeFile } from 'node:fs/promises';

import { ASSEMBLIES, assemble } from './lib/assembly.mjs';

for (const { source, binary, features } of ASSEMBLIES) {
  const bytes = await assemble(source, features);
  await writeFile(binary, bytes);
  console.log(`${binary}: ${bytes.length} bytes`);
}
