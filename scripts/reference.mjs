/** `npm run make:reference`: writes examples/reference/expected.json from its records (docs/REFERENCE.md). */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openSources } from './lib/source-modules.mjs';
import { PROJECT } from './lib/paths.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

const FOLDER = join(PROJECT, 'examples/reference');

/** Numbers as JSON with 17 significant digits, whole ones as they are. @param {unknown} _ @param {unknown} value */
const asDigits = (_, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? `#${value.toPrecision(17)}#` : value;

await runMain(async () => {
  await ensureDependencies();
  const server = await openSources();
  try {
    const { referenceFigures } = await server.ssrLoadModule('/scripts/reference/expected.ts');
    const figures = referenceFigures(readFileSync(join(FOLDER, 'records.jsonl'), 'utf8'));
    const { format } = await import('prettier');
    const json = JSON.stringify(figures, asDigits).replaceAll(/"#|#"/g, '');
    const text = await format(json, { parser: 'json', printWidth: 110 });
    writeFileSync(join(FOLDER, 'expected.json'), text);
  } finally {
    await server.close();
  }
  return 0;
});
