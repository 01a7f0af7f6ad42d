/** `npm run partial`: the sums of some shards, in one process without a browser. See `--help`. */

import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import {
  choiceOf,
  groupOf,
  numberOf,
  readArguments,
  seedOf,
  wholeNumber,
  wordsOf,
} from './lib/arguments.mjs';
import { sha256Of } from './lib/model-index.mjs';
import { fromInvocation } from './lib/paths.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { PART_FILES, program, withShards } from './lib/shards.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { fileOnDisk } from './node/browser-thread.mjs';
import { SetupError, runMain } from './setup.mjs';

const USAGE = `usage: npm run partial -- idf FILE… --out idf-1.json [--normalise]
       npm run partial -- score FILE… --idf idf.json --out part-1.json [--reference a,b] [OPTION…]

Reads shards of candidate files with embeddings (JSON lines, Parquet and the other forms of docs/FORMATS.md) and writes
their document frequencies, or their sums, for npm run merge. A shard belongs to the source that its name has before
".part": bm25.part3.jsonl to bm25. docs/SCALE.md has the whole way.

  --source NAME=FILE   another name for the source of a file; may stand several times
  --out FILE           the part; its columns come beside it as FILE.columns
  --idf FILE           the merged table of the pass idf
  --reference A,B      sources that you trust; the same for every part
  --tau NUMBER         temperature (0.05)
  --weighting ID       the weighting of the score (full)
  --weightings A,B     weightings to sum (all); the first pass over d × d matrices is the cost of each
  --negatives NUMBER   score the first so many negatives of each record (all); the same for every part
  --group UNIT         what counts as one in intervals: positive (queries that share one), query, or a column of the
                       files (positive); the same for every part
  --seed NUMBER        of the intervals (42)
  --normalise          bring embeddings of another norm to norm 1
  --encoder NAME       which encoder made the embeddings: parts of two are not merged`;

await runMain(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    source: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    idf: { type: 'string' },
    reference: { type: 'string' },
    tau: { type: 'string', default: '0.05' },
    weighting: { type: 'string', default: 'full' },
    weightings: { type: 'string', default: 'all' },
    negatives: { type: 'string' },
    group: { type: 'string', default: 'positive' },
    seed: { type: 'string', default: '42' },
    normalise: { type: 'boolean', default: false },
    encoder: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [pass, ...given] = positionals;
  if (pass !== 'idf' && pass !== 'score') throw new SetupError(`Expected the pass idf or score.\n\n${USAGE}`);
  const { out: written, normalise } = values;
  if (written === undefined)
    throw new SetupError('--out: expected the name of the part, such as part-1.json.');
  const out = fromInvocation(written, 'partial');
  return withShards(async (load) => {
    const { shardName } = await load('shards/names');
    const { ShardError } = await load('shards/errors');
    const { CandidatesError } = await load('candidates/errors');
    const line = progressLine(process.stderr);
    try {
      const named = [
        ...given.map((file) => ({ file, name: null })),
        ...values.source.map((text) => {
          const [, name = '', file = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
          if (file === '') throw new SetupError(`--source ${text}: expected NAME=FILE.`);
          return { file, name };
        }),
      ];
      if (named.length === 0) throw new SetupError('Expected at least one file.');
      const files = [];
      for (const { file, name } of named) {
        const path = fromInvocation(file, 'partial');
        if (!existsSync(path)) throw new SetupError(`${file}: there is no such file.`);
        const { source, number } = shardName(basename(path));
        files.push({
          source: name ?? source,
          number,
          name: basename(path),
          bytes: statSync(path).size,
          sha256: await sha256Of(path),
          open: () => fileOnDisk(path),
        });
      }
      const onRecords = (/** @type {string} */ file, /** @type {number} */ records) =>
        line.show(terminalText(`${file}: ${records.toLocaleString('en')} records`));
      const { idfOfShards, sumsOfShards } = await load('shards/partial');
      const { writePart } = await load('shards/part');
      const part =
        pass === 'idf'
          ? await idfOfShards(files, normalise, program(), onRecords)
          : await sumsOfShards(files, await table(load), await settings(load), program(), onRecords);
      await writePart(out, part.content, part.columns, PART_FILES);
      line.end();
      const records = part.content.shards.reduce(
        (/** @type {number} */ sum, /** @type {{ records: number }} */ shard) => sum + shard.records,
        0,
      );
      console.log(
        terminalText(`${basename(out)}: ${files.length} shards, ${records.toLocaleString('en')} records`),
      );
      return 0;
    } catch (error) {
      line.end();
      if (!(error instanceof ShardError) && !(error instanceof CandidatesError)) throw error;
      throw new SetupError(terminalText(`Nothing was written.\n${/** @type {Error} */ (error).message}`));
    }
  });

  /** @param {(module: string) => Promise<any>} load */
  async function table(load) {
    if (values.idf === undefined) throw new SetupError('--idf: expected the merged table of the pass idf.');
    const { sharedTable } = await load('shards/merge');
    return sharedTable(fromInvocation(values.idf, 'partial'), PART_FILES, program());
  }

  /** @param {(module: string) => Promise<any>} load */
  async function settings(load) {
    const { WEIGHTING_IDS } = await load('scoring/weightings');
    const weighting = choiceOf('--weighting', values.weighting, WEIGHTING_IDS);
    const asked =
      values.weightings === 'all'
        ? WEIGHTING_IDS
        : wordsOf(values.weightings).map((text) => choiceOf('--weightings', text, WEIGHTING_IDS));
    return {
      tau: numberOf('--tau', values.tau, { above: 0 }),
      weighting,
      // The score's own weighting is always summed.
      weightings: WEIGHTING_IDS.filter(
        (/** @type {string} */ one) => one === weighting || asked.includes(one),
      ),
      group: groupOf(values.group),
      negatives: wholeNumber('--negatives', values.negatives),
      seed: seedOf('--seed', values.seed),
      normalise,
      reference: values.reference === undefined ? [] : wordsOf(values.reference),
      encoder: values.encoder ?? null,
    };
  }
});
