/** `npm run audit:measure`: measures the audit by pairs on the real files of ../shared. See `--help`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { PROJECT } from './lib/paths.mjs';
import { openSources } from './lib/source-modules.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

/** @typedef {typeof import('../bench/audit/main')} AuditMeasure */

const DOCUMENT = join(PROJECT, 'docs/AUDIT.md');

const USAGE = `usage: npm run audit:measure [-- --runs N] [--docs]

Contaminates the sources of ../shared/data/dl1920 and xquad, and counts how often each audit calls them and clean ones;
holds what is found of single pairs against what is judged or planted. Seeded: the same tables every time. Prints them.

  --runs N   contaminated copies of each source and share, 100 by default
  --docs     writes the tables into docs/AUDIT.md (with the default runs alone)`;

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string' },
      docs: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const runs = values.runs === undefined ? null : Number(values.runs);
  const wrong = runs !== null && (!Number.isSafeInteger(runs) || runs < 1 || values.docs);
  if (values.help || wrong) {
    (wrong ? console.error : console.log)(USAGE);
    return wrong ? 1 : 0;
  }
  await ensureDependencies();
  // The tests' settings: they too run this code in Node.
  const server = await openSources(join(PROJECT, 'vitest.config.ts'));
  try {
    const measure = /** @type {AuditMeasure} */ (await server.ssrLoadModule('/bench/audit/main.ts'));
    const shared = resolve(PROJECT, '..', 'shared');
    const tables = await measure.auditTables(shared, runs ?? measure.RUNS, (text) => console.error(text));
    for (const [name, table] of tables) console.log(`${name}\n\n${table}\n`);
    if (values.docs) writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), tables));
    return 0;
  } finally {
    await server.close();
  }
});

/**
 * @param {string} document
 * @param {ReadonlyMap<string, string>} tables
 * @returns {string} the document with each table in the place of what stands between its two marks
 */
function withTables(document, tables) {
  return [...tables].reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- table: ${name} -->`, '<!-- end -->'];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`docs/AUDIT.md has no place for the table "${name}".`);
    return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
  }, document);
}
