/** `npm run partial`: what a run computes of some shards, in one process without a browser. See `--help`. */

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
import { program, readPart, withShards, writePart } from './lib/shards.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { fileOnDisk } from './node/browser-thread.mjs';
import { SetupError, runMain } from './setup.mjs';

const USAGE = `usage: npm run partial -- idf FILE… --out idf-1.part [OPTION…]
       npm run partial -- score FILE… --idf idf.table --out sums-1.part [--reference a,b] [OPTION…]

Reads shards of candidate files with embeddings (JSON lines, Parquet and the other forms of docs/FORMATS.md) for
npm run merge. A shard belongs to the source that its name has before ".part": bm25.part3.jsonl to bm25. docs/SCALE.md
has the whole way. Options are the same for every part.

  --out FILE           the part
  --source NAME=FILE   another name for the source of a file; may stand several times
  --normalise          bring embeddings of another norm to norm 1
  --negatives NUMBER   score the first so many negatives of each record (all)
  --seed NUMBER        of the passages that are drawn (42)

The pass score has besides:
  --idf FILE           the merged table
  --reference A,B      sources that you trust
  --tau NUMBER         temperature (0.05)
  --weighting ID       the weighting of the score (full)
  --weightings A,B     weightings to sum (all): each costs a d × d sum
  --group UNIT         what counts as one in intervals: positive (queries that share one), query, or a column (positive)
  --encoder NAME       which encoder made the embeddings: parts of two are not merged`;

await runMain(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    source: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    idf: { type: 'string' },
    reference: { type: 'string', default: '' },
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
  const { out, idf, normalise, encoder = null } = values;
  if (
    (pass !== 'idf' && pass !== 'score') ||
    out === undefined ||
    (pass === 'score') === (idf === undefined)
  ) {
    throw new SetupError(`Expected the pass idf or score, --out, and for score --idf.\n\n${USAGE}`);
  }
  const named = [
    ...given.map((file) => ({ file, name: null })),
    ...values.source.map((text) => {
      const [, name = '', file = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      return { file, name };
    }),
  ];
  if (named.length === 0) throw new SetupError('Expected at least one file.');
  const line = progressLine(process.stderr);
  return withShards(async (load) => {
    const { shardName } = await load('shards/parts');
    const files = await Promise.all(
      named.map(async ({ file, name }) => {
        const path = fromInvocation(file, 'partial');
        if (!existsSync(path)) throw new SetupError(`${file}: there is no such file.`);
        const { source, number } = shardName(basename(path));
        const [bytes, sha256] = [statSync(path).size, await sha256Of(path)];
        return {
          source: name ?? source,
          number,
          file: basename(path),
          bytes,
          sha256,
          open: () => fileOnDisk(path),
        };
      }),
    );
    let records = 0;
    const onRecords = (/** @type {string} */ file, /** @type {number} */ count) => {
      records += 1;
      if (records % 100 === 0) line.show(terminalText(`${file}: ${count.toLocaleString('en')} records`));
    };
    const reading = {
      normalise,
      seed: seedOf('--seed', values.seed),
      negatives: wholeNumber('--negatives', values.negatives),
    };
    const part =
      idf === undefined
        ? await (await load('shards/texts')).textsOf(files, reading, program(), onRecords)
        : await (
            await load('shards/sums')
          ).sumsOf(files, tableAt(idf), await settings(load, reading), program(), onRecords);
    writePart(fromInvocation(out, 'partial'), part);
    line.end();
    console.log(
      terminalText(`${basename(out)}: ${files.length} shards, ${records.toLocaleString('en')} records`),
    );
    return 0;
  }).finally(() => line.end());

  /** @param {string} path */
  function tableAt(path) {
    const { part: table, sha256 } = readPart(fromInvocation(path, 'partial'), ['negscope-table']);
    return { table, sha256 };
  }

  /** @param {(module: string) => Promise<any>} load @param {object} reading */
  async function settings(load, reading) {
    const { WEIGHTING_IDS } = await load('scoring/weightings');
    const weighting = choiceOf('--weighting', values.weighting, WEIGHTING_IDS);
    const asked =
      values.weightings === 'all'
        ? WEIGHTING_IDS
        : wordsOf(values.weightings).map((text) => choiceOf('--weightings', text, WEIGHTING_IDS));
    return {
      ...reading,
      tau: numberOf('--tau', values.tau, { above: 0 }),
      weighting,
      // The score's own weighting is always summed.
      weightings: WEIGHTING_IDS.filter((/** @type {string} */ id) => id === weighting || asked.includes(id)),
      group: groupOf(values.group),
      reference: wordsOf(values.reference).sort(),
      encoder,
    };
  }
});
