/** The committed files that are made from others: `npm run build -- --make NAME`. Tests hold each to what it is made from. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError } from '../setup.mjs';
import { writeFormatted } from './formatted.mjs';
import { PROJECT } from './paths.mjs';
import { withSource } from './source-modules.mjs';

/** What can be made, by name. @type {Readonly<Record<string, () => Promise<void>>>} */
const GENERATED = { wasm: makeWasm, schema: makeSchema, reference: makeReference };

/**
 * @param {string} name
 * @returns {Promise<void>}
 * @throws {SetupError} where nothing has that name
 */
export async function makeGenerated(name) {
  const make = GENERATED[name];
  const names = Object.keys(GENERATED).join(', ');
  if (make === undefined) throw new SetupError(`--make ${name}: expected one of ${names}.`);
  await make();
}

/** src/simd/*.wasm from src/simd/*.as. */
async function makeWasm() {
  const { ASSEMBLIES, assemble } = await import('./assembly.mjs');
  for (const { source, binary, features } of ASSEMBLIES) {
    const bytes = await assemble(source, features);
    writeFileSync(binary, bytes);
    console.log(`${binary}: ${bytes.length} bytes`);
  }
}

/** public/report.schema.json and the keys in docs/REPORT.md from the schema of what is saved and the words of its keys. */
async function makeSchema() {
  const { jsonSchema, withKeys } = await import('./result-keys.mjs');
  const words = JSON.parse(readFileSync(join(PROJECT, 'src/report/keys.json'), 'utf8'));
  await withSource('/src/experiments/result.ts', ({ SAVED }) =>
    writeFormatted(join(PROJECT, 'public/report.schema.json'), JSON.stringify(jsonSchema(SAVED, words))),
  );
  const before = readFileSync(join(PROJECT, 'docs/REPORT.md'), 'utf8');
  await writeFormatted(join(PROJECT, 'docs/REPORT.md'), withKeys(before, words));
}

/** Numbers as JSON with 17 significant digits, whole ones as they are. @param {unknown} _ @param {unknown} value */
const asDigits = (_, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? `#${value.toPrecision(17)}#` : value;

/** examples/reference/expected.json from its records (docs/REFERENCE.md). */
async function makeReference() {
  const records = readFileSync(join(PROJECT, 'examples/reference/records.jsonl'), 'utf8');
  await withSource('/scripts/reference/expected.ts', ({ referenceFigures }) => {
    const json = JSON.stringify(referenceFigures(records), asDigits).replaceAll(/"#|#"/g, '');
    return writeFormatted(join(PROJECT, 'examples/reference/expected.json'), json);
  });
}
