/** The command line of `npm run mine`. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { REQUEST_FORMS } from '../judge/batch-api';
import type { MethodId, SourceRequest } from '../mining/card';
import type { GivenFile } from '../mining/read';
import { BM25_PRESETS, bm25Settings } from '../mining/search/bm25';
import { FORM_IDS, type FormId } from '../mining/forms';
import {
  choicesOf,
  MINING_PRESETS,
  optionFaults,
  optionOf,
  OPTIONS,
  type MiningOptions,
  type OptionName,
} from '../mining/options';
import { WORD_CUTS } from '../mining/search/words';
import { choice } from '../session/inputs/table';
import { COUNT, CommandError, existing, Given, wordsOf } from './arguments';
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

const FORM = choice(FORM_IDS);
const REQUEST_FORM = choice(REQUEST_FORMS.map(({ id }) => id));

/** @throws CommandError */
export function parseMineArguments(argv: readonly string[]) {
  const given = new Given(argv, USAGE);
  const [folder = null] = given.words;
  if (given.words.length > 1)
    throw new CommandError(
      `${given.words.join(' ')}: expected one folder. Name files with --corpus and --queries.`,
    );
  const files = (['corpus', 'queries', 'qrels'] as const).flatMap((as) =>
    given.all(as).map((path): GivenPath => ({ path: existing(`--${as}`, path, 'file'), as, anySplit: true })),
  );
  const has = (option: string) => given.has(option);
  if (folder === null && files.length === 0)
    throw new CommandError('Expected a folder, or --queries FILE and perhaps --corpus FILE.');
  if (has('prompts') && has('replies'))
    throw new CommandError('--prompts and --replies: expected one of them.');
  if (!has('out') && !has('prompts'))
    throw new CommandError('--out: expected the folder that the mined files go to.');
  if (has('card') && has('method')) throw new CommandError('--card and --method: expected one of them.');
  const methods = methodList(given.text('method') ?? 'bm25');
  const isDense = methods.includes('dense');
  if (!has('model') && !has('card') && isDense)
    throw new CommandError('--method dense: expected --model DIR, the folder of an encoder.');
  const encoder = encoderSettings(given);
  if (Object.keys(encoder).length > 0 && (has('card') || !isDense))
    throw new CommandError(
      'Length, prefixes and pooling are settings of an encoder: expected --method dense, without --card.',
    );
  const form = given.value('format', FORM) ?? 'flag-embedding';
  const isMined = !has('card') && !has('prompts') && !has('replies');
  const options = optionsGiven(given);
  const asked = requests(methods, given, options, form);
  const whole = folder === null ? null : existing('FOLDER', folder, 'folder');
  const ofBeir = whole === null ? [] : beirFiles(whole);
  return {
    /** Read whole; null where there is none, or its files are told by BEIR's names. */
    folder: ofBeir.length > 0 ? null : whole,
    files: [...ofBeir, ...files],
    encoder,
    evaluation: evaluationFiles(given),
    form,
    numNegatives: isMined ? null : given.value('num-negatives', COUNT),
    seed: Number(options['seed'] ?? 42),
    model: given.folder('model'),
    crossEncoder: given.folder('cross-encoder'),
    sample: given.value('sample', COUNT),
    relevant: given.value('relevant', COUNT) ?? 1,
    card: given.file('card'),
    prompts: given.target('prompts'),
    replies: given.file('replies'),
    prompt: Object.fromEntries(
      ['domain', 'level', 'length'].flatMap((name) => (has(name) ? [[name, given.text(name)]] : [])),
    ),
    requestForm: given.value('form', REQUEST_FORM) ?? 'plain',
    modelName: given.text('model-name') ?? '',
    out: given.targetFolder('out') ?? '',
    requests: isMined ? asked : [],
  };
}

/** The options that were given, whether or not their values fit. */
function optionsGiven(given: Given): Record<string, unknown> {
  const options = OWN_OPTIONS.flatMap(([name, option]) => {
    const text = given.text(option);
    return text === null ? [] : [[name, optionOf(text)] as const];
  });
  return Object.fromEntries(options);
}

/** @throws CommandError */
function requests(
  methods: readonly MethodId[],
  given: Given,
  own: Readonly<Record<string, unknown>>,
  form: FormId,
): SourceRequest[] {
  const presets = wordsOf(given.text('preset') ?? '');
  const isBm25 = (name: string) => Object.hasOwn(BM25_PRESETS, name);
  const unknown = presets.filter((name) => !isBm25(name) && !Object.hasOwn(MINING_PRESETS, name));
  const [ofBm25, ofOptions] = [presets.filter(isBm25), presets.filter((name) => !isBm25(name))];
  if (unknown.length > 0 || ofBm25.length > 1 || ofOptions.length > 1) {
    const all = `one of ${Object.keys(BM25_PRESETS).join(', ')} and one of ${Object.keys(MINING_PRESETS).join(', ')}`;
    throw new CommandError(`--preset ${presets.join(',')}: expected ${all}.`);
  }
  const bm25 = bm25Settings(
    (ofBm25[0] ?? 'bm25s') as keyof typeof BM25_PRESETS,
    given.value('tokens', choice(WORD_CUTS)),
  );
  const preset: MiningOptions =
    MINING_PRESETS[(ofOptions[0] ?? 'paper') as keyof typeof MINING_PRESETS].options;
  const options: MiningOptions = {
    ...preset,
    ...own,
    ...(given.folder('cross-encoder') !== null && !given.has('card') && { score_by: 'cross-encoder' }),
  };
  const [fault] = optionFaults(options);
  if (fault !== undefined) throw new CommandError(byOptions(fault));
  const withScores = !given.has('no-scores');
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
