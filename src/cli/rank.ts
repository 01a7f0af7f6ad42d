/** `npm run rank` and `negscope rank`: the session of the page, driven without a page. It stands in for hands and eyes, and computes nothing. */

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import * as v from 'valibot';

import { ask } from '../app/ask';
import { Session } from '../app/session.svelte';
import { WorkerState } from '../app/worker-state.svelte';
import { sha256OfStream } from '../hash';
import { EXPERIMENT_IDS } from '../experiments/list';
import type { SessionReport } from '../experiments/result';
import { tableMarkdown } from '../report/table';
import { AUDIT_STATISTICS, FLAGS, type AuditProfile } from '../scoring/audit';
import { Comparison } from '../session/comparison.svelte';
import { BUNDLED, served } from '../session/encoder/encoder-state.svelte';
import { folderFiles } from '../session/files/folder-files';
import { choice, INPUTS, LEVEL, names } from '../session/inputs/table';
import { sessionReport } from '../session/result/session-report';
import { progressInWords, readingInWords, shareInWords } from '../session/run/progress-words';
import { countInWords, told } from '../ui/words';
import {
  askedInputs,
  ENCODER_HELP,
  encoderSettings,
  evaluationFiles,
  filesAndFolders,
  Given,
  inputsHelp,
} from './arguments';
import { DirectoryHandle, fileOnDisk, filesIn, folderOnDisk, writeWhole } from './disk';
import { keepIn, lend } from './host';
import { nativeRuntime } from './installed';
import { exitStatus, notesOf, rankText } from './rank-words';
import { fileLines } from './read';
import { INTERRUPTED } from './start';
import { CommandError, onStop, ProgressLine, say, sayBeside } from './terminal';
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
  --envelope R,E,P,I     another reference range: the largest means of ρ, η and ψ, and the smallest inversion rate
  --runtime R            wasm (default), as the page, or native: the onnxruntime-node that you installed. It is refused
                         where its embeddings differ from those of wasm
  --device D             with --runtime native: cpu (default), cuda, dml or coreml
  --until-certain P      look after 40, 80, 160 … units, and stop once every order and every finding is settled with
                         probability P, ${LEVEL} where nothing is said. Without it all records are scored
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

const NO_MODEL = `no --model: ranked with ${BUNDLED}, a small static encoder that is good for a look; name the encoder that you will train`;

const NO_ENCODER =
  'The files give their embeddings: length, prefixes and pooling are settings of an encoder. Name one with --model.';

const TELL_MS = 100;

/** @returns the exit status @throws CommandError, also where nothing can be ranked, or for an unknown source or experiment */
export async function run(argv: readonly string[]): Promise<number> {
  const args = parseRankArguments(argv);
  if (args.provider !== null) lend(await nativeRuntime(args.provider));
  if (args.keep !== null) keepIn(new DirectoryHandle(args.keep));
  const session = new Session(String(args.inputs), new WorkerState(startHere));
  const line = new ProgressLine();
  onStop(() => {
    line.show('stopping');
    void session
      .state(Comparison)
      .run.cancel()
      .finally(() => process.exit(INTERRUPTED));
  });
  const paths = [...args.files, ...args.evaluation.map(({ path }) => path)];
  const files = await Promise.all(paths.map(fileOnDisk));
  const report = await rankFiles(session, args, files, line).finally(() => line.end());
  if (args.report !== null) writeWhole(args.report, `${JSON.stringify(report, null, 1)}\n`);
  const inFolders = args.folders.flatMap((folder) => filesIn(folder).map((path) => join(folder, path)));
  const cards = await Promise.all([...args.files, ...inFolders].map(cardNote));
  [...told(cards), ...notesOf(report)].forEach(sayBeside);
  say(args.format === 'text' ? rankText(report) : tableMarkdown(report));
  return exitStatus(report, args.strict);
}

const Card = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ output: v.object({ file: v.string(), sha256: v.string() }) }),
);

/** A sentence for a mined file that is not the one which the card beside it describes; null for any other file. */
async function cardNote(path: string): Promise<string | null> {
  const [card, name] = [path.replace(/\.[^./\\]+$/, '.card.json'), basename(path)];
  if (card === path) return null;
  try {
    const { output } = v.parse(Card, readFileSync(card, 'utf8'));
    if (output.file !== name) return null;
    if (output.sha256 === (await sha256OfStream((await fileOnDisk(path)).stream()))) return null;
  } catch {
    // There is no card, or none that can be read.
    return null;
  }
  return `${name} is not the file that ${basename(card)} beside it describes: their SHA-256 differ. Mine it again.`;
}

/**
 * @param files those of the arguments, and of their evaluation; without any file or folder the demo is ranked
 * @param line gets progress, how files were read, and the encoder where nobody named one
 * @throws CommandError where nothing can be ranked, or an option names a source that is not there
 */
export async function rankFiles(
  session: Session,
  args: RankArguments,
  files: readonly File[],
  line: Pick<ProgressLine, 'show' | 'say'>,
): Promise<SessionReport> {
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
    const isAsked = Object.keys(args.encoder).length > 0;
    refuse(comparison, told([isAsked && encoder.info === null && NO_ENCODER]));
    encoder.overrides = args.encoder;
    await comparison.rank();
    refuse(comparison);
    if (args.shortcuts) await shortcuts.ask();
    if (args.verdicts !== null) await judge.readFile(await fileOnDisk(args.verdicts));
    const nameOf = (key: number) => comparison.row(key)?.name ?? '';
    const lines = args.judgeOut === null ? null : await judge.lines('plain', '', nameOf);
    refuse(comparison);
    const report = await sessionReport(comparison, args.report !== null);
    if (report === null) throw nothing(comparison.obstacles);
    if (args.judgeOut !== null) writeWhole(args.judgeOut, lines?.join('') ?? '');
    return report;
  } finally {
    clearInterval(timer);
    session.end();
  }
}

/** Files, references and encoder, as hands would give them. @throws CommandError */
async function give(
  comparison: Comparison,
  args: RankArguments,
  files: readonly File[],
  tell: (words: string) => void,
): Promise<void> {
  const { sources, encoder } = comparison;
  if (files.length + args.folders.length === 0) {
    await comparison.bringDemo(document.baseURI);
    if (encoder.folder !== null) await encoder.pick(encoder.folder);
  } else {
    const folders = await Promise.all(args.folders.map(folderOnDisk));
    await comparison.add(files, folders);
    fileLines(sources).forEach(tell);
    for (const folder of folders)
      if (folderFiles(folder).files.length === 0) tell(`no file of data in ${folder.name}`);
  }
  refuse(comparison, told([sources.entries.length === 0 && 'No file gave a source.']));
  setSources(comparison, args);
  await encoder.inspect(encoder.selected);
  if (encoder.request === undefined && args.model === null) {
    await encoder.choose(served(BUNDLED));
    tell(NO_MODEL);
  }
  if (encoder.givenIgnored)
    tell('Not all files give embeddings of one length: those given are left aside, and all is encoded.');
  refuse(comparison, comparison.obstacles);
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

/** What is under way, in words; null where nothing tells. */
function progressOf({ sources, run, lab, shortcuts }: Comparison): string | null {
  if (sources.reading) return readingInWords(sources.reading);
  if (run.ongoing?.progress) return progressInWords(run.ongoing.progress);
  if (lab.ongoing) return `${lab.ongoing.id}: ${shareInWords(lab.ongoing.done, lab.ongoing.total)}`;
  if (run.summing) return `adding up: ${shareInWords(run.summing.pairs, run.summing.total)}`;
  return shortcuts.progress === null ? null : `looking for shortcuts: ${shareInWords(shortcuts.progress, 1)}`;
}

const nothing = (reasons: readonly string[]) =>
  new CommandError(['Nothing was ranked.', ...reasons].join('\n'));

/** @throws CommandError with every notice of the session, else with other reasons, if there are any */
function refuse(comparison: Comparison, others: readonly string[] = []): void {
  const { workers, sources, encoder, run, lab, judge, shortcuts } = comparison;
  const notices = [comparison, sources, encoder, run, lab, judge, shortcuts].map(({ notice }) => notice);
  const said = [workers.failure, ...notices].flatMap((notice) =>
    notice ? [[notice.message, notice.details].filter(Boolean).join('\n')] : [],
  );
  if (said.length + others.length > 0) throw nothing(said.length > 0 ? [...new Set(said)] : others);
}

/** Paths are absolute; null where nothing was given. */
export type RankArguments = ReturnType<typeof parseRankArguments>;

/** @throws CommandError */
export function parseRankArguments(argv: readonly string[]) {
  const needsLevel = (i: number) => argv[i] === '--until-certain' && !/^[\d.]+$/.test(argv[i + 1] ?? '');
  const given = new Given(
    argv.map((word, i) => (needsLevel(i) ? `${word}=${LEVEL}` : word)),
    USAGE,
  );
  if (given.has('reference') && given.has('envelope'))
    throw new CommandError('--reference and --envelope: expected one of them.');
  const isNative = given.value('runtime', choice(['wasm', 'native'])) === 'native';
  const device = given.value('device', choice(['cpu', 'cuda', 'dml', 'coreml']));
  if (device !== null && !isNative)
    throw new CommandError(`--device ${device}: expected --runtime native beside it.`);
  const provider = isNative ? (device ?? 'cpu') : null;
  given.value('experiments', names(['all', ...EXPERIMENT_IDS]));
  const level = given.value('until-certain', INPUTS.level);
  const inputs = askedInputs(given, 'rank');
  inputs.set('stop', level === null ? 'all' : 'certain');
  if (level !== null) inputs.set('level', String(level));
  return {
    ...filesAndFolders(given.words),
    evaluation: evaluationFiles(given),
    inputs,
    asMeant: given.value('as-meant', names()) ?? [],
    looked: given.value('looked', names()) ?? [],
    model: given.path('model', 'folder'),
    encoder: encoderSettings(given),
    report: given.target('report', 'file'),
    format: given.value('format', choice(['text', 'markdown'])) ?? 'text',
    reference: given.value('reference', names()),
    envelope: given.value('envelope', ENVELOPE),
    provider,
    shortcuts: given.has('shortcuts'),
    judgeOut: given.target('judge-out', 'file'),
    verdicts: given.path('verdicts', 'file'),
    keep: given.target('keep', 'folder'),
    strict: given.has('strict'),
  };
}

const ENVELOPE = {
  expected: `${countInWords(FLAGS.length)} figures from 0 to 1, ${FLAGS.join(',').toUpperCase()}`,
  read(text: string): AuditProfile | undefined {
    const figures = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
    const fit = figures.length === FLAGS.length && figures.every((value) => value >= 0 && value <= 1);
    const edges = AUDIT_STATISTICS.map(({ edge }, i) => [edge, figures[i]]);
    return fit ? (Object.fromEntries(edges) as AuditProfile) : undefined;
  },
};
