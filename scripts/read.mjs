/**
 * `npm run read` and `negscope read`: what is understood of files, without a browser; for a check of data in a pipeline. See
 * `--help`.
 */

import { statSync } from 'node:fs';

import { UsageError, existing, readArguments } from './lib/arguments.mjs';
import { EVALUATION_OPTION, evaluationFiles } from './lib/evaluation-files.mjs';
import { askedInputs, evaluationQuery, inputOptions, inputsHelp } from './lib/rank-arguments.mjs';
import { preflightLines } from './lib/preflight-lines.mjs';
import { isSerious } from './lib/rank-table.mjs';
import { terminalJson, terminalText } from './lib/terminal-text.mjs';
import { runCommand } from './node/command.mjs';
import { fileOnDisk, folderOnDisk, openTerminal } from './node/terminal.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

/** @typedef {import('../src/candidates/outcomes').LoadOutcome} LoadOutcome */
/** @typedef {import('../src/terminal/read').FilesRead} FilesRead */

const USAGE = `usage: negscope read FILE or FOLDER… [--json] [--strict]

Reads files as the page does and says of each what was understood: format, sources, records, what was rejected and why (the
first of each kind), and what is found in it before a run: signs that it was read otherwise than it was meant, positives among
the negatives, repeats, ids, scores, number of negatives, passages under many queries, batches, evaluation data. Companion files
(corpus, queries, qrels) are named beside the others.

  --evaluation PATH  queries that must not be trained on, a file of any form or a BEIR folder; may be given again
  --json         the same as JSON
  --strict       exit status 4 where a source is not to be trained on as it is, an entry was rejected, or ids or scores fail
  --help

How files are read where their names do not tell:

${inputsHelp('read')}

Exit status: 0 every file was read, 1 wrong usage, 2 a file was refused or lacks its companions, 4 with --strict:
something is wrong with the files.`;

/** @param {FilesRead} read @returns {object[]} what is said of each file, for JSON */
function summaries({ outcomes, rejects, preflights, skipped }) {
  const read = outcomes.map((outcome, i) => {
    const of = summary(outcome);
    const own = rejects.filter(({ first }) => first.file === of.file);
    const preflight = preflights[i];
    return { ...of, preflight, rejects: own.map(({ count, first }) => ({ count, first })) };
  });
  return [...read, ...skipped.map((file) => ({ file, status: 'skipped' }))];
}

/** @param {LoadOutcome} outcome */
function summary(outcome) {
  switch (outcome.status) {
    case 'loaded': {
      const { file, interpretation, sameAs, sources } = outcome.loaded;
      return {
        file,
        status: 'read',
        format: interpretation.words,
        fields: interpretation.fields,
        same_bytes_as: sameAs,
        top_k: interpretation.topK,
        sources: sources.map(({ name, label, counts, medianK, dimension, warnings }) => ({
          name,
          label,
          counts,
          median_negatives: medianK,
          embedding_dimension: dimension,
          signs_of_a_wrong_reading: warnings.map(({ message }) => message),
        })),
      };
    }
    case 'companion': {
      const { file, kind, words, read, entries, rejected } = outcome.companion;
      return { file, status: 'companion', kind, format: words, read, entries, rejected };
    }
    case 'waiting':
      return { file: outcome.waiting.file, status: 'waiting', message: outcome.waiting.message };
    default: {
      const { file, error, message, read, rejected, fields } = outcome.refused;
      return { file, status: 'refused', error, message, read, rejected, fields };
    }
  }
}

/** @param {FilesRead} read @returns {string[]} lines of the terminal */
function lines({ outcomes, rejects, preflight, skipped, notice }) {
  const why = rejects.map(({ count, first: { file, placeKind, place, field, message } }) => {
    const where = field === null ? `${placeKind} ${place}` : `${placeKind} ${place}, ${field}`;
    return `  ${file}, ${where}: ${message}${count > 1 ? ` (the first of ${count})` : ''}`;
  });
  return [
    ...outcomes.flatMap(linesOf),
    ...skipped.map((file) => `${file} is skipped: it holds no candidates`),
    ...(notice === null ? [] : [notice]),
    ...preflightLines(preflight),
    ...(why.length > 0 ? ['Rejected:', ...why] : []),
  ];
}

/** @param {LoadOutcome} outcome @returns {string[]} */
function linesOf(outcome) {
  switch (outcome.status) {
    case 'loaded':
      return [
        ...outcome.loaded.sources.flatMap(({ name, format, counts, warnings }) => [
          `${name}: ${format}, ${counts.records} records, ${counts.pairs} negatives, ${counts.rejected} rejected`,
          ...cutOf(outcome.loaded.interpretation.topK, counts.hitsFound),
          ...warnings.map(({ message }) => `  Look: ${message}`),
        ]),
      ];
    case 'companion': {
      const { file, words, entries, rejected } = outcome.companion;
      return [`${file}: ${words}, ${entries} entries, ${rejected} rejected`];
    }
    case 'waiting':
      return [`${outcome.waiting.file} waits: ${outcome.waiting.message}`];
    default: {
      const { file, message, asks } = outcome.refused;
      const answers =
        asks === null || asks.options.length === 0 ? '' : ` Options: ${asks.options.join(' or ')}`;
      return [`${file} is refused: ${message}${answers}`];
    }
  }
}

/** @param {number | null} topK @param {number} found @returns {string[]} what is cut off a run */
function cutOf(topK, found) {
  if (topK === null || found <= topK) return [];
  return [`  top ${topK} of ${found} hits of each query kept; --top-k ${found} keeps all`];
}

/** @param {LoadOutcome} outcome */
function isRead({ status }) {
  return status === 'loaded' || status === 'companion';
}

/** @param {LoadOutcome} outcome whether nothing of it was rejected */
function isClean(outcome) {
  if (outcome.status === 'companion') return outcome.companion.rejected === 0;
  return outcome.status === 'loaded' && outcome.loaded.sources.every(({ counts }) => counts.rejected === 0);
}

/** @param {import('../src/report/result').PreflightCheck} check whether it forbids to train on a source */
function fails({ id, sources }) {
  return Object.values(sources).some((found) => found !== null && isSerious({ id, ...found }));
}

await runCommand(import.meta.url, async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    json: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    ...EVALUATION_OPTION,
    ...inputOptions('read'),
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.length === 0) throw new UsageError(USAGE);
  const given = positionals.map((path) => existing('FILE', path, 'file or folder', 'read'));
  const isFolder = (/** @type {string} */ path) => statSync(path).isDirectory();
  const beside = evaluationFiles(values.evaluation, 'read');
  const search = new URLSearchParams([...askedInputs(values, 'read'), ...evaluationQuery(beside)]);
  await ensureDependencies();
  await ensureBuild();
  const terminal = await openTerminal();
  const files = [...given.filter((path) => !isFolder(path)), ...beside.map(({ path }) => path)];
  const read = await terminal.readFiles(
    await Promise.all(files.map((path) => fileOnDisk(path))),
    await Promise.all(given.filter(isFolder).map(folderOnDisk)),
    search.toString(),
    () => terminal.startHere(null),
  );
  if (values.json) console.log(terminalJson(summaries(read)));
  else console.log(terminalText(lines(read).join('\n')));
  const spotless = read.outcomes.every(isClean) && !read.preflight.some(fails);
  const good = read.outcomes.every(isRead) && read.notice === null;
  return values.strict && !spotless ? 4 : good ? 0 : 2;
});
