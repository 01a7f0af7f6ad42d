/** The command line of `npm run mine`. */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import {
  UsageError,
  existing as existingFor,
  readArguments,
  wholeNumber,
  wordsOf,
  writable,
  writableFolder,
} from './arguments.mjs';
import { evaluationFiles } from './evaluation-files.mjs';
import { ENCODER_OPTIONS, encoderSettings } from './rank-arguments.mjs';

export const USAGE = `usage: npm run mine -- [FOLDER] --out DIR [options]

Mines negatives for the queries of a BEIR folder (corpus.jsonl, queries.jsonl, qrels/*.tsv), or of given files. For each
method it writes DIR/METHOD.jsonl and DIR/METHOD.card.json, from which the same file is made again bit for bit.
docs/MINING.md says what each option means; "npm run rank -- DIR" ranks what was mined.

  --corpus FILE          texts to mine from; may be given again. A file of candidates gives all its passages. Without a
                         corpus the texts of the queries' own records are mined from
  --queries FILE         queries, or records with queries and positives; may be given again
  --qrels FILE           judgements; may be given again. Of a folder with qrels/train.tsv other splits are left out: negatives
                         mined for their queries leak them into training
  --evaluation PATH      judgements or records, or a BEIR folder, that must not be trained on: their relevant documents are
                         never negatives, and how many were met is said; may be given again
  --method M,…           bm25 (default), dense, random, or a union of some, such as bm25+dense
  --preset P,…           of BM25: bm25s (default) or pyserini; of the options: paper (default), sentence-transformers,
                         flag-embedding, nv-retriever, nv-margin, nv-abs, nv-shifted or nemo
  --model DIR            encoder folder as training wrote it, for dense
  --max-tokens N, --query-prefix TEXT, --passage-prefix TEXT, --pooling mean|cls|pooled
                         of the encoder, in place of what its folder says
  --cross-encoder DIR    folder of a cross-encoder: its scores of query and passage filter and order what the method finds.
                         It needs a margin or --max-score beside it, as in sentence-transformers
  --variant V            of BM25: robertson, lucene, atire, bm25l or bm25+
  --tokens T             of BM25, for other languages than English, without stop words and stemmer: alphanumeric,
                         alphanumeric-2, whitespace or char-trigram
  --num-negatives N      negatives of each record
  --range-min N, --range-max N, --range-counts raw|survivors
  --relative-margin X, --absolute-margin X, --max-score X, --min-score X, --positive min|max|first
  --sampling top|random, --seed S
  --short keep|drop|fill what becomes of records with fewer negatives
  --exclude E,…          same-query (positives of the same query text), query (a text equal to the query), copies:X
                         (words overlap a positive's by X or more), or none; else as the preset has it
  --format F             flag-embedding (default), triplet, n-tuple, labeled-pair, labeled-list, tevatron or nemo
  --no-scores            write no scores
  --sample N             mine from N passages of the corpus and the positives
  --relevant N           least grade that makes a judged document a positive, 1 by default
  --card FILE            make the file of this card again, from the same input
  --prompts FILE         no mining: writes the paper's prompt for each query, for a language model to write negatives;
                         --domain TEXT, --level TEXT and --length TEXT fill it, --form plain (default), openai or anthropic
                         and --model-name NAME make it a batch
  --replies FILE         the model's replies: DIR/llm.jsonl with its negatives, joined by key, and DIR/llm.card.json
  --out DIR              where the files go
  --help

A table of what was mined goes to standard output, all else to standard error.
Exit status: 0 all mined and, with --card, the same file; 1 nothing mined or wrong usage; 2 mined, but lines of the
input were rejected, or records came out empty; 3 the file is not the card's.`;

/** The options of a mining that are numbers or one of some words, by their names on the command line. */
const OPTIONS = [
  ...['num-negatives', 'range-min', 'range-max', 'range-counts', 'relative-margin', 'absolute-margin'],
  ...['max-score', 'min-score', 'positive', 'sampling', 'seed', 'short'],
];

/** What the prompt for a language model is filled with. */
const PROMPT_WORDS = ['domain', 'level', 'length'];

/** @typedef {{ path: string, as: 'corpus' | 'queries' | 'qrels' | null }} GivenPath */

/**
 * Paths are absolute; options and what the prompt is filled with are as written.
 *
 * @typedef {NonNullable<ReturnType<typeof parseMineArguments>>} MineArguments
 */

/** Null where help is asked for. @param {string[]} argv @throws {UsageError} */
export function parseMineArguments(argv) {
  const { values: parsed, positionals } = parse(argv);
  const values = /** @type {Record<string, unknown>} */ (parsed);
  if (values.help === true) return null;
  /** @param {string} name @returns {string | null} */
  const text = (name) => /** @type {string | undefined} */ (values[name]) ?? null;
  /** @param {string} name @returns {string[]} */
  const list = (name) => /** @type {string[] | undefined} */ (values[name]) ?? [];
  /** @param {readonly string[]} names @returns {Record<string, string>} what was given of these, by the names in a card */
  const given = (names) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = text(name);
        return value === null ? [] : [[name.replaceAll('-', '_'), value]];
      }),
    );
  if (positionals.length > 1) {
    throw new UsageError(
      `${positionals.join(' ')}: expected one folder. Name files with --corpus and --queries.`,
    );
  }
  const named = /** @type {const} */ (['corpus', 'queries', 'qrels']).flatMap((as) =>
    list(as).map((path) => ({ path: existing(path, 'file', `--${as}`), as })),
  );
  const ofFolder = positionals.flatMap(folderFiles);
  const leftOut = otherSplits(ofFolder);
  const files = [...ofFolder.filter((file) => !leftOut.includes(file)), ...named];
  if (files.length === 0)
    throw new UsageError('Expected a folder, or --queries FILE and perhaps --corpus FILE.');
  const [prompts, replies] = [text('prompts'), text('replies')];
  if (prompts !== null && replies !== null)
    throw new UsageError('--prompts and --replies: expected one of them.');
  const out = text('out');
  if (out === null && prompts === null)
    throw new UsageError('--out: expected the folder that the mined files go to.');
  const card = text('card');
  const method = text('method');
  if (card !== null && method !== null) throw new UsageError('--card and --method: expected one of them.');
  const [model, cross] = [text('model'), text('cross-encoder')];
  const methods = methodList(method ?? 'bm25');
  if (model === null && card === null && methods.flat().includes('dense')) {
    throw new UsageError('--method dense: expected --model DIR, the folder of an encoder.');
  }
  const encoder = encoderSettings(values);
  if (Object.keys(encoder).length > 0 && (card !== null || !methods.flat().includes('dense')))
    throw new UsageError(
      'Length, prefixes and pooling are settings of an encoder: expected --method dense, without --card.',
    );
  return {
    files,
    encoder,
    evaluation: evaluationFiles(list('evaluation'), 'mine'),
    leftOut: leftOut.map(({ path }) => path),
    methods,
    presets: wordsOf(text('preset') ?? ''),
    model: model === null ? null : existing(model, 'folder', '--model'),
    crossEncoder: cross === null ? null : existing(cross, 'folder', '--cross-encoder'),
    variant: text('variant'),
    tokens: text('tokens'),
    options: given(OPTIONS),
    exclude: text('exclude'),
    format: text('format') ?? 'flag-embedding',
    withScores: values['no-scores'] !== true,
    sample: wholeNumber('--sample', text('sample') ?? undefined),
    relevant: wholeNumber('--relevant', text('relevant') ?? undefined) ?? 1,
    card: card === null ? null : existing(card, 'file', '--card'),
    prompts: prompts === null ? null : writable('--prompts', prompts, 'mine'),
    replies: replies === null ? null : existing(replies, 'file', '--replies'),
    prompt: given(PROMPT_WORDS),
    requestForm: text('form') ?? 'plain',
    modelName: text('model-name') ?? '',
    out: out === null ? '' : writableFolder('--out', out, 'mine'),
  };
}

/** @param {string[]} argv @throws {UsageError} */
function parse(argv) {
  const text = /** @type {const} */ ({ type: 'string' });
  const texts = /** @type {const} */ ({ type: 'string', multiple: true });
  const single = [
    'method',
    'preset',
    'model',
    'cross-encoder',
    'variant',
    'tokens',
    'exclude',
    'format',
    'sample',
    'relevant',
  ];
  const written = ['prompts', 'replies', 'form', 'model-name', ...PROMPT_WORDS];
  const names = [...single, ...written, 'card', 'out', ...OPTIONS];
  return readArguments(argv, {
    ...Object.fromEntries(names.map((name) => [name, text])),
    ...ENCODER_OPTIONS,
    corpus: texts,
    queries: texts,
    qrels: texts,
    evaluation: texts,
    'no-scores': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
}

/** @param {string} text @returns {string[][]} @throws {UsageError} */
function methodList(text) {
  const known = ['bm25', 'dense', 'random'];
  const methods = wordsOf(text).map((method) => method.split('+'));
  const fits = methods.every(
    (parts) => parts.every((part) => known.includes(part)) && new Set(parts).size === parts.length,
  );
  if (fits && methods.length > 0) return methods;
  throw new UsageError(
    `--method ${text}: expected some of bm25, dense and random with commas between them, or a union such as bm25+dense.`,
  );
}

/** The files of a BEIR folder. @param {string} path @returns {GivenPath[]} @throws {UsageError} */
function folderFiles(path) {
  const folder = existing(path, 'folder', 'FOLDER');
  const names = readdirSync(folder);
  const find = (/** @type {string} */ stem) =>
    names.filter((name) => new RegExp(`^${stem}[.]`, 'i').test(name));
  const [corpus, queries] = [find('corpus'), find('queries')];
  const qrels = names.includes('qrels') ? readdirSync(join(folder, 'qrels')).sort() : [];
  const missing = [
    corpus.length === 0 ? 'corpus.jsonl' : '',
    queries.length === 0 ? 'queries.jsonl' : '',
    qrels.length === 0 ? 'qrels/*.tsv' : '',
  ].filter((name) => name !== '');
  if (missing.length > 0) {
    throw new UsageError(
      `FOLDER ${path}: there is no ${missing.join(', no ')} in it. Expected a BEIR folder, or --queries FILE.`,
    );
  }
  return [
    ...corpus.map((name) => ({ path: join(folder, name), as: /** @type {const} */ ('corpus') })),
    ...queries.map((name) => ({ path: join(folder, name), as: /** @type {const} */ ('queries') })),
    ...qrels.map((name) => ({ path: join(folder, 'qrels', name), as: /** @type {const} */ ('qrels') })),
  ];
}

/**
 * Judgements of other splits, where the folder has a training one: the rule of src/mining/splits.ts.
 * @param {GivenPath[]} files
 */
function otherSplits(files) {
  const isOf = (/** @type {GivenPath} */ { path }, /** @type {string} */ splits) =>
    new RegExp(`^(?:${splits})[.]`, 'i').test(basename(path));
  return files.some((file) => isOf(file, 'train'))
    ? files.filter((file) => isOf(file, 'dev|valid|validation|test'))
    : [];
}

/** @param {string} path @param {'file' | 'folder'} kind @param {string} option */
const existing = (path, kind, option) => existingFor(option, path, kind, 'mine');
