/** The committed files that are made from others: `npm run build -- --make NAME`. Tests hold each to what it is made from. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError } from '../setup.mjs';
import { PROJECT } from './paths.mjs';
import { openSources } from './source-modules.mjs';

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

/** public/report.schema.json from the report's types and the words of docs/REPORT.md. */
async function makeSchema() {
  const { reportSchema, wordsOfPaths } = await import('./report-schema.mjs');
  const words = wordsOfPaths(readFileSync(join(PROJECT, 'docs/REPORT.md'), 'utf8'));
  const { schema, paths } = reportSchema(words);
  const missing = [...paths].filter((path) => !words.has(path));
  if (missing.length > 0) throw new SetupError(`docs/REPORT.md does not describe ${missing.join(', ')}.`);
  await writeJson('public/report.schema.json', JSON.stringify(schema));
}

/** Numbers as JSON with 17 significant digits, whole ones as they are. @param {unknown} _ @param {unknown} value */
const asDigits = (_, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? `#${value.toPrecision(17)}#` : value;

/** examples/reference/expected.json from its records (docs/REFERENCE.md). */
async function makeReference() {
  const server = await openSources();
  try {
    const { referenceFigures } = await server.ssrLoadModule('/scripts/reference/expected.ts');
    const records = readFileSync(join(PROJECT, 'examples/reference/records.jsonl'), 'utf8');
    const json = JSON.stringify(referenceFigures(records), asDigits).replaceAll(/"#|#"/g, '');
    await writeJson('examples/reference/expected.json', json);
  } finally {
    await server.close();
  }
}

/** @param {string} file from the project's root @param {string} json */
async function writeJson(file, json) {
  const { format } = await import('prettier');
  writeFileSync(join(PROJECT, file), await format(json, { parser: 'json', printWidth: 110 }));
}
