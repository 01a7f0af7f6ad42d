/** `npm run rank` and `negscope rank`: the session of the page, driven without a page. It stands in for hands and eyes, and computes nothing. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { ask } from '../app/ask';
import { Session } from '../app/session.svelte';
import { WorkerState } from '../app/worker-state.svelte';
import type { EncoderSettings } from '../encoder/types';
import { EXPERIMENT_IDS } from '../experiments/list';
import type { SessionReport } from '../experiments/result';
import { tableMarkdown } from '../report/table';
import type { AuditProfile } from '../scoring/audit';
import { Comparison } from '../session/comparison.svelte';
import { BUNDLED, served } from '../session/encoder/encoder-state.svelte';
import { folderFiles } from '../session/files/folder-files';
import { choice, INPUTS, LEVEL, names } from '../session/inputs/table';
import { sessionReport } from '../session/result/session-report';
import { progressInWords, readingInWords, shareInWords } from '../session/run/progress-words';
import {
  askedInputs,
  ENCODER_HELP,
  encoderSettings,
  evaluationFiles,
  existing,
  filesAndFolders,
  Given,
  inputsHelp,
} from './arguments';
import { fileOnDisk, filesIn, folderOnDisk, sha256Of, writeWhole } from './disk';
import { keepIn, lend } from './host';
import { nativeRuntime } from './installed';
import { DirectoryHandle } from './kept-files';
import { exitStatus, notesOf, rankText } from './rank-words';
import { fileLines, filesRead } from './read';
import { CommandError, INTERRUPTED, onStop, ProgressLine, say, sayBeside } from './terminal';
import { startHere } from './workers';

export const USAGE = `usage: negscope rank [FILE or FOLDER…] [options]   (in a clone: npm run rank -- …)

Ranks candidate files of any format in docs/FORMATS.md, with the code of the page. Name companion files (corpus, queries,
qrels) too, in any order. Without a file it ranks the demo.

  --model DIR            folder of the encoder that you will train. Without it: the files' embeddings, or the bundled encoder
${ENCODER_HELP}
  --report FILE          write the whole report as JSON
  --format F             what to print: text (default), or markdown for the summary of a pull request
  --evaluation PATH      queries that you must not train on: a file of any format or a BEIR folder. Repeat it for more
  --reference A,B        names of the sources that you trust. They set the reference range
  --envelope E           another reference range: a report, whose range is taken, or four figures RHO,ETA,PSI,INVERSION
                         (largest means, smallest inversion rate)
  --runtime R            wasm (default), as the page, or native: the onnxruntime-node that you installed. It is refused
                         where its embeddings differ from those of wasm
  --device D             auto (default) or wasm; with --runtime native cpu, cuda, dml or coreml
  --until-certain P      look after 40, 80, 160 … units, and stop once every order and every finding is settled with
                         probability P, 0.95 where nothing is said. Without it all records are scored
  --shortcuts            test whether negatives can be told from positives without the query (report: "shortcuts")
  --judge-out FILE       write the pairs to judge as JSON lines: key, query, positive, negative, sources, prompt
  --verdicts FILE        read verdicts on them: JSON lines with key, judge, verdict (answers, does not answer, cannot tell)
  --as-meant A,B         rank these sources although they look misread
  --looked A,B           rank these sources although they look random, or nobody could look for random passages: you looked
  --strict               exit with 4 where a source should not be trained on as it is, an entry was rejected, or ids or
                         scores are wrong. What --as-meant and --looked set aside does not count
  --keep DIR             keep embeddings in this folder: the next run embeds only new texts, also after Ctrl-C. Texts can be
                         recovered from embeddings: protect the folder like the texts
  --help

${inputsHelp('rank')}

The table goes to standard output, everything else to standard error.
Exit status
  0  every file was ranked
  1  nothing was ranked, or an option was wrong
  2  ranked, but a whole file was refused or waits for a companion, or no line of the verdicts counted
  3  with --until-certain: ranked, but the order of two sources is open at the end
  4  with --strict: ranked, but something is wrong with the files`;

const FORMATS = choice(['text', 'markdown']);

const RUNTIMES = choice(['wasm', 'native']);

const DEVICES = {
  wasm: choice(['auto', 'wasm']),
  native: choice(['auto', 'cpu', 'cuda', 'dml', 'coreml']),
};

/** Nothing can be ranked: each reason on a line. */
class NothingRanked extends Error {
  override readonly name = 'NothingRanked';
}

const NO_MODEL = `no --model: ranked with ${BUNDLED}, a small static encoder that is good for a look; name the encoder that you will train`;

const TELL_MS = 100;

/** @returns the exit status @throws CommandError, also for an unknown source or experiment; NothingRanked */
export async function rank(argv: readonly string[]): Promise<number> {
  const args = parseRankArguments(argv);
  const { keep, provider, judgeOut } = args;
  const native = provider === null ? null : await nativeRuntime(provider);
  lend(native);
  if (keep !== null) keepIn(new DirectoryHandle(keep));
  const session = new Session(String(args.inputs), new WorkerState(() => startHere(native)));
  const line = new ProgressLine();
  onStop(() => {
    line.show('stopping');
    void session
      .state(Comparison)
      .run.cancel()
      .finally(() => process.exit(INTERRUPTED));
  });
  const files = await Promise.all(
    [...args.files, ...args.evaluation.map(({ path }) => path)].map(fileOnDisk),
  );
  const { report, sample } = await rankFiles(session, args, files, line).finally(() => line.end());
  if (judgeOut !== null) writeWhole(judgeOut, sample ?? '');
  if (args.report !== null) writeWhole(args.report, `${JSON.stringify(report, null, 1)}\n`);
  const inFolders = args.folders.flatMap((folder) => filesIn(folder).map((path) => join(folder, path)));
  for (const note of [...(await cardNotes([...args.files, ...inFolders])), ...notesOf(report)])
    sayBeside(note);
  say(args.format === 'text' ? rankText(report) : tableMarkdown(report));
  return exitStatus(report, args);
}

/** A sentence for each mined file that is not the one which the card beside it describes. */
async function cardNotes(paths: readonly string[]): Promise<string[]> {
  const notes: string[] = [];
  for (const path of paths) {
    const card = path.replace(/\.[^./\\]+$/, '.card.json');
    const expected = card === path || !existsSync(card) ? null : outputOf(card, basename(path));
    if (expected !== null && expected !== (await sha256Of(path)))
      notes.push(
        `${basename(path)} is not the file that ${basename(card)} beside it describes: their SHA-256 differ. Mine it again.`,
      );
  }
  return notes;
}

/** The SHA-256 that the card gives of the file; null where it is no card of it. */
function outputOf(card: string, file: string): string | null {
  try {
    const { output } = JSON.parse(readFileSync(card, 'utf8')) as { output?: Record<string, unknown> };
    return output?.['file'] === file && typeof output['sha256'] === 'string' ? output['sha256'] : null;
  } catch {
    return null;
  }
}

/**
 * @param files those of the arguments, and of their evaluation; without any file or folder the demo is ranked
 * @param line gets progress, how files were read, and the encoder where nobody named one
 * @returns the report, and the pairs to judge as JSON lines, null where nobody wants them
 * @throws NothingRanked, CommandError where an option names a source that is not there
 */
export async function rankFiles(
  session: Session,
  args: RankArguments,
  files: readonly File[],
  line: Pick<ProgressLine, 'show' | 'say'>,
): Promise<{ readonly report: SessionReport; readonly sample: string | null }> {
  const comparison = session.state(Comparison);
  const { workers, encoder, judge, shortcuts } = comparison;
  const timer = setInterval(() => {
    const words = progressOf(comparison);
    if (words !== null) line.show(words);
  }, TELL_MS);
  try {
    // A folder without an encoder needs no worker to be refused.
    if (args.model !== null) await encoder.pick(await folderOnDisk(args.model));
    refuse(comparison);
    await workers.ready().catch(() => refuse(comparison));
    if (args.keep !== null) await ask(workers, ({ engine }) => engine.keepEmbeddings(true));
    await give(comparison, args, files, (words) => line.say(words));
    setEncoder(comparison, args.encoder);
    await comparison.rank();
    refuse(comparison);
    if (args.shortcuts) await shortcuts.ask();
    if (args.verdicts !== null) await judge.readFile(await fileOnDisk(args.verdicts));
    const nameOf = (key: number) => comparison.view.rows.find(({ id }) => id === key)?.name ?? '';
    const lines = args.judgeOut === null ? null : await judge.lines('plain', '', nameOf);
    refuse(comparison);
    const report = await sessionReport(comparison);
    if (report === null) throw new NothingRanked(comparison.obstacles.join('\n'));
    return { report, sample: lines?.join('') ?? null };
  } finally {
    clearInterval(timer);
    session.end();
    // Those that did not start are said above.
    (await workers.ready().catch(() => null))?.terminate();
  }
}

/** Files, references and encoder, as hands would give them. @throws NothingRanked, CommandError */
async function give(
  comparison: Comparison,
  args: RankArguments,
  files: readonly File[],
  tell: (words: string) => void,
): Promise<void> {
  const { sources, encoder, workers } = comparison;
  if (files.length + args.folders.length === 0) {
    await comparison.bringDemo(document.baseURI);
    if (encoder.folder !== null) await encoder.pick(encoder.folder);
    refuse(comparison);
    setSources(comparison, args);
    return;
  }
  const folders = await Promise.all(args.folders.map(folderOnDisk));
  await comparison.add(files, folders);
  const { candidates } = await workers.ready();
  fileLines(await filesRead(sources, candidates)).forEach(tell);
  for (const folder of folders)
    if (folderFiles(folder).files.length === 0) tell(`no file of data in ${folder.name}`);
  refuse(comparison);
  if (sources.entries.length === 0) throw new NothingRanked('No file gave a source.');
  setSources(comparison, args);
  if (args.model === null) {
    await encoder.inspect(encoder.selected);
    if (encoder.request === undefined) {
      await encoder.choose(served(BUNDLED));
      tell(NO_MODEL);
    }
  }
  if (encoder.givenIgnored)
    tell('Not all files give embeddings of one length: those given are left aside, and all is encoded.');
  refuse(comparison);
  if (comparison.obstacles.length > 0) throw new NothingRanked(comparison.obstacles.join('\n'));
}

/** What is said of sources, as hands would set it. @throws CommandError where one is not there */
function setSources(comparison: Comparison, { reference, envelope, asMeant, looked }: RankArguments): void {
  const { entries } = comparison.sources;
  const names = entries.map(({ name }) => name);
  const named = { '--reference': reference ?? [], '--as-meant': asMeant, '--looked': looked };
  for (const [option, of] of Object.entries(named)) {
    const unknown = of.filter((name) => !names.includes(name));
    if (unknown.length > 0)
      throw new CommandError(
        `${option}: there is no source ${unknown.join(', ')}. The sources are ${names.join(', ')}.`,
      );
  }
  for (const entry of entries) {
    if (reference) entry.reference = reference.includes(entry.name);
    entry.asMeant ||= asMeant.includes(entry.name);
    entry.lookedAt ||= looked.includes(entry.name);
  }
  if (envelope) comparison.range = envelope;
}

/** @throws NothingRanked where the files give the embeddings */
function setEncoder({ encoder }: Comparison, settings: Partial<EncoderSettings>): void {
  for (const name of Object.keys(settings) as (keyof EncoderSettings)[]) {
    if (encoder.info === null)
      throw new NothingRanked(
        'The files give their embeddings: length, prefixes and pooling are settings of an encoder. Name one with --model.',
      );
    encoder.override(name, settings[name] as EncoderSettings[typeof name]);
  }
}

/** What is under way, in words; null where nothing tells. */
function progressOf({ sources, run, lab, shortcuts }: Comparison): string | null {
  if (sources.reading) return readingInWords(sources.reading);
  if (run.ongoing?.progress) return progressInWords(run.ongoing.progress);
  if (lab.ongoing) return `${lab.ongoing.id}: ${shareInWords(lab.ongoing.done, lab.ongoing.total)}`;
  if (run.summing) return `adding up: ${shareInWords(run.summing.pairs, run.summing.total)}`;
  return shortcuts.progress === null ? null : `looking for shortcuts: ${shareInWords(shortcuts.progress, 1)}`;
}

/** @throws NothingRanked with every notice of the session */
function refuse(comparison: Comparison): void {
  const { workers, sources, encoder, run, lab, judge, shortcuts } = comparison;
  const notices = [comparison, sources, encoder, run, lab, judge, shortcuts].map(({ notice }) => notice);
  const said = [workers.failure, ...notices].flatMap((notice) =>
    notice ? [[notice.message, notice.details].filter(Boolean).join('\n')] : [],
  );
  if (said.length > 0) throw new NothingRanked([...new Set(said)].join('\n'));
}

/** Paths are absolute; null where nothing was given. */
export type RankArguments = ReturnType<typeof parseRankArguments>;

/** @throws CommandError */
export function parseRankArguments(argv: readonly string[]) {
  const given = new Given(withLevel(argv), USAGE);
  if (given.has('reference') && given.has('envelope'))
    throw new CommandError('--reference and --envelope: expected one of them.');
  given.value('experiments', names(['all', ...EXPERIMENT_IDS]));
  const evaluation = evaluationFiles(given);
  const { device, provider } = deviceOf(given);
  const level = given.value('until-certain', INPUTS.level);
  const inputs = askedInputs(given, 'rank', evaluation);
  inputs.set('device', device);
  inputs.set('stop', level === null ? 'all' : 'certain');
  if (level !== null) inputs.set('level', String(level));
  return {
    ...filesAndFolders(given.words),
    evaluation,
    inputs,
    asMeant: given.value('as-meant', names()) ?? [],
    looked: given.value('looked', names()) ?? [],
    model: given.path('model', 'folder'),
    encoder: encoderSettings(given),
    report: given.target('report', 'file'),
    format: given.value('format', FORMATS) ?? 'text',
    reference: given.value('reference', names()),
    envelope: envelopeOf(given.text('envelope')),
    provider,
    untilCertain: level,
    shortcuts: given.has('shortcuts'),
    judgeOut: given.target('judge-out', 'file'),
    verdicts: given.path('verdicts', 'file'),
    keep: given.target('keep', 'folder'),
    strict: given.has('strict'),
  };
}

function deviceOf(given: Given) {
  if (given.value('runtime', RUNTIMES) !== 'native')
    return { device: given.value('device', DEVICES.wasm) ?? 'auto', provider: null };
  const provider = given.value('device', DEVICES.native) ?? 'auto';
  return { device: 'auto' as const, provider: provider === 'auto' ? ('cpu' as const) : provider };
}

/** @returns the words with a value after each `--until-certain` */
function withLevel(argv: readonly string[]): string[] {
  return argv.map((word, i) => {
    const bare = word === '--until-certain' && !/^[\d.]+$/.test(argv[i + 1] ?? '');
    return bare ? `${word}=${LEVEL}` : word;
  });
}

/** The figures of an envelope, in the order of the command line. */
const ENVELOPE = ['mean_rho_max', 'mean_eta_max', 'mean_psi_max', 'inversion_rate_min'] as const;

/** @param text four figures, or the path of a report @throws CommandError */
function envelopeOf(text: string | null): AuditProfile | null {
  if (text === null) return null;
  const figures = /^[\d.,\s]+$/.test(text)
    ? text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
    : envelopeOfReport(existing('--envelope', text, 'file'));
  const areShares = figures.every((value) => typeof value === 'number' && value >= 0 && value <= 1);
  if (figures.length === ENVELOPE.length && areShares)
    return Object.fromEntries(ENVELOPE.map((key, i) => [key, figures[i]])) as unknown as AuditProfile;
  throw new CommandError(
    `--envelope ${text}: expected four figures from 0 to 1, RHO,ETA,PSI,INVERSION, or a report with ${ENVELOPE.join(', ')} in its audit.`,
  );
}

/** What stands in the places of the figures. */
function envelopeOfReport(path: string): unknown[] {
  try {
    const bytes = readFileSync(path);
    const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const { audit } = JSON.parse(text.toString()) as { audit: { envelope: Record<string, unknown> } };
    return ENVELOPE.map((key) => audit.envelope[key]);
  } catch {
    return [];
  }
}
