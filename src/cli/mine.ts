/** `npm run mine` and `negscope mine`: mines negatives in Node, by the class of the page's mining worker. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { unpackedText } from '../candidates/read/head';
import { readFolderInfo } from '../encoder/folder-settings';
import { openModelFolder } from '../encoder/model-folder';
import { REQUEST_FORMS } from '../judge/batch-api';
import { CrossScoringHost } from '../engine/cross-scoring';
import { comparedWith, readCard, requestOfCard, type MethodId, type SourceRequest } from '../mining/card';
import { FORM_IDS } from '../mining/forms';
import { PROMPT_DEFAULTS } from '../mining/llm';
import { Mining, neededModels, type MinedFile, type MiningModels } from '../mining/mining';
import { copiesNotes, partNotes, ruleCounts, sourceNotes } from '../mining/notes';
import {
  choicesOf,
  MINING_PRESETS,
  optionFaults,
  optionOf,
  OPTIONS,
  scaleNotes,
  type MiningOptions,
  type OptionName,
} from '../mining/options';
import { progressInWords, type MiningProgress } from '../mining/progress';
import type { GivenFile } from '../mining/read';
import { BM25_PRESETS, bm25Settings, type Bm25Preset } from '../mining/search/bm25';
import { WORD_CUTS } from '../mining/search/words';
import relaxedUrl from '../simd/cosines-relaxed.wasm?url';
import cosinesUrl from '../simd/cosines.wasm?url';
import { folderFiles } from '../session/files/folder-files';
import { choice, names } from '../session/inputs/table';
import {
  COUNT,
  ENCODER_HELP,
  encoderSettings,
  evaluationFiles,
  existing,
  Given,
  helpLine,
} from './arguments';
import { fileOnDisk, folderOnDisk, linkedFilesIn, writeWhole } from './disk';
import { refusedInWords } from './rank-words';
import { CommandError, ProgressLine, say } from './terminal';
import { MODELS, moduleAt, startNone } from './workers';

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

/** Characters of texts that Node may hold: half a gigabyte of 16-bit characters at most. */
const MOST_CHARACTERS = 2 ** 29;

/** @returns the exit status @throws CommandError */
export async function run(argv: readonly string[]): Promise<number> {
  const args = parseMineArguments(argv);
  const miner = new Mining({
    base: MODELS,
    cross: new CrossScoringHost(MODELS),
    startWorker: startNone,
    cosines: (name) => moduleAt(name === 'cosines' ? cosinesUrl : relaxedUrl),
    version: __NEGSCOPE_VERSION__,
  });
  const line = new ProgressLine();
  const tell = (progress: MiningProgress) => line.show(progressInWords(progress));
  const note = (lines: readonly string[]) => lines.forEach((words) => line.say(words));
  try {
    const card = args.card === null ? null : readCard(await unpackedText(await fileOnDisk(args.card)));
    const asked = card === null ? args.requests : [requestOfCard(card)];
    const files = await Promise.all(args.files.map(opened));
    const ofFolder = args.folder === null ? [] : await filesOf(args.folder);
    const evaluation = await Promise.all(args.evaluation.map(opened));
    const { sample, relevant } = card?.corpus ?? args;
    const settings = { sample, relevant, mostCharacters: MOST_CHARACTERS };
    const input = await miner.read([...ofFolder, ...files], evaluation, settings, tell);
    note([...input.refused.map(({ words }) => `left out: ${words}`), ...input.notes]);
    if (args.prompts !== null) {
      const text = await (await miner.prompts(args.prompt, args.requestForm, args.modelName)).text();
      writeWhole(args.prompts, text);
      console.log(`${text.split('\n').length - 1} prompts`);
      return 0;
    }
    if (args.replies !== null) return await readReplies(miner, args, args.replies, note);
    note(copiesNotes(input.copies, asked));
    note(asked.flatMap(({ method, options }) => scaleNotes(method, options)));
    const models = await modelsOf(args, asked);
    const made: MinedFile[] = [];
    for (const request of asked) {
      const file = await miner.mine(request, models, tell);
      await write(file, args.out);
      made.push(file);
    }
    const [again] = made;
    const remade = card === null || !again ? null : comparedWith(card, input.files, again.card);
    note(remade?.others ?? []);
    line.end();
    console.log(`${input.counts.passages} passages, ${input.counts.records} records`);
    for (const file of made) say(fileLines(file).join('\n'));
    if (remade !== null)
      console.log(remade.same ? 'The file is the card’s, bit for bit.' : 'The file is not the card’s.');
    if (remade?.same === false) return 3;
    const left = input.files.some(({ rejected }) => rejected > 0);
    const empty = made.some(({ card: { parts } }) => parts.some(({ counts }) => counts.empty > 0));
    return left || empty ? 2 : 0;
  } finally {
    line.end();
  }
}

/** The file of a language model's replies. @returns the exit status */
async function readReplies(
  miner: Mining,
  { requests, prompt, out }: MineArguments,
  path: string,
  note: (lines: readonly string[]) => void,
): Promise<number> {
  const replies = await fileOnDisk(path);
  const form = requests[0]?.form ?? 'flag-embedding';
  const file = await miner.replies(replies, 'llm', form, prompt.num_negatives);
  await write(file, out);
  note(file.refused.map((line) => refusedInWords(replies.name, line)));
  say(fileLines(file).join('\n'));
  const without = file.card.written_by?.counts.records_without_reply ?? 0;
  return file.refused.length + without > 0 ? 2 : 0;
}

/** A card that is there goes before the file changes: wherever the command is ended, no file stands beside the card of another. */
async function write({ name, content, cardName, cardContent }: MinedFile, folder: string): Promise<void> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  rmSync(join(folder, cardName), { force: true });
  writeWhole(join(folder, name), bytes);
  writeWhole(join(folder, cardName), await cardContent.text());
}

/** The models that sources need. @throws CommandError where one is not named; the errors of encoder/errors.ts */
async function modelsOf(args: MineArguments, asked: readonly SourceRequest[]): Promise<MiningModels> {
  const picked = async (kind: keyof MiningModels, folder: string | null, fault: string) => {
    if (!asked.some((request) => neededModels(request)[kind])) return null;
    if (folder === null) throw new CommandError(fault);
    return { kind: 'picked', ...(await folderOnDisk(folder)) } as const;
  };
  const model = await picked('encoder', args.model, 'Dense mining: expected --model DIR, its encoder.');
  const fault = 'Scores of a cross-encoder: expected --cross-encoder DIR.';
  const crossEncoder = await picked('crossEncoder', args.crossEncoder, fault);
  if (model === null) return { encoder: null, crossEncoder };
  const info = await readFolderInfo(await openModelFolder(model, new URL('file:///')));
  const settings = { ...info.settings, ...args.encoder };
  const encoder = { model, onnx: info.onnx[0]?.path ?? '', settings };
  return { encoder: { encoder, device: 'wasm', keepsEmbeddings: false }, crossEncoder };
}

async function opened(given: GivenPath): Promise<GivenFile> {
  return { ...given, file: await fileOnDisk(given.path) };
}

/** Of a BEIR folder its own files alone, of another one all that may hold records. */
async function filesOf(folder: string): Promise<GivenFile[]> {
  const parts = beirFiles(folder);
  if (parts.length > 0) return Promise.all(parts.map(opened));
  return folderFiles(await folderOnDisk(folder)).files.map(({ file, path }) => ({ file, path, as: null }));
}

function fileLines({ name, card }: MinedFile): string[] {
  const { output, parts } = card;
  const ofParts = parts.flatMap((part) => {
    const rules = ruleCounts(part.counts).map(({ rule, count }) => `${rule} ${count}`);
    const lines = [rules.join(', '), partNotes(part).join(', ')].filter((line) => line !== '');
    return lines.map((line) => `${part.method}: ${line}`);
  });
  return [
    `${name}: ${output.rows} rows, ${output.negatives} negatives`,
    ...[...ofParts, ...sourceNotes(card)].map((line) => `  ${line}`),
  ];
}

type GivenPath = Omit<GivenFile, 'file'>;

const BEIR = { corpus: /^corpus\.[^/]+$/i, queries: /^queries\.[^/]+$/i, qrels: /^qrels\/[^/]+$/ };

/** Of a BEIR folder corpus, queries and judgements, or links to them: what was mined into it is none of them. None where one of the three is missing. */
export function beirFiles(folder: string): GivenPath[] {
  const judged = linkedFilesIn(join(folder, 'qrels')).map((name) => `qrels/${name}`);
  const paths = [...linkedFilesIn(folder), ...judged];
  const parts = (['corpus', 'queries', 'qrels'] as const).map((as) =>
    paths.filter((path) => BEIR[as].test(path)).map((path) => ({ path: join(folder, path), as })),
  );
  return parts.every((found) => found.length > 0) ? parts.flat() : [];
}

/** Paths are absolute. */
export type MineArguments = ReturnType<typeof parseMineArguments>;

const METHODS: readonly MethodId[] = ['bm25', 'dense'];
const BM25_NAMES = Object.keys(BM25_PRESETS) as Bm25Preset[];
const OPTION_PRESETS = Object.keys(MINING_PRESETS) as (keyof typeof MINING_PRESETS)[];

/** @throws CommandError */
export function parseMineArguments(argv: readonly string[]) {
  const given = new Given(argv, USAGE);
  const [folder] = given.words;
  const files = (['corpus', 'queries', 'qrels'] as const).flatMap((as) =>
    given.all(as).map((path): GivenPath => ({ path: existing(`--${as}`, path, 'file'), as, anySplit: true })),
  );
  const evaluation = evaluationFiles(given).map(({ path, evaluation: isIt }): GivenPath => {
    return { path, as: isIt ? 'evaluation' : null };
  });
  const has = (option: string) => given.has(option);
  const encoder = encoderSettings(given);
  const requests = requestsOf(given);
  const isDense = requests.some(({ method }) => method === 'dense');
  const requestForm = given.value('form', choice(REQUEST_FORMS.map(({ id }) => id))) ?? 'plain';
  const modelName = given.text('model-name') ?? '';
  const faults = {
    [`${given.words.join(' ')}: expected one folder. Name files with --corpus and --queries.`]:
      given.words.length > 1,
    'Expected a folder, or --queries FILE and perhaps --corpus FILE.':
      folder === undefined && files.length === 0,
    '--prompts and --replies: expected one of them.': has('prompts') && has('replies'),
    [`--form ${requestForm}: expected --model-name NAME, the model that the batch asks.`]:
      has('prompts') && requestForm !== 'plain' && modelName === '',
    '--out: expected the folder that the mined files go to.': !has('out') && !has('prompts'),
    '--card and --method: expected one of them.': has('card') && has('method'),
    '--method dense: expected --model DIR, the folder of an encoder.':
      isDense && !has('model') && !has('card'),
    'Length, prefixes and pooling are settings of an encoder: expected --method dense, without --card.':
      Object.keys(encoder).length > 0 && (has('card') || !isDense),
  };
  for (const [fault, isSo] of Object.entries(faults)) if (isSo) throw new CommandError(fault);
  const { num_negatives, seed } = (requests[0] as SourceRequest).options;
  const prompt = ['domain', 'level', 'length'].filter(has).map((name) => [name, given.text(name)]);
  const passages = given.value('sample', COUNT);
  return {
    folder: folder === undefined ? null : existing('FOLDER', folder, 'folder'),
    files,
    encoder,
    evaluation,
    model: given.path('model', 'folder'),
    crossEncoder: given.path('cross-encoder', 'folder'),
    sample: passages === null ? null : { passages, seed },
    relevant: given.value('relevant', COUNT) ?? 1,
    card: given.path('card', 'file'),
    prompts: given.target('prompts', 'file'),
    replies: given.path('replies', 'file'),
    prompt: { ...PROMPT_DEFAULTS, ...Object.fromEntries(prompt), num_negatives },
    requestForm,
    modelName,
    out: given.target('out', 'folder') ?? '',
    requests,
  };
}

/** One for each method. @throws CommandError for a value that does not fit, also where a card or prompts need none */
function requestsOf(given: Given): SourceRequest[] {
  const methods = given.value('method', names(METHODS)) ?? ['bm25'];
  const presets = given.value('preset', names([...BM25_NAMES, ...OPTION_PRESETS])) ?? [];
  const ofBm25 = BM25_NAMES.filter((name) => presets.includes(name));
  const ofOptions = OPTION_PRESETS.filter((name) => presets.includes(name));
  if (ofBm25.length > 1 || ofOptions.length > 1)
    throw new CommandError(
      `--preset ${presets.join(',')}: expected one of ${BM25_NAMES.join(', ')} and one of ${OPTION_PRESETS.join(', ')}.`,
    );
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
  const form = given.value('format', choice(FORM_IDS)) ?? 'flag-embedding';
  const withScores = !given.has('no-scores');
  return methods.map((method) => ({ name: method, method, bm25, options, form, withScores }));
}

/** A sentence on options, with their names on the command line in place of the card's keys. */
function byOptions(sentence: string): string {
  return sentence
    .replace(/^score_by cross-encoder/, '--cross-encoder')
    .replaceAll(/^[a-z_]+|\b[a-z]+_[a-z_]+\b/g, (key) => `--${optionName(key)}`);
}
