/** The command line of `npm run mine`. */

import { join } from 'node:path';

import { REQUEST_FORMS } from '../judge/batch-api';
import type { MethodId, SourceRequest } from '../mining/card';
import type { GivenFile } from '../mining/read';
import { FORM_IDS } from '../mining/forms';
import { PROMPT_DEFAULTS } from '../mining/llm';
import {
  choicesOf,
  MINING_PRESETS,
  optionFaults,
  optionOf,
  OPTIONS,
  type MiningOptions,
  type OptionName,
} from '../mining/options';
import { BM25_PRESETS, bm25Settings, type Bm25Preset } from '../mining/search/bm25';
import { WORD_CUTS } from '../mining/search/words';
import { choice } from '../session/inputs/table';
import { COUNT, CommandError, existing, Given, wordsOf } from './arguments';
import { linkedFilesIn } from './disk';
import { ENCODER_HELP, encoderSettings, evaluationFiles, helpLine } from './inputs';

/** The options of a mining, by their names on the command line. A cross-encoder's folder says `score_by`. */
const OWN_OPTIONS = (Object.keys(OPTIONS) as OptionName[])
  .filter((name) => name !== 'score_by')
  .map((name) => [name, optionName(name)] as const);

export const USAGE = `usage: negscope mine [FOLDER] --out DIR [options]   (in a clone: npm run mine -- …)

Mines negatives for the queries of a folder of files, such as one of BEIR, or of given files. For each method it writes
DIR/METHOD.jsonl and DIR/METHOD.card.json, from which the same file is made again bit for bit. docs/MINING.md says more;
"negscope rank DIR" ranks what was mined.

  --corpus FILE          texts to mine from; may be given again. A file of candidates gives all its passages. Without a
                         corpus the texts of the queries' own records are mined from
  --queries FILE         queries, or records with queries and positives; may be given again
  --qrels FILE           judgements; may be given again. Of a folder with qrels/train.tsv other splits are left out: negatives
                         mined for their queries leak them into training
  --evaluation PATH      judgements or records, or a BEIR folder, that must not be trained on: their relevant documents are
                         never negatives, and how many were met is said; may be given again
  --method M,…           bm25 (default), dense, or both
  --preset P,…           of BM25: bm25s (default) or pyserini; of the options: paper (default), sentence-transformers,
                         flag-embedding, nv-retriever, nv-margin, nv-abs, nv-shifted or nemo
  --model DIR            encoder folder as training wrote it, for dense
${ENCODER_HELP}
  --cross-encoder DIR    folder of a cross-encoder: its scores of query and passage filter and order what the method finds.
                         It needs a margin or --max-score beside it, as in sentence-transformers
  --tokens T             of BM25, for other languages than English, without stop words and stemmer: alphanumeric,
                         alphanumeric-2, whitespace or char-trigram
${OWN_OPTIONS.map(([name, option]) => helpLine(`--${option} ${valueInWords(name)}`, OPTIONS[name].words)).join('\n')}
  --format F             flag-embedding (default), triplet, n-tuple, labeled-pair, labeled-list or tevatron
  --no-scores            write no scores
  --sample N             mine from N passages of the corpus and the positives
  --relevant N           least grade that makes a judged document a positive, 1 by default
  --card FILE            make the file of this card again, from the same input
  --prompts FILE         no mining: writes the paper's prompt for each query, for a language model to write negatives
  --domain TEXT, --level TEXT, --length TEXT
                         fill the prompt
  --form F, --model-name NAME
                         of a batch of prompts: plain (default), openai or anthropic, and the model that it asks
  --replies FILE         the model's replies: DIR/llm.jsonl with its negatives, joined by key, and DIR/llm.card.json
  --out DIR              where the files go
  --help

A table of what was mined goes to standard output, all else to standard error.
Exit status: 0 all mined and, with --card, the same file; 1 nothing mined or wrong usage; 2 mined, but lines of the
input were rejected, or records came out empty; 3 the file is not the card's.`;

function valueInWords(name: OptionName): string {
  return choicesOf(name)?.join('|') ?? (OPTIONS[name].value.type === 'nullable' ? 'X|none' : 'N');
}

function optionName(name: string): string {
  return name.replaceAll('_', '-');
}

type GivenPath = Omit<GivenFile, 'file'>;

const BEIR = { corpus: /^corpus\.[^/]+$/i, queries: /^queries\.[^/]+$/i, qrels: /^qrels\/[^/]+$/ };

/**
 * Of a BEIR folder corpus, queries and judgements, or links to them, by their paths in it: what was mined into it is none of them.
 * None where one of the three is missing.
 */
export function beirFiles(folder: string): GivenPath[] {
  const judged = linkedFilesIn(join(folder, 'qrels')).map((name) => `qrels/${name}`);
  const paths = [...linkedFilesIn(folder), ...judged];
  const parts = Object.entries(BEIR).map(([as, name]) =>
    paths.filter((path) => name.test(path)).map((path): GivenPath => ({ path, as: as as keyof typeof BEIR })),
  );
  return parts.every((found) => found.length > 0) ? parts.flat() : [];
}

/** Paths are absolute. */
export type MineArguments = ReturnType<typeof parseMineArguments>;

const FORM = choice(FORM_IDS);
const REQUEST_FORM = choice(REQUEST_FORMS.map(({ id }) => id));

/** @throws CommandError */
export function parseMineArguments(argv: readonly string[]) {
  const given = new Given(argv, USAGE);
  const [folder] = given.words;
  const files = (['corpus', 'queries', 'qrels'] as const).flatMap((as) =>
    given.all(as).map((path): GivenPath => ({ path: existing(`--${as}`, path, 'file'), as, anySplit: true })),
  );
  const has = (option: string) => given.has(option);
  const encoder = encoderSettings(given);
  const requests = requestsOf(given);
  const isDense = requests.some(({ method }) => method === 'dense');
  const faults = {
    [`${given.words.join(' ')}: expected one folder. Name files with --corpus and --queries.`]:
      given.words.length > 1,
    'Expected a folder, or --queries FILE and perhaps --corpus FILE.':
      folder === undefined && files.length === 0,
    '--prompts and --replies: expected one of them.': has('prompts') && has('replies'),
    '--out: expected the folder that the mined files go to.': !has('out') && !has('prompts'),
    '--card and --method: expected one of them.': has('card') && has('method'),
    '--method dense: expected --model DIR, the folder of an encoder.':
      isDense && !has('model') && !has('card'),
    'Length, prefixes and pooling are settings of an encoder: expected --method dense, without --card.':
      Object.keys(encoder).length > 0 && (has('card') || !isDense),
  };
  for (const [fault, isSo] of Object.entries(faults)) if (isSo) throw new CommandError(fault);
  const [{ options }] = requests as [SourceRequest];
  const prompt = Object.fromEntries(
    ['domain', 'level', 'length'].filter(has).map((name) => [name, given.text(name) ?? '']),
  );
  return {
    folder: folder === undefined ? null : existing('FOLDER', folder, 'folder'),
    files,
    encoder,
    evaluation: evaluationFiles(given),
    seed: options.seed,
    model: given.path('model', 'folder'),
    crossEncoder: given.path('cross-encoder', 'folder'),
    sample: given.value('sample', COUNT),
    relevant: given.value('relevant', COUNT) ?? 1,
    card: given.path('card', 'file'),
    prompts: given.target('prompts', 'file'),
    replies: given.path('replies', 'file'),
    prompt: { ...PROMPT_DEFAULTS, ...prompt, num_negatives: options.num_negatives },
    requestForm: given.value('form', REQUEST_FORM) ?? 'plain',
    modelName: given.text('model-name') ?? '',
    out: given.target('out', 'folder') ?? '',
    requests,
  };
}

/** One for each method. @throws CommandError for a value that does not fit, also where a card or prompts need none */
function requestsOf(given: Given): SourceRequest[] {
  const methods = wordsOf(given.text('method') ?? 'bm25');
  if (methods.length === 0 || !methods.every(isMethod))
    throw new CommandError(
      `--method ${given.text('method')}: expected bm25, dense, or both with a comma between them.`,
    );
  const presets = wordsOf(given.text('preset') ?? '');
  const isBm25 = (name: string): name is Bm25Preset => Object.hasOwn(BM25_PRESETS, name);
  const isOfOptions = (name: string): name is keyof typeof MINING_PRESETS =>
    Object.hasOwn(MINING_PRESETS, name);
  const [ofBm25, ofOptions] = [presets.filter(isBm25), presets.filter(isOfOptions)];
  if (ofBm25.length + ofOptions.length < presets.length || ofBm25.length > 1 || ofOptions.length > 1) {
    const all = `one of ${Object.keys(BM25_PRESETS).join(', ')} and one of ${Object.keys(MINING_PRESETS).join(', ')}`;
    throw new CommandError(`--preset ${presets.join(',')}: expected ${all}.`);
  }
  const own = OWN_OPTIONS.flatMap(([name, option]) => {
    const text = given.text(option);
    return text === null ? [] : [[name, optionOf(text)]];
  });
  const options: MiningOptions = {
    ...MINING_PRESETS[ofOptions[0] ?? 'paper'].options,
    ...Object.fromEntries(own),
    ...(given.path('cross-encoder', 'folder') !== null &&
      !given.has('card') && { score_by: 'cross-encoder' }),
  };
  const [fault] = optionFaults(options);
  if (fault !== undefined) throw new CommandError(byOptions(fault));
  const bm25 = bm25Settings(ofBm25[0] ?? 'bm25s', given.value('tokens', choice(WORD_CUTS)));
  const form = given.value('format', FORM) ?? 'flag-embedding';
  const withScores = !given.has('no-scores');
  return methods.map((method) => ({ name: method, method, bm25, options, form, withScores }));
}

function isMethod(name: string): name is MethodId {
  return name === 'bm25' || name === 'dense';
}

/** A sentence on options, with their names on the command line in place of the card's keys. */
function byOptions(sentence: string): string {
  return sentence
    .replace(/^score_by cross-encoder/, '--cross-encoder')
    .replaceAll(/^[a-z_]+|\b[a-z]+_[a-z_]+\b/g, (key) => `--${optionName(key)}`);
}
