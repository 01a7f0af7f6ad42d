/** Scripts that measure something on the real files of ../shared and write the tables of a document. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ensureDependencies, runMain } from '../setup.mjs';
import { readArguments, UsageError, wholeNumber } from './arguments.mjs';
import { PROJECT } from './paths.mjs';
import { openSources } from './source-modules.mjs';

/**
 * @typedef {object} Measurement what a module of bench/ exports
 * @property {number} RUNS runs of each kind where none are asked for
 * @property {(shared: string, runs: number, tell: (line: string) => void, short: boolean) => Promise<ReadonlyMap<string, string>>} measuredTables
 *   Markdown tables by the names of their places in the document; short: those that take minutes alone
 */

/**
 * @param {{ document: string, module: string, usage: string }} options document: in docs/; module: from the project's root
 */
export function measureDocument({ document, module, usage }) {
  return runMain(async () => {
    const { values } = readArguments(process.argv.slice(2), {
      runs: { type: 'string' },
      docs: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    });
    if (values.help) {
      console.log(usage);
      return 0;
    }
    const runs = wholeNumber('--runs', values.runs);
    if (runs !== null && values.docs)
      throw new UsageError(`--runs and --docs: expected one of them.\n\n${usage}`);
    await ensureDependencies();
    // The tests' settings: they too run this code in Node.
    const server = await openSources(join(PROJECT, 'vitest.config.ts'));
    try {
      const measure = /** @type {Measurement} */ (await server.ssrLoadModule(module));
      const shared = resolve(PROJECT, '..', 'shared');
      const tell = (/** @type {string} */ text) => console.error(text);
      const tables = await measure.measuredTables(shared, runs ?? measure.RUNS, tell, values.short);
      for (const [name, table] of tables) console.log(`${name}\n\n${table}\n`);
      const path = join(PROJECT, 'docs', document);
      if (values.docs) writeFileSync(path, withTables(readFileSync(path, 'utf8'), tables, document));
      return 0;
    } finally {
      await server.close();
    }
  });
}

/**
 * @param {string} text
 * @param {ReadonlyMap<string, string>} tables
 * @param {string} document
 * @returns {string} the text with each table in the place of what stands between its two marks
 */
function withTables(text, tables, document) {
  return [...tables].reduce((whole, [name, table]) => {
    const [begin, end] = [`<!-- table: ${name} -->`, '<!-- end -->'];
    const from = whole.indexOf(begin);
    const to = whole.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`docs/${document} has no place for the table "${name}".`);
    return `${whole.slice(0, from + begin.length)}\n\n${table}\n\n${whole.slice(to)}`;
  }, text);
}
