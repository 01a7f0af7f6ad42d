/** `npm run mine` and `negscope mine`: mines negatives in Node, by the class of the page's mining worker. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { unpackedText } from '../candidates/read/head';
import { readFolderInfo } from '../encoder/folder-settings';
import { openModelFolder } from '../encoder/model-folder';
import type { EncoderSettings, ModelSource } from '../encoder/types';
import { comparedWith, readCard, requestOfCard, type CardRecipe, type SourceRequest } from '../mining/card';
import type { MiningEncoder } from '../mining/dense';
import { neededModels, type MinedFile, type Mining, type MiningModels } from '../mining/mining';
import { copiesNotes, partNotes, ruleCounts, sourceNotes, type InputSummary } from '../mining/notes';
import { scaleNotes } from '../mining/options';
import { progressInWords, type MiningProgress } from '../mining/progress';
import type { GivenFile } from '../mining/read';
import { folderFiles } from '../session/files/folder-files';
import { CommandError } from './arguments';
import { fileOnDisk, folderOnDisk, writeWhole } from './disk';
import { beirFiles, parseMineArguments, type MineArguments } from './mine-arguments';
import { refusedInWords } from './rank-words';
import { ProgressLine, say } from './terminal';
import { startMining } from './workers';

const MINED = 0;
const SOMETHING_LEFT = 2;
const NOT_THE_SAME = 3;

/** Characters of texts that Node may hold: half a gigabyte of 16-bit characters at most. */
const MOST_CHARACTERS = 2 ** 29;

/** @returns the exit status @throws CommandError */
export async function mine(argv: readonly string[]): Promise<number> {
  const args = parseMineArguments(argv);
  const line = new ProgressLine();
  const { host: miner, close } = startMining();
  const command = new MineCommand(args, miner, line);
  try {
    if (args.prompts !== null) return await command.prompts(args.prompts);
    return await (args.replies === null ? command.mined() : command.replies(args.replies));
  } finally {
    line.end();
    close();
  }
}

class MineCommand {
  private readonly tell = (progress: MiningProgress) => this.line.show(progressInWords(progress));

  constructor(
    private readonly args: MineArguments,
    private readonly miner: Mining,
    private readonly line: ProgressLine,
  ) {}

  /** @returns the exit status */
  async mined(): Promise<number> {
    const { args, miner } = this;
    const card = args.card === null ? null : readCard(await unpackedText(await fileOnDisk(args.card)));
    const asked = card === null ? args.requests : [requestOfCard(card)];
    const input = await this.read(card);
    this.note([
      ...copiesNotes(input.copies, asked),
      ...asked.flatMap(({ method, options }) => scaleNotes(method, options)),
    ]);
    const models = await this.models(asked);
    const made: MinedFile[] = [];
    for (const request of asked) {
      const file = await miner.mine(request, models, this.tell);
      await this.write(file);
      made.push(file);
    }
    const [again] = made;
    const remade = card === null || !again ? null : comparedWith(card, input.files, again.card);
    this.note(remade?.others ?? []);
    this.line.end();
    console.log(`${input.counts.passages} passages, ${input.counts.records} records`);
    for (const file of made) say(fileLines(file).join('\n'));
    if (remade !== null)
      console.log(remade.same ? 'The file is the card’s, bit for bit.' : 'The file is not the card’s.');
    if (remade?.same === false) return NOT_THE_SAME;
    const left = input.files.some(({ rejected }) => rejected > 0);
    const empty = made.some(({ card: { parts } }) => parts.some(({ counts }) => counts.empty > 0));
    return left || empty ? SOMETHING_LEFT : MINED;
  }

  /** Prompts for a language model. @returns the exit status */
  async prompts(path: string): Promise<number> {
    const { prompt, requestForm: form, modelName } = this.args;
    if (form !== 'plain' && modelName === '')
      throw new CommandError(`--form ${form}: expected --model-name NAME, the model that the batch asks.`);
    await this.read(null);
    const text = await (await this.miner.prompts(prompt, form, modelName)).text();
    writeWhole(path, text);
    console.log(`${text.split('\n').length - 1} prompts`);
    return MINED;
  }

  /** The file of a language model's replies. @returns the exit status */
  async replies(path: string): Promise<number> {
    const { requests, prompt } = this.args;
    await this.read(null);
    const replies = await fileOnDisk(path);
    const form = requests[0]?.form ?? 'flag-embedding';
    const file = await this.miner.replies(replies, 'llm', form, prompt.num_negatives);
    await this.write(file);
    this.note(file.refused.map((line) => refusedInWords(replies.name, line)));
    say(fileLines(file).join('\n'));
    const without = file.card.written_by?.counts.records_without_reply ?? 0;
    return file.refused.length + without > 0 ? SOMETHING_LEFT : MINED;
  }

  private note(lines: readonly string[]): void {
    for (const words of lines) this.line.say(words);
  }

  private async read(card: CardRecipe | null): Promise<InputSummary> {
    const { args } = this;
    const { folder } = args;
    const ofFolder = folder === null ? [] : await filesOf(folder);
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
    const files = [...ofFolder, ...(await Promise.all(given))];
    const input = await this.miner.read(files, await Promise.all(evaluation), settings, this.tell);
    this.note([...input.refused.map(({ words }) => `left out: ${words}`), ...input.notes]);
    return input;
  }

  /** A card that is there goes before the file changes: wherever the command is ended, no file stands beside the card of another. */
  private async write({ name, content, cardName, cardContent }: MinedFile): Promise<void> {
    const at = (file: string) => join(this.args.out, file);
    const bytes = new Uint8Array(await content.arrayBuffer());
    rmSync(at(cardName), { force: true });
    writeWhole(at(name), bytes);
    writeWhole(at(cardName), await cardContent.text());
  }

  /** The models that sources need. @throws CommandError where one is not named; the errors of encoder/errors.ts */
  private async models(asked: readonly SourceRequest[]): Promise<MiningModels> {
    const { model, crossEncoder, encoder } = this.args;
    const needed = asked.map(neededModels);
    const isDense = needed.some((each) => each.encoder);
    const isCrossed = needed.some((each) => each.crossEncoder);
    if (isDense && model === null)
      throw new CommandError('This card is of a dense mining: expected --model DIR, its encoder.');
    if (isCrossed && crossEncoder === null)
      throw new CommandError('This card is scored by a cross-encoder: expected --cross-encoder DIR.');
    return {
      encoder: isDense && model !== null ? await encoderOf(await picked(model), encoder) : null,
      crossEncoder: isCrossed && crossEncoder !== null ? await picked(crossEncoder) : null,
    };
  }
}

/** Of a BEIR folder its own files alone, of another one all that may hold records. */
async function filesOf(folder: string): Promise<GivenFile[]> {
  const parts = beirFiles(folder);
  if (parts.length === 0)
    return folderFiles(await folderOnDisk(folder)).files.map(({ file, path }) => ({ file, path, as: null }));
  return Promise.all(
    parts.map(async (each) => ({ ...each, file: await fileOnDisk(join(folder, each.path)) })),
  );
}

async function picked(folder: string): Promise<ModelSource> {
  return { kind: 'picked', ...(await folderOnDisk(folder)) };
}

/** The encoder of a folder, as its files say it or as the command line does. @throws the errors of encoder/errors.ts */
async function encoderOf(model: ModelSource, asked: Partial<EncoderSettings>): Promise<MiningEncoder> {
  const info = await readFolderInfo(await openModelFolder(model, new URL('file:///')));
  const onnx = info.onnx[0]?.path ?? '';
  const settings = { ...info.settings, ...asked };
  return { encoder: { model, onnx, settings }, device: 'wasm', keepsEmbeddings: false };
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
