/** `npm run partial` and `npm run merge`: what a run computes of some shards, and its report. */

import { readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

import type { RunSettings } from '../engine/result';
import type { Provenance } from '../report/result';
import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import { choice } from '../session/inputs/table';
import { Inputs } from '../session/inputs/inputs.svelte';
import { provenance } from '../session/result/provenance';
import { reportOf } from '../shards/merge';
import {
  shardName,
  sumsOf,
  tableOf,
  textsOf,
  together,
  type NamedTable,
  type Part,
  type ShardFile,
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
import { say, terminalText, thisTerminal } from './terminal';

export const USAGE = `usage: npm run partial -- idf FILE… --out 1.idf [--normalise] [--negatives N] [--seed S]
       npm run merge -- 1.idf… --out idf.table
       npm run partial -- score FILE… --idf idf.table --out 1.sums [--tau T] [--weightings A,B] [--group UNIT]
       npm run merge -- 1.sums… --idf idf.table --report report.json [--reference A,B] [--weighting ID]

Reads shards of candidate files with embeddings (docs/FORMATS.md). The name before ".part" is the source: bm25.part3.jsonl
belongs to bm25. docs/SCALE.md explains every step. Give each part the same options.

${inputsHelp('partial')}
  --weightings A,B       weightings to sum (all): each takes a d × d matrix
  --reference A,B        sources that you trust
  --weighting ID         weighting of the score (full)

Parts that do not fit together are refused, and nothing is written.`;

const OPTIONS = {
  ...inputOptions('partial'),
  out: { type: 'string' },
  idf: { type: 'string' },
  report: { type: 'string' },
  reference: { type: 'string', default: '' },
  weighting: { type: 'string', default: 'full' },
  weightings: { type: 'string' },
} as const;

const WEIGHTING = choice(WEIGHTING_IDS);

/** @returns the exit status @throws CommandError */
export async function partial(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS);
  const [pass, ...paths] = positionals;
  const { out, idf } = values;
  if (out === undefined || !(pass === 'score' ? idf !== undefined : pass === 'idf' && idf === undefined))
    throw new CommandError(USAGE);
  const { files, to } = asked(paths, '--out', out);
  const { tau, seed, negatives, group, normalise } = settingsOf(values);
  const program = { version: __NEGSCOPE_VERSION__, commit: __NEGSCOPE_COMMIT__.commit };
  if (idf === undefined) {
    return writing(async () =>
      writePart(to, await textsOf(await shardFiles(files), { normalise, seed, negatives }, program)),
    );
  }
  const weightings = values.weightings === undefined ? WEIGHTING_IDS : weightingsOf(values.weightings);
  const settings = { tau, weightings, group };
  return writing(async () =>
    writePart(to, await sumsOf(await shardFiles(files), await tableAt(idf), settings, program)),
  );
}

/** @returns the exit status @throws CommandError */
export async function merge(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS);
  const { out, report, idf } = values;
  if (report === undefined) {
    if (out === undefined || idf !== undefined) throw new CommandError(USAGE);
    const { files, to } = asked(positionals, '--out', out);
    return writing(() =>
      writePart(to, tableOf(together(files.map((path) => partAt<TextPart>(path, 'negscope-texts'))))),
    );
  }
  if (idf === undefined) throw new CommandError(USAGE);
  const { files, to } = asked(positionals, '--report', report);
  const weighting = valueOf('--weighting', values.weighting, WEIGHTING);
  const choice = { reference: wordsOf(values.reference), weighting };
  return writing(async () => {
    const known = await tableAt(idf);
    const parts = together(files.map((path) => partAt<SumPart>(path, 'negscope-sums')));
    const made = await reportOf(parts, known, choice, ofThisProcess(), new Date());
    writeWhole(to, `${JSON.stringify(made, null, 1)}\n`);
    say(`${verdictLines(made)}\n\n${rankTable(made)}`);
  });
}

/** @throws CommandError */
function settingsOf(values: Readonly<Record<string, unknown>>): RunSettings {
  const { runSettings } = new Inputs(new URLSearchParams(askedInputs(values, 'partial')).toString());
  if (runSettings === null) throw new CommandError(USAGE);
  return runSettings;
}

/** What is read, and where what is made of it goes. @throws CommandError */
function asked(paths: readonly string[], option: string, to: string): { files: string[]; to: string } {
  if (paths.length === 0) throw new CommandError(USAGE);
  const files = paths.map((path) => existing('', path, 'file'));
  writableFolder(option, dirname(to));
  return { files, to: writable(option, to) };
}

/** Says what is wrong with files, parts and settings. @returns the exit status @throws CommandError */
async function writing(work: () => Promise<void> | void): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    const { name, message } = error as Error;
    if (!/^(ShardError|CandidatesError|RunInputError)$/.test(name)) throw error;
    throw new CommandError(terminalText(`Nothing was written.\n${message}`));
  }
}

function weightingsOf(text: string): WeightingId[] {
  return wordsOf(text).map((id) => valueOf('--weightings', id, WEIGHTING));
}

async function shardFiles(paths: readonly string[]): Promise<ShardFile[]> {
  return Promise.all(
    paths.map(async (path) => {
      const [file, bytes, sha256] = [basename(path), statSync(path).size, await sha256Of(path)];
      const shard = { ...shardName(file), file, bytes, sha256 };
      return { shard, open: () => fileOnDisk(path) };
    }),
  );
}

async function tableAt(path: string): Promise<NamedTable> {
  const { part } = partAt<Table>(existing('--idf', path, 'file'), 'negscope-table');
  return { table: part, sha256: await sha256Of(path) };
}

function ofThisProcess(): Provenance {
  const { negscope, environment } = provenance(navigator);
  const terminal = thisTerminal();
  return { negscope, environment: { ...environment, browser: 'none', system: terminal.system, terminal } };
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
    throw new CommandError(terminalText(`${name} is cut off, changed or no part. Make it again.`));
  }
  if (part.kind === kind) return { name, part: part as P };
  throw new CommandError(terminalText(`${name} is ${part.kind}; expected ${kind}.`));
}
