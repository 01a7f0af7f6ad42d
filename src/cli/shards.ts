/** `npm run partial` and `npm run merge`: what a run computes of some shards, and its report. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

import { sha256OfStream } from '../hash';
import { WEIGHTING_IDS } from '../scoring/weightings';
import { Inputs } from '../session/inputs/inputs.svelte';
import { names } from '../session/inputs/table';
import { provenance } from '../session/result/provenance';
import { reportOf } from '../shards/merge';
import {
  sumsOf,
  tableOf,
  textsOf,
  together,
  type NamedTable,
  type Part,
  type ShardSettings,
  type SumPart,
  type Table,
  type TextPart,
} from '../shards/passes';
import { askedInputs, existing, Given, inputsHelp } from './arguments';
import { fileOnDisk, writeWhole } from './disk';
import { rankText } from './rank-words';
import { CommandError, say } from './terminal';

const OF_IDF = `  --out FILE
${inputsHelp('partial')}
  --weightings A,B       weightings to sum, that of the score first (all, full first): each takes a d × d matrix`;
const OF_SCORE = '  --idf FILE, --out FILE';

/** What each pass takes, as in a help. The table holds the settings of the pass idf for all that comes after. */
const OPTIONS: Readonly<Record<string, string>> = {
  'partial idf': OF_IDF,
  'partial score': OF_SCORE,
  'merge without --idf': '  --out FILE',
  'merge with --idf': '  --idf FILE, --report FILE, --reference A,B',
};

export const USAGE = `usage: npm run partial -- idf FILE… --out 1.idf [options]
       npm run merge -- 1.idf… --out idf.table
       npm run partial -- score FILE… --idf idf.table --out 1.sums
       npm run merge -- 1.sums… --idf idf.table --report report.json [--reference A,B]

Reads shards of candidate files with embeddings (docs/FORMATS.md). The name before ".part" is the source: bm25.part3.jsonl
belongs to bm25. --reference names the sources that you trust. docs/SCALE.md explains every step. Give each part of the pass
idf the same options:

${OF_IDF}

Parts that do not fit together are refused, and nothing is written.`;

const PROGRAM = { version: __NEGSCOPE_VERSION__, commit: __NEGSCOPE_COMMIT__.commit };

/** @returns the exit status @throws CommandError */
export async function run(argv: readonly string[], command: string): Promise<number> {
  const isMerge = command === 'merge';
  const merge = argv.some((word) => word.startsWith('--idf')) ? 'merge with --idf' : 'merge without --idf';
  const ofPartial = () => new Given(argv, `${OF_IDF}\n${OF_SCORE}`, ' of partial').words;
  const pass = isMerge ? merge : `partial ${ofPartial()[0] ?? ''}`;
  const options = OPTIONS[pass];
  if (options === undefined) throw new CommandError(USAGE);
  const given = new Given(argv, options, ` of ${pass}`);
  const to = given.target(pass === 'merge with --idf' ? 'report' : 'out', 'file');
  const paths = given.words.slice(isMerge ? 0 : 1);
  if (paths.length === 0 || to === null) throw new CommandError(USAGE);
  const files = paths.map((each) => existing('FILE', each, 'file'));
  const shards = () => Promise.all(files.map(fileOnDisk));
  const parts = <P extends Part>(kind: P['kind']) => together(files.map((path) => partAt<P>(path, kind)));
  if (pass === 'partial idf') writePart(to, await textsOf(await shards(), settingsOf(given), PROGRAM));
  if (pass === 'partial score') writePart(to, await sumsOf(await shards(), await tableOn(given), PROGRAM));
  if (pass === 'merge without --idf') writePart(to, tableOf(parts<TextPart>('negscope-texts')));
  if (pass !== 'merge with --idf') return 0;
  const [table, trusted] = [await tableOn(given), given.value('reference', names()) ?? []];
  const sums = parts<SumPart>('negscope-sums');
  const merged = await reportOf(sums, table, trusted, provenance(navigator), new Date());
  writeWhole(to, `${JSON.stringify(merged, null, 1)}\n`);
  say(rankText(merged));
  return 0;
}

/** @throws CommandError */
function settingsOf(given: Given): ShardSettings {
  const { runSettings } = new Inputs(String(askedInputs(given, 'partial')));
  if (runSettings === null) throw new CommandError(USAGE);
  return { ...runSettings, weightings: given.value('weightings', names(WEIGHTING_IDS)) ?? WEIGHTING_IDS };
}

/** @throws CommandError */
async function tableOn(given: Given): Promise<NamedTable> {
  const path = given.path('idf', 'file');
  if (path === null) throw new CommandError(USAGE);
  const sha256 = await sha256OfStream((await fileOnDisk(path)).stream());
  return { ...partAt<Table>(path, 'negscope-table').part, sha256 };
}

function writePart(path: string, part: Part): void {
  writeWhole(path, gzipSync(serialize(part), { level: 1 }));
}

/** @param kind that is expected */
function partAt<P extends Part>(path: string, kind: P['kind']): { name: string; part: P } {
  const name = basename(path);
  let part: Part;
  try {
    part = deserialize(gunzipSync(readFileSync(path))) as Part;
  } catch {
    throw new CommandError(`${name} is cut off, changed or no part. Make it again.`);
  }
  if (part.kind === kind) return { name, part: part as P };
  throw new CommandError(`${name} is ${part.kind}; expected ${kind}.`);
}
