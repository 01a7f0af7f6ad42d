/** `npm run mine` and `negscope mine`: mines negatives in Node, by the mining worker of the page. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { unpackedText } from '../candidates/read/head';
import { readFolderInfo } from '../encoder/folder-settings';
import { openModelFolder } from '../encoder/model-folder';
import type { EncoderSettings, ModelSource } from '../encoder/types';
import { comparedWith, readCard, requestOfCard } from '../mining/card';
import type { CardRecipe, SourceRequest } from '../mining/card';
import type { MiningEncoder } from '../mining/dense';
import { neededModels, type MinedFile } from '../mining/mining';
import type { Mining, MiningModels } from '../mining/mining';
import { copiesNotes, partNotes, ruleCounts, sourceNotes, type InputSummary } from '../mining/notes';
import { progressInWords, type MiningProgress } from '../mining/progress';
import { PROMPT_DEFAULTS } from '../mining/llm';
import { scaleNotes } from '../mining/options';
import { folderFiles } from '../session/files/folder-files';
import { CommandError } from './arguments';
import { fileOnDisk, folderOnDisk, writeWhole } from './disk';
import { parseMineArguments, type MineArguments } from './mine-arguments';
import { ProgressLine, say } from './terminal';
import { startMining } from './workers';

/** Who mines, and where it is told. */
interface Host {
  readonly miner: Mining;
  tell(progress: MiningProgress): void;
  say(text: string): void;
}

const MINED = 0;
const SOMETHING_LEFT = 2;
const NOT_THE_SAME = 3;

/** Characters of texts that Node may hold: half a gigabyte of 16-bit characters at most. */
const MOST_CHARACTERS = 2 ** 29;

async function read(
  args: MineArguments,
  { miner, tell, say: note }: Host,
  card: CardRecipe | null,
): Promise<InputSummary> {
  const inFolder = args.folder === null ? [] : folderFiles(await folderOnDisk(args.folder)).files;
  const given = args.files.map(async (each) => ({ ...each, file: await fileOnDisk(each.path) }));
  const evaluation = args.evaluation.map(async ({ path, evaluation: isIt }) => {
    return { file: await fileOnDisk(path), path, as: isIt ? ('evaluation' as const) : null };
  });
  const sample = args.sample === null ? null : { passages: args.sample, seed: args.seed };
  const settings = {
    sample: card === null ? sample : card.corpus.sample,
    relevant: card?.corpus.relevant ?? args.relevant,
    mostCharacters: MOST_CHARACTERS,
  };
  const files = [
    ...inFolder.map(({ file, path }) => ({ file, path, as: null })),
    ...(await Promise.all(given)),
  ];
  const input = await miner.read(files, await Promise.all(evaluation), settings, tell);
  for (const { words } of input.refused) note(`left out: ${words}`);
  return input;
}

/**
 * A card that is there goes before the file changes: wherever the command is ended, no file stands beside the card of another.
 */
async function writeMined(out: string, { name, content, cardName, cardContent }: MinedFile): Promise<void> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  rmSync(join(out, cardName), { force: true });
  writeWhole(join(out, name), bytes);
  writeWhole(join(out, cardName), await cardContent.text());
}

/** The models that sources need. @throws CommandError where one is not named; the errors of encoder/errors.ts */
async function models(
  { model, crossEncoder, encoder }: MineArguments,
  asked: readonly SourceRequest[],
): Promise<MiningModels> {
  const needed = asked.map(neededModels);
  const isDense = needed.some((each) => each.encoder);
  const isCrossed = needed.some((each) => each.crossEncoder);
  if (isDense && model === null)
    throw new CommandError('This card is of a dense mining: expected --model DIR, its encoder.');
  if (isCrossed && crossEncoder === null)
    throw new CommandError('This card is scored by a cross-encoder: expected --cross-encoder DIR.');
  const picked = async (folder: string) =>
    ({ kind: 'picked', ...(await folderOnDisk(folder)) }) as const satisfies ModelSource;
  return {
    encoder: isDense && model !== null ? await encoderOfFolder(await picked(model), encoder) : null,
    crossEncoder: isCrossed && crossEncoder !== null ? await picked(crossEncoder) : null,
  };
}

/** @returns the exit status */
async function mined(args: MineArguments, host: Host): Promise<number> {
  const { miner, tell, say: note } = host;
  const card = args.card === null ? null : readCard(await unpackedText(await fileOnDisk(args.card)));
  const asked = card === null ? args.requests : [requestOfCard(card)];
  const input = await read(args, host, card);
  [...input.notes, ...copiesNotes(input.copies, asked)].forEach(note);
  for (const { method, options } of asked) scaleNotes(method, options).forEach(note);
  const used = await models(args, asked);
  const made: MinedFile[] = [];
  for (const request of asked) {
    const file = await miner.mine(request, used, tell);
    await writeMined(args.out, file);
    made.push(file);
  }
  const [again] = made;
  const remade = card === null || !again ? null : comparedWith(card, input.files, again.card);
  remade?.others.forEach(note);
  note('');
  console.log(`${input.counts.passages} passages, ${input.counts.records} records`);
  for (const file of made) say(fileLines(file).join('\n'));
  if (remade !== null)
    console.log(remade.same ? 'The file is the card’s, bit for bit.' : 'The file is not the card’s.');
  if (remade?.same === false) return NOT_THE_SAME;
  const left = input.files.some(({ rejected }) => rejected > 0);
  const empty = made.some(({ card: { parts } }) => parts.some(({ counts: { empty: none } }) => none > 0));
  return left || empty ? SOMETHING_LEFT : MINED;
}

/** Prompts for a language model, or the file of its replies. @returns the exit status */
async function written(args: MineArguments, host: Host): Promise<number> {
  const { miner, say: note } = host;
  const input = await read(args, host, null);
  input.notes.forEach(note);
  const numNegatives = args.numNegatives ?? PROMPT_DEFAULTS.num_negatives;
  if (args.prompts !== null) {
    const form = args.requestForm;
    if (form !== 'plain' && args.modelName === '')
      throw new CommandError(`--form ${form}: expected --model-name NAME, the model that the batch asks.`);
    const settings = { ...PROMPT_DEFAULTS, ...args.prompt, num_negatives: numNegatives };
    const text = await (await miner.prompts(settings, form, args.modelName)).text();
    writeWhole(args.prompts, text);
    console.log(`${text.split('\n').length - 1} prompts`);
    return MINED;
  }
  const replies = await fileOnDisk(args.replies ?? '');
  const file = await miner.replies(replies, 'llm', args.form, numNegatives);
  await writeMined(args.out, file);
  for (const { line, key, reason } of file.refused)
    note(`${replies.name}, line ${line}${key === null ? '' : `, key ${key}`}: ${reason}`);
  say(fileLines(file).join('\n'));
  const without = file.card.written_by?.counts.records_without_reply ?? 0;
  return file.refused.length + without > 0 ? SOMETHING_LEFT : MINED;
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

/** The encoder of a folder, as its files say it or as the command line does. @throws the errors of encoder/errors.ts */
async function encoderOfFolder(model: ModelSource, asked: Partial<EncoderSettings>): Promise<MiningEncoder> {
  const info = await readFolderInfo(await openModelFolder(model, new URL('file:///')));
  const onnx = info.onnx[0]?.path ?? '';
  const settings = { ...info.settings, ...asked };
  return { encoder: { model, onnx, settings }, device: 'wasm', keepsEmbeddings: false };
}

/** @returns the exit status @throws CommandError */
export async function mine(argv: readonly string[]): Promise<number> {
  const args = parseMineArguments(argv);
  const line = new ProgressLine();
  const { host: miner, close } = startMining();
  const host: Host = {
    miner,
    tell: (progress) => line.show(progressInWords(progress)),
    say: (text) => line.say(text),
  };
  try {
    return await (args.prompts !== null || args.replies !== null ? written(args, host) : mined(args, host));
  } finally {
    line.end();
    close();
  }
}
