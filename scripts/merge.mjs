/** `npm run merge`: parts of `npm run partial` put together. See `--help`. */

import { writeFileSync } from 'node:fs';
import { release, type } from 'node:os';
import { basename } from 'node:path';

import packageJson from '../package.json' with { type: 'json' };
import { readArguments } from './lib/arguments.mjs';
import { BUILD_INPUTS } from './lib/build-inputs.mjs';
import { commitOf } from './lib/commit.mjs';
import { PROJECT, fromInvocation } from './lib/paths.mjs';
import { rankTable, verdictLines } from './lib/rank-table.mjs';
import { readPart, withShards, writePart } from './lib/shards.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { SetupError, runMain } from './setup.mjs';

const USAGE = `usage: npm run merge -- PART… --out idf.table
       npm run merge -- PART… --idf idf.table --report report.json

The parts of npm run partial, in any order: those of the pass idf give the table, those of the pass score the report.
Refuses, and then writes nothing: parts of other settings, another encoder, table or version, parts that are cut off, a
shard that is in two of them, and shards that are missing.`;

await runMain(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    out: { type: 'string' },
    idf: { type: 'string' },
    report: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { out, idf, report: written } = values;
  const at = (/** @type {string} */ path) => fromInvocation(path, 'merge');
  if (positionals.length === 0 || (out === undefined) === (written === undefined || idf === undefined)) {
    throw new SetupError(`Expected parts, and --out, or --idf and --report.\n\n${USAGE}`);
  }
  return withShards(async (load) => {
    const { together } = await load('shards/parts');
    const kind = out === undefined ? 'negscope-sums' : 'negscope-texts';
    const parts = together(positionals.map((path) => readPart(at(path), [kind])));
    if (out !== undefined) {
      const table = (await load('shards/texts')).tableOf(parts);
      writePart(at(out), table);
      const texts = table.texts.toLocaleString('en');
      console.log(terminalText(`${basename(out)}: ${table.shards.length} shards, ${texts} distinct texts`));
      return 0;
    }
    const { part: table, sha256 } = readPart(at(/** @type {string} */ (idf)), ['negscope-table']);
    const { reportOf } = await load('shards/merge');
    const report = await reportOf(parts, { table, sha256 }, provenance(), new Date());
    writeFileSync(at(/** @type {string} */ (written)), `${JSON.stringify(report, null, 1)}\n`);
    console.log(terminalText(`${verdictLines(report)}\n\n${rankTable(report)}`));
    return 0;
  });
});

/** @returns {import('../src/report/result').Provenance} of this process: no browser takes part */
function provenance() {
  const [node, system] = [process.version, `${type()} ${release()} ${process.arch}`];
  const { version, dependencies: libraries } = packageJson;
  return {
    negscope: { version, ...commitOf(PROJECT, BUILD_INPUTS), libraries },
    environment: { browser: 'none', system, user_agent: `Node ${node}`, terminal: { node, system } },
  };
}
