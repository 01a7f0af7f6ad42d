/** `npm run read` and `negscope read`: what is understood of files, by the session in which the page reads them. */

import { WorkerState } from '../app/worker-state.svelte';
import { remarksOf, rolesInWords } from '../candidates/how-read';
import type { LoadedSource, LoadOutcome } from '../candidates/outcomes';
import type { Interpretation } from '../candidates/reading';
import { checkedInWords, findingRows, foundInFiles, rowInWords, type FoundSource } from '../report/findings';
import type { FileEntry } from '../session/files/file-entries.svelte';
import { SourcesState } from '../session/files/sources-state.svelte';
import { Inputs } from '../session/inputs/inputs.svelte';
import { readSource } from '../session/result/scored-sources';
import { runSource } from '../session/run/runs';
import { countOf, formatCount, told } from '../ui/words';
import { askedInputs, evaluationFiles, filesAndFolders, Given, inputsHelp } from './arguments';
import { fileOnDisk, folderOnDisk } from './disk';
import { isSerious } from './rank-words';
import { CommandError, say, terminalJson } from './terminal';
import { startHere } from './workers';

export const USAGE = `usage: negscope read FILE or FOLDER… [--json] [--strict]

Reads files as the page does and prints what it understood: format, sources, records, what was rejected and why, and what it
found: signs of a wrong reading, positives among the negatives, repeats, ids, scores, different numbers of negatives, passages
under many queries, collisions in a batch, evaluation data. Name companion files (corpus, queries, qrels) too.

  --evaluation PATH  queries that you must not train on: a file of any format or a BEIR folder. Repeat it for more
  --json         print JSON
  --strict       exit with 4 where a source should not be trained on as it is, an entry was rejected, or ids or scores are
                 wrong
  --help

How to read files whose names do not say it:

${inputsHelp('read')}

Exit status
  0  every file was read
  1  an option was wrong
  2  a file was refused or waits for a companion
  4  with --strict: something is wrong with the files`;

/** @returns the exit status */
export async function run(argv: readonly string[]): Promise<number> {
  const given = new Given(argv, USAGE);
  if (given.words.length === 0) throw new CommandError(USAGE);
  const { files, folders } = filesAndFolders(given.words);
  const paths = [...files, ...evaluationFiles(given).map(({ path }) => path)];
  const inputs = new Inputs(String(askedInputs(given, 'read')));
  const found = new SourcesState(new WorkerState(startHere), inputs);
  await found.addAll(await Promise.all(paths.map(fileOnDisk)), await Promise.all(folders.map(folderOnDisk)));
  const sources = foundIn(found.files);
  if (given.has('json')) console.log(terminalJson(summaries(found)));
  else say([...fileLines(found), ...findingLines(sources)].join('\n'));
  const isRead = ({ outcome }: FileEntry) => outcome?.status === 'loaded' || outcome?.status === 'companion';
  const good = found.files.every(isRead) && found.notice === null;
  const serious = sources.some(({ findings }) => findings.some(isSerious));
  if (given.has('strict') && (!good || found.rejects.length > 0 || serious)) return 4;
  return good ? 0 : 2;
}

/** What is found in some files. */
export function foundIn(files: readonly FileEntry[]): FoundSource[] {
  const sources = files.flatMap((file) => file.sources.flatMap(runSource));
  const read = sources.map((source) => readSource(source, null));
  return foundInFiles(read, null);
}

/** What reading each file gave, for JSON, with what was found in it and rejected of it. */
function summaries({ files, rejects, skipped }: SourcesState): object[] {
  const read = files.flatMap((file) => {
    const { outcome } = file;
    if (outcome === null) return [];
    const findings = Object.fromEntries(foundIn([file]).map(({ name, findings: found }) => [name, found]));
    const own = rejects.filter(({ id }) => id === outcome.id).map(({ count, first }) => ({ count, first }));
    return [{ ...summary(outcome), findings, rejects: own }];
  });
  return [...read, ...skipped.map((file) => ({ file, status: 'skipped' }))];
}

/** A file, by the names that programs know. */
function summary(outcome: LoadOutcome): object {
  const { status } = outcome;
  if (status === 'waiting') return { file: outcome.waiting.file, status, message: outcome.waiting.message };
  if (status === 'refused') {
    const { file, error, message, read: all, rejected, fields } = outcome.refused;
    return { file, status, error, message, read: all, rejected, fields };
  }
  if (status === 'companion') {
    const { file, kind, words, read: all, entries, rejected } = outcome.companion;
    return { file, status, kind, format: words, read: all, entries, rejected };
  }
  const { file, interpretation, sameAs, sources } = outcome.loaded;
  const { words, fields, topK } = interpretation;
  const own = sources.map(({ name, label, counts, medianK, dimension, warnings }) => {
    const signs = warnings.map(({ message }) => message);
    const sizes = { median_negatives: medianK, embedding_dimension: dimension };
    return { name, label, counts, ...sizes, signs_of_a_wrong_reading: signs };
  });
  const about = { format: words, fields, same_bytes_as: sameAs, top_k: topK };
  return { file, status: 'read', ...about, sources: own };
}

/** One line on how much was found, then for each finding what and where, with the first that was found. */
function findingLines(sources: readonly FoundSource[]): string[] {
  if (sources.length === 0) return [];
  const rows = findingRows(sources);
  return [
    checkedInWords(rows, sources),
    ...rows.flatMap((row) => [
      `  ${row.severity === 'note' ? '·' : '✗'} ${row.title}. ${rowInWords(row, sources)}`,
      ...(row.worst.example === null ? [] : [`    ${row.worst.example}`]),
    ]),
  ];
}

/** How each file was read, or why it was not, and the first entry that was rejected for each reason. */
export function fileLines({ files, rejects, skipped, notice }: SourcesState): string[] {
  const why = rejects.map(({ count, first: { file, placeKind, place, field, message } }) => {
    const where = field === null ? `${placeKind} ${place}` : `${placeKind} ${place}, ${field}`;
    return `  ${file}, ${where}: ${message}${count > 1 ? ` (the first of ${count})` : ''}`;
  });
  return told([
    ...files.flatMap(({ outcome }) => (outcome === null ? [] : linesOf(outcome))),
    ...skipped.map((file) => `${file} is skipped: it holds no candidates`),
    notice?.message,
    why.length > 0 && 'Rejected:',
    ...why,
  ]);
}

function linesOf(outcome: LoadOutcome): string[] {
  if (outcome.status === 'loaded') {
    const { sources, interpretation } = outcome.loaded;
    return sources.flatMap((source) => sourceLines(source, interpretation));
  }
  if (outcome.status === 'companion') {
    const { file, words, entries, rejected } = outcome.companion;
    return [`${file}: ${words}, ${countOf(entries, 'entry', 'entries')}, ${formatCount(rejected)} rejected`];
  }
  if (outcome.status === 'waiting') return [`${outcome.waiting.file} waits: ${outcome.waiting.message}`];
  const { file, message, asks } = outcome.refused;
  const options = asks?.options ?? [];
  const answers = options.length === 0 ? '' : ` Options: ${options.join(' or ')}`;
  const why = message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message;
  return [`${file} is refused: ${why}${answers}`];
}

function sourceLines(
  { name, format, counts, warnings }: LoadedSource,
  { topK, roles }: Interpretation,
): string[] {
  const { records, pairs, rejected, hitsFound } = counts;
  const isCut = topK !== null && hitsFound > topK;
  const beside = [
    rolesInWords(roles),
    remarksOf(counts),
    isCut ? `top ${topK} of ${hitsFound} hits of each query kept; --top-k ${hitsFound} keeps all` : '',
    ...warnings.map(({ message }) => `Look: ${message}`),
  ];
  return [
    `${name}: ${format}, ${countOf(records, 'record')}, ${countOf(pairs, 'negative')}, ${formatCount(rejected)} rejected`,
    ...beside.filter((line) => line !== '').map((line) => `  ${line}`),
  ];
}
