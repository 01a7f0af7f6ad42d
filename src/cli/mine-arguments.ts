/** The command line of `npm run mine`. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { REQUEST_FORMS } from '../judge/batch-api';
import type { MethodId, SourceRequest } from '../mining/card';
import type { GivenFile } from '../mining/read';
import { BM25_PRESETS, BM25_VARIANTS, bm25Settings } from '../mining/search/bm25';
import { FORM_IDS, type FormId } from '../mining/forms';
import {
  MINING_PRESETS,
  optionFaults,
  optionOf,
  OPTIONS,
  valueInWords,
  type MiningOptions,
  type OptionName,
} from '../mining/options';
import { WORD_CUTS } from '../mining/search/words';
import { choice } from '../session/inputs/table';
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
import { EVALUATION_OPTION, evaluationFiles, helpLine } from './inputs';
import { ENCODER_OPTIONS, encoderSettings } from './rank-arguments';

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
  --max-tokens N, --query-prefix TEXT, --passage-prefix TEXT, --pooling mean|cls|pooled
                         of the encoder, in place of what its folder says
  --cross-encoder DIR    folder of a cross-encoder: its scores of query and passage filter and order what the method finds.
                         It needs a margin or --max-score beside it, as in sentence-transformers
  --variant V            of BM25: ${BM25_VARIANTS.slice(0, -1).join(', ')} or ${BM25_VARIANTS.at(-1)}
  --tokens T             of BM25, for other languages than English, without stop words and stemmer: alphanumeric,
                         alphanumeric-2, whitespace or char-trigram
${OWN_OPTIONS.map(([name, option]) => helpLine(`--${option} ${valueInWords(name)}`, OPTIONS[name].words)).join('\n')}
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

/** What the prompt for a language model is filled with. */
const PROMPT_WORDS = ['domain', 'level', 'length'] as const;

const ONE = { type: 'string' } as const;
const MORE = { type: 'string', multiple: true } as const;

const TAKEN = {
  ...optionsOf(['method', 'preset', 'model', 'cross-encoder', 'variant', 'tokens', 'format']),
  ...optionsOf(['sample', 'relevant', 'prompts', 'replies', 'form', 'model-name', 'card', 'out']),
  corpus: MORE,
  queries: MORE,
  qrels: MORE,
  ...EVALUATION_OPTION,
  ...ENCODER_OPTIONS,
  'no-scores': { type: 'boolean' },
  ...optionsOf(OWN_OPTIONS.map(([, option]) => option)),
  ...optionsOf(PROMPT_WORDS),
} as const;

function optionsOf<Name extends string>(names: readonly Name[]): Record<Name, typeof ONE> {
  return Object.fromEntries(names.map((name) => [name, ONE])) as Record<Name, typeof ONE>;
}

function optionName(name: string): string {
  return name.replaceAll('_', '-');
}

type GivenPath = Omit<GivenFile, 'file'>;

/** Corpus, queries and judgements by BEIR's names, each a file or a link to one; none where one of the three is missing. */
function beirFiles(folder: string): GivenPath[] {
  const filesIn = (path: string) => {
    const names = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path).sort() : [];
    return names.filter(
      (name) => !name.startsWith('.') && statSync(join(path, name), { throwIfNoEntry: false })?.isFile(),
    );
  };
  const called = (stem: string) =>
    filesIn(folder).filter((name) => name.toLowerCase().startsWith(`${stem}.`));
  const judged = filesIn(join(folder, 'qrels')).map((name) => join('qrels', name));
  const parts = { corpus: called('corpus'), queries: called('queries'), qrels: judged };
  if (Object.values(parts).some((names) => names.length === 0)) return [];
  return Object.entries(parts).flatMap(([as, names]) =>
    names.map((name) => ({ path: join(folder, name), as: as as keyof typeof parts })),
  );
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
  const [folder = null] = positionals;
  if (positionals.length > 1)
    throw new CommandError(
      `${positionals.join(' ')}: expected one folder. Name files with --corpus and --queries.`,
    );
  const files = (['corpus', 'queries', 'qrels'] as const).flatMap((as) =>
    (values[as] ?? []).map((path): GivenPath => ({
      path: existing(`--${as}`, path, 'file'),
      as,
      anySplit: true,
    })),
  );
  if (folder === null && files.length === 0)
    throw new CommandError('Expected a folder, or --queries FILE and perhaps --corpus FILE.');
  if (prompts !== null && replies !== null)
    throw new CommandError('--prompts and --replies: expected one of them.');
  if (out === null && prompts === null)
    throw new CommandError('--out: expected the folder that the mined files go to.');
  if (card !== null && method !== undefined)
    throw new CommandError('--card and --method: expected one of them.');
  const methods = methodList(method ?? 'bm25');
  if (model === null && card === null && methods.includes('dense'))
    throw new CommandError('--method dense: expected --model DIR, the folder of an encoder.');
  const encoder = encoderSettings(values);
  if (Object.keys(encoder).length > 0 && (card !== null || !methods.includes('dense')))
    throw new CommandError(
      'Length, prefixes and pooling are settings of an encoder: expected --method dense, without --card.',
    );
  const form = valueOf('--format', values.format ?? 'flag-embedding', FORM);
  const isMined = card === null && prompts === null && replies === null;
  const options = optionsGiven(values);
  const asked = options['num_negatives'];
  const whole = folder === null ? null : existing('FOLDER', folder, 'folder');
  const ofBeir = whole === null ? [] : beirFiles(whole);
  return {
    /** Read whole; null where there is none, or its files are told by BEIR's names. */
    folder: ofBeir.length > 0 ? null : whole,
    files: [...ofBeir, ...files],
    encoder,
    evaluation: evaluationFiles(values.evaluation),
    form,
    numNegatives:
      isMined || asked === undefined ? undefined : valueOf('--num-negatives', String(asked), COUNT),
    seed: Number(options['seed'] ?? 42),
    model: model === null ? null : existing('--model', model, 'folder'),
    crossEncoder: cross === null ? null : existing('--cross-encoder', cross, 'folder'),
    sample: valueOf('--sample', values.sample, COUNT) ?? null,
    relevant: valueOf('--relevant', values.relevant, COUNT) ?? 1,
    card: card === null ? null : existing('--card', card, 'file'),
    prompts: prompts === null ? null : writable('--prompts', prompts),
    replies: replies === null ? null : existing('--replies', replies, 'file'),
    prompt: Object.fromEntries(
      PROMPT_WORDS.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
    ),
    requestForm: valueOf('--form', values.form ?? 'plain', REQUEST_FORM),
    modelName: values['model-name'] ?? '',
    out: out === null ? '' : writableFolder('--out', out),
    requests: isMined ? requests(methods, values, options, form) : [],
  };
}

/** The options that were given, whether or not their values fit. */
function optionsGiven(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = OWN_OPTIONS.flatMap(([name, option]) => {
    const text = values[option];
    return typeof text === 'string' ? [[name, optionOf(text)] as const] : [];
  });
  return Object.fromEntries(given);
}

/** @throws CommandError */
function requests(
  methods: readonly MethodId[],
  values: Values,
  given: Readonly<Record<string, unknown>>,
  form: FormId,
): SourceRequest[] {
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
    valueOf('--variant', values.variant, choice(BM25_VARIANTS)) ?? null,
    valueOf('--tokens', values.tokens, choice(WORD_CUTS)) ?? null,
  );
  const preset: MiningOptions =
    MINING_PRESETS[(ofOptions[0] ?? 'paper') as keyof typeof MINING_PRESETS].options;
  const options: MiningOptions = {
    ...preset,
    ...given,
    ...(values['cross-encoder'] !== undefined && { score_by: 'cross-encoder' }),
  };
  const [fault] = optionFaults(options);
  if (fault !== undefined) throw new CommandError(byOptions(fault));
  const withScores = values['no-scores'] !== true;
  return methods.map((method) => ({ name: method, method, bm25, options, form, withScores }));
}

/** A sentence on options, with their names on the command line in place of the card's keys. */
function byOptions(sentence: string): string {
  return sentence
    .replace(/^score_by cross-encoder/, '--cross-encoder')
    .replaceAll(/^[a-z_]+|\b[a-z]+_[a-z_]+\b/g, (key) => `--${optionName(key)}`);
}

/** @throws CommandError */
function methodList(text: string): MethodId[] {
  const methods = wordsOf(text);
  if (methods.length > 0 && methods.every((method) => method === 'bm25' || method === 'dense'))
    return methods;
  throw new CommandError(`--method ${text}: expected bm25, dense, or both with a comma between them.`);
}
