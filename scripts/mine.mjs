/** `npm run mine`: mines negatives in Node, by the mining worker of the built page. See `--help`. */

import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { UsageError, choiceOf as choice, numberOf, wholeNumber } from './lib/arguments.mjs';
import { parseMineArguments, USAGE } from './lib/mine-arguments.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { writeWhole } from './lib/whole-file.mjs';
import { runCommand } from './node/command.mjs';
import { fileOnDisk, folderOnDisk, openTerminal } from './node/terminal.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

/** @typedef {import('./lib/mine-arguments.mjs').MineArguments} MineArguments */
/** @typedef {import('./node/terminal.mjs').Terminal} Terminal */
/** @typedef {typeof import('../src/miner/command')} Mining */
/** @typedef {import('../src/miner/host').MiningHost} MiningHost */
/** @typedef {import('../src/miner/work').MiningProgress} MiningProgress */
/** @typedef {import('../src/miner/notes').InputSummary} InputSummary */
/** @typedef {import('../src/miner/miner').SourceRequest} SourceRequest */
/** @typedef {import('../src/miner/miner').MinedFile} MinedFile */
/** @typedef {import('../src/mining/card').CardRecipe} CardRecipe */
/** @typedef {import('../src/mining/options').MiningOptions} MiningOptions */
/** @typedef {{ mining: Mining, miner: MiningHost, tell: (progress: MiningProgress) => void, say: (text: string) => void }} Host */

const MINED = 0;
const NOTHING_MINED = 1;
const SOMETHING_LEFT = 2;
const NOT_THE_SAME = 3;

/** Errors whose message is all there is to say: those of files, cards, options and encoders. */
const NAMED = new Set([
  'MiningInputError',
  'CardError',
  'MissingModelFileError',
  'BrokenModelFileError',
  'UnknownOnnxNamesError',
  'CrossEncoderError',
  'EncodeError',
  'OutOfMemoryError',
]);

/** Characters of texts that Node may hold: half a gigabyte of 16-bit characters at most. */
const MOST_CHARACTERS = 2 ** 29;

/** What the command line asks for, or a card. @param {MineArguments} args @param {Mining} mining @returns {SourceRequest[]} */
function requests(args, mining) {
  const { BM25_PRESETS, BM25_VARIANTS, FORM_IDS, MINING_PRESETS, WORD_CUTS } = mining;
  const isBm25 = (/** @type {string} */ name) => Object.hasOwn(BM25_PRESETS, name);
  const unknown = args.presets.filter((name) => !isBm25(name) && !Object.hasOwn(MINING_PRESETS, name));
  const [ofBm25, ofOptions] = [args.presets.filter(isBm25), args.presets.filter((name) => !isBm25(name))];
  if (unknown.length > 0 || ofBm25.length > 1 || ofOptions.length > 1) {
    const all = `one of ${Object.keys(BM25_PRESETS).join(', ')} and one of ${Object.keys(MINING_PRESETS).join(', ')}`;
    throw new UsageError(`--preset ${args.presets.join(',')}: expected ${all}.`);
  }
  const bm25 = mining.bm25Settings(
    /** @type {'bm25s'} */ (ofBm25[0] ?? 'bm25s'),
    args.variant === null ? null : choice('--variant', args.variant, BM25_VARIANTS),
    args.tokens === null ? null : choice('--tokens', args.tokens, WORD_CUTS),
  );
  const preset = MINING_PRESETS[/** @type {'paper'} */ (ofOptions[0] ?? 'paper')];
  /** @type {Record<string, unknown>} */
  const options = { ...preset.options, ...(args.exclude === null ? {} : exclusions(args.exclude)) };
  for (const [name, text] of Object.entries(args.options)) {
    const option = `--${name.replaceAll('_', '-')}`;
    const choices = mining.choicesOf(/** @type {import('../src/mining/options').OptionName} */ (name));
    const isNone = text === 'none' && !choices;
    options[name] = isNone ? null : choices ? choice(option, text, choices) : numberOf(option, text, {});
  }
  if (args.crossEncoder !== null) options['score_by'] = 'cross-encoder';
  const typed = /** @type {MiningOptions} */ (/** @type {unknown} */ (options));
  const fault = mining.optionFaults(typed)[0]?.message ?? mining.scorelessFault(args.methods.flat(), typed);
  if (fault !== null) throw new UsageError(byOptions(fault));
  const form = choice('--format', args.format, FORM_IDS);
  return args.methods.map((methods) => ({
    name: methods.join('+'),
    parts: methods.map((method) => ({
      method: /** @type {SourceRequest['parts'][number]['method']} */ (method),
      bm25,
      options: typed,
    })),
    form,
    withScores: args.withScores,
  }));
}

/** A sentence on options, with their names on the command line in place of the card's keys. @param {string} sentence */
function byOptions(sentence) {
  return sentence
    .replace(/^exclude_copies /, '--exclude copies:')
    .replace(/^score_by cross-encoder/, '--cross-encoder')
    .replace(/^seed /, '--seed ')
    .replaceAll(/\b[a-z]+_[a-z]+\b/g, (key) => `--${key.replaceAll('_', '-')}`);
}

/** @param {string} text @returns {Partial<MiningOptions>} @throws {UsageError} */
function exclusions(text) {
  const parts = text.split(',').map((part) => part.trim());
  const copies = parts
    .map((part) => /^copies:([\d.]+)$/.exec(part)?.[1])
    .find((share) => share !== undefined);
  const known = parts.every((part) => /^(none|same-query|query|copies:[\d.]+)$/.test(part));
  if (!known)
    throw new UsageError(`--exclude ${text}: expected some of same-query, query and copies:0.95, or none.`);
  return {
    exclude_same_query: parts.includes('same-query'),
    exclude_query: parts.includes('query'),
    exclude_copies: copies === undefined ? null : Number(copies),
  };
}

/** @param {MineArguments} args @param {Host} host @param {CardRecipe | null} card @returns {Promise<InputSummary>} */
async function read(args, { miner, tell }, card) {
  for (const path of args.leftOut)
    console.error(
      terminalText(`${basename(path)} left out: negatives for its queries would leak them into training`),
    );
  const given = args.files.map(async ({ path, as }) => ({ file: await fileOnDisk(path), path, as }));
  const evaluation = args.evaluation.map(async ({ path, evaluation: isIt }) => {
    return { file: await fileOnDisk(path), path, as: isIt ? /** @type {const} */ ('evaluation') : null };
  });
  const seed = Number(args.options['seed'] ?? 42);
  const sample = args.sample === null ? null : { passages: args.sample, seed };
  const settings = {
    sample: card === null ? sample : card.corpus.sample,
    relevant: card?.corpus.relevant ?? args.relevant,
    mostCharacters: MOST_CHARACTERS,
  };
  const [files, avoided] = [await Promise.all(given), await Promise.all(evaluation)];
  return miner.read(files, avoided, settings, tell);
}

/**
 * A card that is there goes before the file changes: wherever the command is ended, no file stands beside the card of another.
 *
 * @param {string} out @param {[name: string, content: Blob]} file @param {[name: string, content: Blob]} card
 */
async function writeMined(out, [name, content], [cardName, card]) {
  const bytes = new Uint8Array(await content.arrayBuffer());
  rmSync(join(out, cardName), { force: true });
  writeWhole(join(out, name), bytes);
  writeWhole(join(out, cardName), await card.text());
}

/** The models that sources need. @param {MineArguments} args @param {Host} host @param {CardRecipe | null} card @param {SourceRequest[]} asked */
async function models({ model, crossEncoder, encoder: settings }, { mining }, card, asked) {
  const parts = asked.flatMap((request) => request.parts);
  const isDense = parts.some(({ method }) => method === 'dense');
  const isCrossed = parts.some(({ options }) => options.score_by === 'cross-encoder');
  if (isDense && model === null)
    throw new UsageError('This card is of a dense mining: expected --model DIR, its encoder.');
  if (isCrossed && crossEncoder === null)
    throw new UsageError('This card is scored by a cross-encoder: expected --cross-encoder DIR.');
  const encoder =
    isDense && model !== null
      ? {
          encoder: await mining.encoderOfFolder(
            await picked(model),
            card ? mining.encoderOfCard(card) : { settings },
          ),
          device: /** @type {const} */ ('wasm'),
          keepsEmbeddings: false,
        }
      : null;
  return { encoder, crossEncoder: isCrossed && crossEncoder !== null ? await picked(crossEncoder) : null };
}

/** A model folder on disk, as one that is picked on the page. @param {string} folder */
async function picked(folder) {
  return { kind: /** @type {const} */ ('picked'), ...(await folderOnDisk(folder)) };
}

/** @param {MineArguments} args @param {Host} host @returns {Promise<number>} exit status */
async function mine(args, host) {
  const { mining, miner, tell, say } = host;
  const card =
    args.card === null ? null : mining.readCard(await mining.unpackedText(await fileOnDisk(args.card)));
  const asked = card === null ? requests(args, mining) : [mining.requestOfCard(card)];
  const input = await read(args, host, card);
  for (const note of [...input.notes, ...mining.copiesNotes(input.copies, asked)]) say(note);
  for (const { parts } of asked)
    for (const { method, options } of parts) mining.scaleNotes([method], options).forEach(say);
  if (card !== null) mining.otherInput(card, input.files).forEach(say);
  const used = await models(args, host, card, asked);
  /** @type {MinedFile[]} */
  const made = [];
  for (const request of asked) {
    // The part of an encoder is not asked of a source that has none.
    const isDense = request.parts.some(({ method }) => method === 'dense');
    const own = { ...used, encoder: isDense ? used.encoder : null };
    const file = await miner.mine(request, own, tell);
    await writeMined(args.out, [file.name, file.content], [file.cardName, file.cardContent]);
    made.push(file);
  }
  const [again] = made;
  if (card !== null && again) mining.otherModels(card, again.card).forEach(say);
  say('');
  console.log(`${input.counts.passages} passages, ${input.counts.records} records`);
  for (const file of made) console.log(terminalText(fileLines(file, mining).join('\n')));
  const same = card === null || again?.card.output.sha256 === card.output.sha256;
  if (card !== null)
    console.log(same ? 'The file is the card’s, bit for bit.' : 'The file is not the card’s.');
  if (!same) return NOT_THE_SAME;
  const left = input.files.some(({ rejected }) => rejected > 0);
  const empty = made.some(({ card: { parts } }) => parts.some(({ counts: { empty: none } }) => none > 0));
  return left || empty ? SOMETHING_LEFT : MINED;
}

/** Prompts for a language model, or the file of its replies. @param {MineArguments} args @param {Host} host @returns {Promise<number>} exit status */
async function written(args, host) {
  const { mining, miner, say } = host;
  const input = await read(args, host, null);
  input.notes.forEach(say);
  const numNegatives = writtenNegatives(args, mining);
  if (args.prompts !== null) {
    const form = choice(
      '--form',
      args.requestForm,
      mining.REQUEST_FORMS.map(({ id }) => id),
    );
    if (form !== 'plain' && args.modelName === '')
      throw new UsageError(`--form ${form}: expected --model-name NAME, the model that the batch asks.`);
    const settings = { ...mining.PROMPT_DEFAULTS, ...args.prompt, num_negatives: numNegatives };
    const text = await (await miner.prompts(settings, form, args.modelName)).text();
    writeWhole(args.prompts, text);
    console.log(`${text.split('\n').length - 1} prompts`);
    return MINED;
  }
  const replies = await fileOnDisk(/** @type {string} */ (args.replies));
  const form = choice('--format', args.format, mining.FORM_IDS);
  const file = await miner.replies(replies, form, numNegatives);
  const { output, written_by } = file.card;
  const { lines, records, records_without_reply } = written_by.counts;
  await writeMined(args.out, [file.name, file.content], [file.cardName, file.cardContent]);
  for (const { line, key, reason } of file.refused)
    say(`${replies.name}, line ${line}${key === null ? '' : `, key ${key}`}: ${reason}`);
  console.log(
    `${output.file}: ${output.rows} rows, ${output.negatives} negatives of ${records} records from ${lines} replies, ` +
      `${file.refused.length} refused, ${output.left_out} records left out: the form has no row for them`,
  );
  for (const note of mining.leftOutNotes(written_by.counts)) console.log(`  ${note}`);
  return file.refused.length + records_without_reply > 0 ? SOMETHING_LEFT : MINED;
}

/** Negatives asked of a language model for each query. @param {MineArguments} args @param {Mining} mining */
function writtenNegatives({ options }, { PROMPT_DEFAULTS }) {
  return wholeNumber('--num-negatives', options['num_negatives']) ?? PROMPT_DEFAULTS.num_negatives;
}

/** @param {MinedFile} file @param {Mining} mining @returns {string[]} */
function fileLines({ name, card }, { partNotes, ruleCounts, sourceNotes }) {
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

await runCommand(import.meta.url, async () => {
  const line = progressLine(process.stderr);
  /** @type {ReturnType<Terminal['startMining']> | null} */
  let started = null;
  try {
    const args = parseMineArguments(process.argv.slice(2));
    if (args === null) {
      console.log(USAGE);
      return MINED;
    }
    await ensureDependencies();
    await ensureBuild();
    const { mining, startMining } = await openTerminal();
    started = startMining();
    const host = {
      mining,
      miner: started.host,
      tell: (/** @type {MiningProgress} */ progress) =>
        line.show(terminalText(mining.progressInWords(progress))),
      say: (/** @type {string} */ text) => {
        line.end();
        if (text !== '') console.error(terminalText(text));
      },
    };
    return await (args.prompts !== null || args.replies !== null ? written(args, host) : mine(args, host));
  } catch (error) {
    line.end();
    // An error of reading has its code as its name.
    if (error instanceof Error && (NAMED.has(error.name) || 'code' in error))
      console.error(terminalText(`Nothing was mined.\n${error.message}`));
    else throw error;
    return NOTHING_MINED;
  } finally {
    line.end();
    started?.close();
  }
});
