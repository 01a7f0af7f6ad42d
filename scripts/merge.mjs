/** `npm run merge`: parts of `npm run partial` added up. See `--help`. */

import { writeFileSync } from 'node:fs';
import { release, type } from 'node:os';
import { basename } from 'node:path';

import packageJson from '../package.json' with { type: 'json' };
import { readArguments } from './lib/arguments.mjs';
import { BUILD_INPUTS } from './lib/build-inputs.mjs';
import { commitOf } from './lib/commit.mjs';
import { PROJECT, fromInvocation } from './lib/paths.mjs';
import { PART_FILES, program, withShards } from './lib/shards.mjs';
import { rankTable, verdictLines } from './lib/rank-table.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { SetupError, runMain } from './setup.mjs';

const USAGE = `usage: npm run merge -- PART… --out FILE
       npm run merge -- PART… --report report.json

Adds up parts of npm run partial, in any order and any grouping. --out writes a part again, such as the table of the
pass idf; --report writes the report once every shard is there. Refuses, and then writes nothing: parts of other
settings, another encoder, IDF table or version, parts that are cut off, and a shard that is in two of them.`;

await runMain(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    out: { type: 'string' },
    report: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if ((values.out === undefined) === (values.report === undefined)) {
    throw new SetupError(`Expected one of --out and --report.\n\n${USAGE}`);
  }
  if (positionals.length === 0) throw new SetupError('Expected at least one part.');
  const paths = positionals.map((path) => fromInvocation(path, 'merge'));
  return withShards(async (load) => {
    const { ShardError } = await load('shards/errors');
    const merge = await load('shards/merge');
    const { writePart } = await load('shards/part');
    const { gapsInWords } = await load('shards/names');
    try {
      const parts = await merge.headsOf(paths, PART_FILES, program());
      if (parts[0].head.kind === 'negscope-idf') {
        if (values.out === undefined)
          throw new SetupError('--report: expected parts of the pass score; these are of the pass idf.');
        const made = await merge.mergedIdf(parts, PART_FILES, program());
        const gaps = gapsInWords(made.content.shards);
        if (gaps.length > 0) console.error(terminalText(`${gaps.join('; ')}.`));
        const out = fromInvocation(values.out, 'merge');
        await writePart(out, made.content, made.columns, PART_FILES);
        console.log(
          terminalText(
            `${basename(out)}: ${made.content.shards.length} shards, ${made.content.texts.toLocaleString('en')} distinct texts`,
          ),
        );
        return 0;
      }
      const merged = await merge.mergedSums(parts, PART_FILES);
      if (values.out !== undefined) {
        const made = merge.sumsPart(merged);
        await writePart(fromInvocation(values.out, 'merge'), made.content, made.columns, PART_FILES);
        console.log(terminalText(`${basename(values.out)}: ${merged.shards.length} shards`));
        return 0;
      }
      const missing = [...merge.missingInWords(merged), ...gapsInWords(merged.shards)];
      if (missing.length > 0) {
        throw new ShardError(`Shards are missing: ${missing.join('; ')}. Score them and merge all parts.`);
      }
      const { reportOfSums } = await load('shards/report');
      const report = await reportOfSums(merged, parts.length, provenance(), new Date());
      writeFileSync(
        fromInvocation(/** @type {string} */ (values.report), 'merge'),
        `${JSON.stringify(report, null, 1)}\n`,
      );
      console.log(terminalText(`${verdictLines(report)}\n\n${rankTable(report)}`));
      return 0;
    } catch (error) {
      if (!(error instanceof ShardError)) throw error;
      throw new SetupError(terminalText(`Nothing was written.\n${/** @type {Error} */ (error).message}`));
    }
  });
});

/** @returns {import('../src/report/result').Provenance} of this process: no browser takes part */
function provenance() {
  const system = `${type()} ${release()} ${process.arch}`;
  const node = `Node ${process.version}`;
  return {
    negscope: {
      version: packageJson.version,
      ...commitOf(PROJECT, BUILD_INPUTS),
      libraries: packageJson.dependencies,
    },
    environment: {
      browser: 'none',
      system,
      user_agent: node,
      terminal: { node: process.version, system },
    },
  };
}
