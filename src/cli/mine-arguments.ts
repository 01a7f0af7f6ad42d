/** The command line of `npm run mine`. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { REQUEST_FORMS } from '../judge/batch-api';
import type { SourceRequest } from '../miner/miner';
import { BM25_PRESETS, bm25Settings } from '../mining/bm25';
import { FORM_IDS, type FormId } from '../mining/forms';
import {
  choicesOf,
  MINING_PRESETS,
  optionFaults,
  OPTIONS,
  type MiningOptions,
  type OptionName,
} from '../mining/options';
import { otherSplits } from '../mining/splits';
import { WORD_CUTS } from '../mining/words';
import { choice, number } from '../session/inputs/table';
import {
  COUNT,
  CommandError,
  existing,
  readArguments,
  valueOf,
  wordsOf,
  writable,
  writableFolder,
} from './arguments';
import { EVALUATION_OPTION, evaluationFiles } from './inputs';
import { ENCODER_OPTIONS, encoderSettings } from './rank-arguments';

export const USAGE = `usage: negscope mine [FOLDER] --out DIR [options]   (in a clone: npm run mine -- …)

Mines negatives for the queries of a BEIR folder (corpus.jsonl, queries.jsonl, qrels/*.tsv), or of given files. For each
method it writes DIR/METHOD.jsonl and DIR/METHOD.card.json, from which the same file is made again bit for bit.
docs/MINING.md says what each option means; "negscope rank DIR" ranks what was mined.

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
  --tokens T             of BM25, for other languages than English, without stop words and stemmer: alphanumeric,
                         alphanumeric-2, whitespace or char-trigram
  --num-negatives N      negatives of each record
  --range-min N, --range-max N, --range-counts raw|survivors
  --relative-margin X, --absolute-margin X, --max-score X, --min-score X, --positive min|max|first
  --sampling top|random, --seed S
  --short keep|drop|fill what becomes of records with fewer negatives
  --exclude E,…          same-query (positives of the same query text), query (a text equal to the query), copies:X
                         (words overlap a positive's by X or more), or none; else as the preset has it
  --format F             flag-embedding (default), triplet, n-tuple, labeled-pair, labeled-list or tevatron
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

/** The options of a mining that stand for themselves, by their names on the command line. */
const OWN_OPTIONS = (Object.keys(OPTIONS) as OptionName[])
  .filter((name) => name !== 'score_by' && !name.startsWith('exclude_'))
  .map((name) => name.replaceAll('_', '-'));

/** What the prompt for a language model is filled with. */
const PROMPT_WORDS = ['domain', 'level', 'length'] as const;

/** A file of the command line; null where the folder does not tell what it is. */
export interface GivenPath {
  readonly path: string;
  readonly as: 'corpus' | 'queries' | 'qrels' | null;
}

const ONE = { type: 'string' } as const;
const MORE = { type: 'string', multiple: true } as const;

const TAKEN = {
  ...optionsOf(['method', 'preset', 'model', 'cross-encoder', 'tokens', 'exclude', 'format']),
  ...optionsOf(['sample', 'relevant', 'prompts', 'replies', 'form', 'model-name', 'card', 'out']),
  corpus: MORE,
  queries: MORE,
  qrels: MORE,
  ...EVALUATION_OPTION,
  ...ENCODER_OPTIONS,
  'no-scores': { type: 'boolean' },
  ...optionsOf(OWN_OPTIONS),
  ...optionsOf(PROMPT_WORDS),
} as const;

function optionsOf<Name extends string>(names: readonly Name[]): Record<Name, typeof ONE> {
  return Object.fromEntries(names.map((name) => [name, ONE])) as Record<Name, typeof ONE>;
}

/** Paths are absolute. */
export type MineArguments = ReturnType<typeof parseMineArguments>;

type Values = ReturnType<typeof readArguments<typeof TAKEN>>['values'];

const FORM = choice(FORM_IDS);
const REQUEST_FORM = choice(REQUEST_FORMS.map(({ id }) => id));

/** @throws CommandError */
export function parseMineArguments(argv: readonly string[]) {
  const { values, positionals } = readArguments(argv, TAKEN);
  const { prompts = null, replies = null, out = null, card = null, method, model = null } = values;
  const cross = values['cross-encoder'] ?? null;
  if (positionals.length > 1)
    throw new CommandError(
      `${positionals.join(' ')}: expected one folder. Name files with --corpus and --queries.`,
    );
  const named = (['corpus', 'queries', 'qrels'] as const).flatMap((as) =>
    (values[as] ?? []).map((path): GivenPath => ({ path: existing(`--${as}`, path, 'file'), as })),
  );
  const ofFolder = positionals.flatMap(folderFiles);
  const leftOut = otherSplits(ofFolder.map(({ path }) => path));
  const files = [...ofFolder.filter(({ path }) => !leftOut.includes(path)), ...named];
  if (files.length === 0)
    throw new CommandError('Expected a folder, or --queries FILE and perhaps --corpus FILE.');
  if (prompts !== null && replies !== null)
    throw new CommandError('--prompts and --replies: expected one of them.');
  if (out === null && prompts === null)
    throw new CommandError('--out: expected the folder that the mined files go to.');
  if (card !== null && method !== undefined)
    throw new CommandError('--card and --method: expected one of them.');
  const methods = methodList(method ?? 'bm25');
  if (model === null && card === null && methods.flat().includes('dense'))
    throw new CommandError('--method dense: expected --model DIR, the folder of an encoder.');
  const encoder = encoderSettings(values);
  if (Object.keys(encoder).length > 0 && (card !== null || !methods.flat().includes('dense')))
    throw new CommandError(
      'Length, prefixes and pooling are settings of an encoder: expected --method dense, without --card.',
    );
  const form = valueOf('--format', values.format ?? 'flag-embedding', FORM);
  const isMined = card === null && prompts === null && replies === null;
  const own = given(values, OWN_OPTIONS);
  return {
    files,
    encoder,
    evaluation: evaluationFiles(values.evaluation),
    leftOut,
    form,
    numNegatives: isMined ? undefined : valueOf('--num-negatives', own['num_negatives'], COUNT),
    seed: Number(own['seed'] ?? 42),
    model: model === null ? null : existing('--model', model, 'folder'),
    crossEncoder: cross === null ? null : existing('--cross-encoder', cross, 'folder'),
    sample: valueOf('--sample', values.sample, COUNT) ?? null,
    relevant: valueOf('--relevant', values.relevant, COUNT) ?? 1,
    card: card === null ? null : existing('--card', card, 'file'),
    prompts: prompts === null ? null : writable('--prompts', prompts),
    replies: replies === null ? null : existing('--replies', replies, 'file'),
    prompt: given(values, PROMPT_WORDS),
    requestForm: valueOf('--form', values.form ?? 'plain', REQUEST_FORM),
    modelName: values['model-name'] ?? '',
    out: out === null ? '' : writableFolder('--out', out),
    requests: isMined ? requests(methods, values, form) : [],
  };
}

/** The options that were given, by their names on a card. */
function given(values: Values, names: readonly string[]): Record<string, string> {
  const written: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = written[name];
      return typeof value === 'string' ? [[name.replaceAll('-', '_'), value]] : [];
    }),
  );
}

/** @throws CommandError */
function requests(methods: readonly (readonly string[])[], values: Values, form: FormId): SourceRequest[] {
  const presets = wordsOf(values.preset ?? '');
  const isBm25 = (name: string) => Object.hasOwn(BM25_PRESETS, name);
  const unknown = presets.filter((name) => !isBm25(name) && !Object.hasOwn(MINING_PRESETS, name));
  const [ofBm25, ofOptions] = [presets.filter(isBm25), presets.filter((name) => !isBm25(name))];
  if (unknown.length > 0 || ofBm25.length > 1 || ofOptions.length > 1) {
    const all = `one of ${Object.keys(BM25_PRESETS).join(', ')} and one of ${Object.keys(MINING_PRESETS).join(', ')}`;
    throw new CommandError(`--preset ${presets.join(',')}: expected ${all}.`);
  }
  const bm25 = bm25Settings(
    (ofBm25[0] ?? 'bm25s') as keyof typeof BM25_PRESETS,
    valueOf('--tokens', values.tokens, choice(WORD_CUTS)) ?? null,
  );
  const preset = MINING_PRESETS[(ofOptions[0] ?? 'paper') as keyof typeof MINING_PRESETS];
  const written: Record<string, unknown> = {
    ...preset.options,
    ...(values.exclude === undefined ? {} : exclusions(values.exclude)),
  };
  for (const [name, text] of Object.entries(given(values, OWN_OPTIONS))) {
    const option = `--${name.replaceAll('_', '-')}`;
    const choices = choicesOf(name as OptionName);
    if (choices) written[name] = valueOf(option, text, choice(choices));
    else written[name] = text === 'none' ? null : valueOf(option, text, number({}));
  }
  if (values['cross-encoder'] !== undefined) written['score_by'] = 'cross-encoder';
  const options = written as unknown as MiningOptions;
  const [fault] = optionFaults(options, methods.flat());
  if (fault !== undefined) throw new CommandError(byOptions(fault));
  return methods.map((union) => ({
    name: union.join('+'),
    methods: union as SourceRequest['methods'],
    bm25,
    options,
    form,
    withScores: values['no-scores'] !== true,
  }));
}

/** A sentence on options, with their names on the command line in place of the card's keys. */
function byOptions(sentence: string): string {
  return sentence
    .replace(/^exclude_copies /, '--exclude copies:')
    .replace(/^score_by cross-encoder/, '--cross-encoder')
    .replaceAll(/\b[a-z]+_[a-z]+\b/g, (key) => `--${key.replaceAll('_', '-')}`);
}

/** @throws CommandError */
function exclusions(text: string): Partial<MiningOptions> {
  const parts = text.split(',').map((part) => part.trim());
  const copies = parts
    .map((part) => /^copies:([\d.]+)$/.exec(part)?.[1])
    .find((share) => share !== undefined);
  if (!parts.every((part) => /^(none|same-query|query|copies:[\d.]+)$/.test(part)))
    throw new CommandError(`--exclude ${text}: expected some of same-query, query and copies:0.95, or none.`);
  return {
    exclude_same_query: parts.includes('same-query'),
    exclude_query: parts.includes('query'),
    exclude_copies: copies === undefined ? null : Number(copies),
  };
}

/** @throws CommandError */
function methodList(text: string): string[][] {
  const known = ['bm25', 'dense', 'random'];
  const methods = wordsOf(text).map((method) => method.split('+'));
  const fits = methods.every(
    (parts) => parts.every((part) => known.includes(part)) && new Set(parts).size === parts.length,
  );
  if (fits && methods.length > 0) return methods;
  throw new CommandError(
    `--method ${text}: expected some of bm25, dense and random with commas between them, or a union such as bm25+dense.`,
  );
}

/** The files of a BEIR folder. @throws CommandError */
function folderFiles(path: string): GivenPath[] {
  const folder = existing('FOLDER', path, 'folder');
  const names = readdirSync(folder);
  const find = (stem: string) => names.filter((name) => new RegExp(`^${stem}[.]`, 'i').test(name));
  const [corpus, queries] = [find('corpus'), find('queries')];
  const qrels = names.includes('qrels') ? readdirSync(join(folder, 'qrels')).sort() : [];
  const missing = [
    corpus.length === 0 ? 'corpus.jsonl' : '',
    queries.length === 0 ? 'queries.jsonl' : '',
    qrels.length === 0 ? 'qrels/*.tsv' : '',
  ].filter((name) => name !== '');
  if (missing.length > 0)
    throw new CommandError(
      `FOLDER ${path}: there is no ${missing.join(', no ')} in it. Expected a BEIR folder, or --queries FILE.`,
    );
  return [
    ...corpus.map((name) => ({ path: join(folder, name), as: 'corpus' as const })),
    ...queries.map((name) => ({ path: join(folder, name), as: 'queries' as const })),
    ...qrels.map((name) => ({ path: join(folder, 'qrels', name), as: 'qrels' as const })),
  ];
}
