/** `npm run partial` and `npm run merge`: what a run computes of some shards, and its report. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

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
import { fileOnDisk, sha256Of, writeWhole } from './disk';
import { rankText } from './rank-words';
import { CommandError, say } from './terminal';

/** What the pass idf takes beside where its part goes. The table holds it for all that comes after. */
const SETTINGS = `${inputsHelp('partial')}
  --weightings A,B       weightings to sum, that of the score first (all, full first): each takes a d × d matrix`;

export const USAGE = `usage: npm run partial -- idf FILE… --out 1.idf [options]
       npm run merge -- 1.idf… --out idf.table
       npm run partial -- score FILE… --idf idf.table --out 1.sums
       npm run merge -- 1.sums… --idf idf.table --report report.json [--reference A,B]

Reads shards of candidate files with embeddings (docs/FORMATS.md). The name before ".part" is the source: bm25.part3.jsonl
belongs to bm25. docs/SCALE.md explains every step. Give each part of the pass idf the same options:

${SETTINGS}

Of every command where what it makes goes, and of the last merge the sources that you trust:

  --out FILE, --idf FILE, --report FILE, --reference A,B

Parts that do not fit together are refused, and nothing is written.`;

const PROGRAM = { version: __NEGSCOPE_VERSION__, commit: __NEGSCOPE_COMMIT__.commit };

/** @returns the exit status @throws CommandError */
export async function partial(argv: readonly string[]): Promise<number> {
  const given = new Given(argv, USAGE);
  const [pass, ...paths] = given.words;
  if (pass !== 'idf' && pass !== 'score') throw new CommandError(USAGE);
  given.only(`partial ${pass}`, `${pass === 'idf' ? SETTINGS : '  --idf FILE'}\n  --out FILE`);
  const { files, to } = asked(paths, given, 'out');
  const shards = await Promise.all(files.map(fileOnDisk));
  const part =
    pass === 'idf'
      ? await textsOf(shards, settingsOf(given), PROGRAM)
      : await sumsOf(shards, await tableOn(given), PROGRAM);
  writePart(to, part);
  return 0;
}

/** @returns the exit status @throws CommandError */
export async function merge(argv: readonly string[]): Promise<number> {
  const given = new Given(argv, USAGE);
  const isLast = given.has('idf');
  if (isLast) given.only('merge with --idf', '  --idf FILE, --report FILE, --reference A,B');
  else given.only('merge without --idf', '  --out FILE');
  const { files, to } = asked(given.words, given, isLast ? 'report' : 'out');
  if (!isLast) {
    writePart(to, tableOf(together(files.map((path) => partAt<TextPart>(path, 'negscope-texts')))));
    return 0;
  }
  const table = await tableOn(given);
  const parts = together(files.map((path) => partAt<SumPart>(path, 'negscope-sums')));
  const trusted = given.value('reference', names()) ?? [];
  const merged = await reportOf(parts, table, trusted, provenance(navigator), new Date());
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

/** What is read, and where what is made of it goes. @throws CommandError */
function asked(paths: readonly string[], given: Given, option: 'out' | 'report') {
  const to = given.target(option, 'file');
  if (paths.length === 0 || to === null) throw new CommandError(USAGE);
  return { files: paths.map((each) => existing('FILE', each, 'file')), to };
}

/** @throws CommandError */
async function tableOn(given: Given): Promise<NamedTable> {
  const path = given.path('idf', 'file');
  if (path === null) throw new CommandError(USAGE);
  return { ...partAt<Table>(path, 'negscope-table').part, sha256: await sha256Of(path) };
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
