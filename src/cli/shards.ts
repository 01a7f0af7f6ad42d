/** `npm run partial` and `npm run merge`: what a run computes of some shards, and its report. */

import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

import { WEIGHTING_IDS } from '../scoring/weightings';
import { choice } from '../session/inputs/table';
import { Inputs } from '../session/inputs/inputs.svelte';
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
import {
  CommandError,
  existing,
  readArguments,
  valueOf,
  wordsOf,
  writable,
  writableFolder,
} from './arguments';
import { fileOnDisk, sha256Of, writeWhole } from './disk';
import { askedInputs, inputOptions, inputsHelp } from './inputs';
import { rankTable, verdictLines } from './rank-table';
import { say, thisTerminal } from './terminal';

export const USAGE = `usage: npm run partial -- idf FILE… --out 1.idf [options]
       npm run merge -- 1.idf… --out idf.table
       npm run partial -- score FILE… --idf idf.table --out 1.sums
       npm run merge -- 1.sums… --idf idf.table --report report.json [--reference A,B]

Reads shards of candidate files with embeddings (docs/FORMATS.md). The name before ".part" is the source: bm25.part3.jsonl
belongs to bm25. docs/SCALE.md explains every step. Give each part of the pass idf the same options:

${inputsHelp('partial')}
  --weightings A,B       weightings to sum, that of the score first (all, full first): each takes a d × d matrix

  --reference A,B        of the last merge: sources that you trust

Parts that do not fit together are refused, and nothing is written.`;

const OPTIONS = {
  ...inputOptions('partial'),
  out: { type: 'string' },
  idf: { type: 'string' },
  report: { type: 'string' },
  reference: { type: 'string', default: '' },
  weightings: { type: 'string', default: WEIGHTING_IDS.join() },
} as const;

const WEIGHTING = choice(WEIGHTING_IDS);

const PROGRAM = { version: __NEGSCOPE_VERSION__, commit: __NEGSCOPE_COMMIT__.commit };

/** @returns the exit status @throws CommandError */
export async function partial(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS);
  const [pass, ...paths] = positionals;
  const { out, idf } = values;
  if (out === undefined || !(pass === 'score' ? idf !== undefined : pass === 'idf' && idf === undefined))
    throw new CommandError(USAGE);
  const { files, to } = asked(paths, '--out', out);
  const settings = settingsOf(values);
  const shards = await Promise.all(files.map(fileOnDisk));
  const part =
    idf === undefined
      ? await textsOf(shards, settings, PROGRAM)
      : await sumsOf(shards, await tableAt(idf), PROGRAM);
  writePart(to, part);
  return 0;
}

/** @returns the exit status @throws CommandError */
export async function merge(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS);
  const { out, report, idf } = values;
  const isLast = report !== undefined;
  if (isLast !== (idf !== undefined) || isLast === (out !== undefined)) throw new CommandError(USAGE);
  const { files, to } = isLast
    ? asked(positionals, '--report', report)
    : asked(positionals, '--out', out ?? '');
  if (idf === undefined) {
    writePart(to, tableOf(together(files.map((path) => partAt<TextPart>(path, 'negscope-texts')))));
    return 0;
  }
  const table = await tableAt(idf);
  const parts = together(files.map((path) => partAt<SumPart>(path, 'negscope-sums')));
  const { negscope, environment } = provenance(navigator);
  const made = { negscope, environment: { ...environment, terminal: thisTerminal() } };
  const merged = await reportOf(parts, table, wordsOf(values.reference), made, new Date());
  writeWhole(to, `${JSON.stringify(merged, null, 1)}\n`);
  say(`${verdictLines(merged)}\n\n${rankTable(merged)}`);
  return 0;
}

/** @throws CommandError */
function settingsOf(values: Readonly<Record<string, unknown>>): ShardSettings {
  const { runSettings } = new Inputs(new URLSearchParams(askedInputs(values, 'partial')).toString());
  if (runSettings === null) throw new CommandError(USAGE);
  const weightings = wordsOf(String(values['weightings'])).map((id) =>
    valueOf('--weightings', id, WEIGHTING),
  );
  return { ...runSettings, weightings };
}

/** What is read, and where what is made of it goes. @throws CommandError */
function asked(paths: readonly string[], option: string, to: string): { files: string[]; to: string } {
  if (paths.length === 0) throw new CommandError(USAGE);
  const files = paths.map((path) => existing('', path, 'file'));
  writableFolder(option, dirname(to));
  return { files, to: writable(option, to) };
}

async function tableAt(path: string): Promise<NamedTable> {
  const { part } = partAt<Table>(existing('--idf', path, 'file'), 'negscope-table');
  return { ...part, sha256: await sha256Of(path) };
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
