/** `npm run mine`: mines negatives without a window. See `--help`. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { UsageError, choiceOf as choice, numberOf, wholeNumber } from './lib/arguments.mjs';
import { parseMineArguments, USAGE } from './lib/mine-arguments.mjs';
import { PACKAGED, PROJECT } from './lib/paths.mjs';
import { progressLine } from './lib/progress-line.mjs';
import { withSource } from './lib/source-modules.mjs';
import { terminalText } from './lib/terminal-text.mjs';
import { unpackedAsset } from './lib/unpacked-asset.mjs';
import { writeWhole } from './lib/whole-file.mjs';
import { fileOnDisk, folderOnDisk } from './node/terminal.mjs';
import { ensureDependencies, runMain } from './setup.mjs';

/** @typedef {import('./lib/mine-arguments.mjs').MineArguments} MineArguments */
/** @typedef {typeof import('../src/miner/headless')} Headless */
/** @typedef {import('../src/miner/headless').AskedEncoder} AskedEncoder */
/** @typedef {import('../src/miner/miner').SourceRequest} SourceRequest */
/** @typedef {import('../src/miner/miner').MinedFile} MinedFile */
/** @typedef {import('../src/miner/miner').Miner} Miner */
/** @typedef {import('../src/miner/read').ReadInput} ReadInput */
/** @typedef {import('../src/mining/card').CardRecipe} CardRecipe */
/** @typedef {import('../src/mining/options').MiningOptions} MiningOptions */

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

/** What the command line asks for, or a card. @param {MineArguments} args @param {Headless} headless @returns {SourceRequest[]} */
function requests(args, headless) {
  const { BM25_PRESETS, BM25_VARIANTS, FORM_IDS, MINING_PRESETS, WORD_CUTS } = headless;
  const isBm25 = (/** @type {string} */ name) => Object.hasOwn(BM25_PRESETS, name);
  const unknown = args.presets.filter((name) => !isBm25(name) && !Object.hasOwn(MINING_PRESETS, name));
  const [ofBm25, ofOptions] = [args.presets.filter(isBm25), args.presets.filter((name) => !isBm25(name))];
  if (unknown.length > 0 || ofBm25.length > 1 || ofOptions.length > 1) {
    const all = `one of ${Object.keys(BM25_PRESETS).join(', ')} and one of ${Object.keys(MINING_PRESETS).join(', ')}`;
    throw new UsageError(`--preset ${args.presets.join(',')}: expected ${all}.`);
  }
  const bm25 = headless.bm25Settings(
    /** @type {'bm25s'} */ (ofBm25[0] ?? 'bm25s'),
    args.variant === null ? null : choice('--variant', args.variant, BM25_VARIANTS),
    args.tokens === null ? null : choice('--tokens', args.tokens, WORD_CUTS),
  );
  const preset = MINING_PRESETS[/** @type {'paper'} */ (ofOptions[0] ?? 'paper')];
  /** @type {Record<string, unknown>} */
  const options = { ...preset.options, ...(args.exclude === null ? {} : exclusions(args.exclude)) };
  for (const [name, text] of Object.entries(args.options)) {
    const option = `--${name.replaceAll('_', '-')}`;
    const choices = headless.choicesOf(/** @type {import('../src/mining/options').OptionName} */ (name));
    options[name] = choices ? choice(option, text, choices) : number(option, text);
  }
  if (args.crossEncoder !== null) options['score_by'] = 'cross-encoder';
  const form = choice('--format', args.format, FORM_IDS);
  return args.methods.map((methods) => ({
    name: methods.join('+'),
    parts: methods.map((method) => ({
      method: /** @type {SourceRequest['parts'][number]['method']} */ (method),
      bm25,
      options: /** @type {MiningOptions} */ (/** @type {unknown} */ (options)),
    })),
    form,
    withScores: args.withScores,
  }));
}

/** @param {string} option @param {string} text @returns {number | null} null for `none` */
function number(option, text) {
  return text === 'none' ? null : numberOf(option, text, {});
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

/**
 * @param {MineArguments} args
 * @param {Headless} headless
 * @param {CardRecipe | null} card
 * @param {(text: string) => void} show
 * @returns {Promise<ReadInput>}
 */
async function read(args, headless, card, show) {
  for (const path of args.leftOut)
    console.error(
      terminalText(`${basename(path)} left out: negatives for its queries would leak them into training`),
    );
  const given = await Promise.all(
    args.files.map(async ({ path, as }) => ({ file: await fileOnDisk(path), path, as })),
  );
  const seed = Number(args.options['seed'] ?? 42);
  const sample =
    card === null ? (args.sample === null ? null : { passages: args.sample, seed }) : card.corpus.sample;
  const settings = {
    sample,
    relevant: card?.corpus.relevant ?? args.relevant,
    mostCharacters: MOST_CHARACTERS,
  };
  const evaluation = await Promise.all(
    args.evaluation.map(async ({ path, evaluation: isIt }) => {
      return { file: await fileOnDisk(path), path, as: isIt ? /** @type {const} */ ('evaluation') : null };
    }),
  );
  return headless.readInput(
    given,
    settings,
    new AbortController().signal,
    (progress) =>
      show(`reading ${progress.file}: ${Math.floor((100 * progress.bytesRead) / progress.bytesTotal)} %`),
    evaluation,
  );
}

/** @returns {string} */
function version() {
  return JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).version;
}

/** @param {MineArguments} args @param {Headless} headless @param {(text: string) => void} show */
async function mine(args, headless, show) {
  const card =
    args.card === null ? null : headless.readCard(await headless.unpackedText(await fileOnDisk(args.card)));
  const asked = card === null ? requests(args, headless) : [headless.requestOfCard(card)];
  const input = await read(args, headless, card, show);
  const miner = new headless.Miner(input, {
    follow: headless.followAtOnce,
    breathe: () => Promise.resolve(),
    cosines: (/** @type {string} */ name) => readFile(join(PROJECT, `src/simd/${name}.wasm`)),
    version: version(),
  });
  const copies = await miner.copies((_, share) =>
    show(`looking for copies of positives ${Math.floor(100 * share)} %`),
  );
  show('');
  const notes = [...headless.inputNotes(input), ...headless.copiesNotes(copies, asked)];
  for (const { parts } of asked)
    for (const { method, options } of parts) notes.push(...headless.scaleNotes([method], options));
  if (card !== null) notes.push(...headless.otherInput(card, input.files));
  for (const note of notes) console.error(terminalText(note));
  if (asked.some(({ parts }) => parts.some(({ method }) => method === 'dense'))) {
    if (args.model === null)
      throw new UsageError('This card is of a dense mining: expected --model DIR, its encoder.');
    const encoder = card === null ? null : headless.encoderOfCard(card);
    miner.useVectors(await vectors(args.model, input, encoder, headless, show));
  }
  const cross = asked.some(({ parts }) => parts.some(({ options }) => options.score_by === 'cross-encoder'))
    ? await crossEncoder(args, headless)
    : null;
  if (cross !== null) miner.useCrossEncoder(cross);
  /** @type {MinedFile[]} */
  const made = [];
  for (const request of asked) {
    const began = Date.now();
    const file = await miner.mine(request, (stage, share, total) => {
      const seconds = (Date.now() - began) / 1000;
      const unit = stage === 'search' ? 'queries' : stage === 'score' ? 'pairs' : null;
      const pace =
        unit === null || share === 0
          ? ''
          : `, ${Math.round((share * total) / seconds)} ${unit}/s, ${Math.ceil((seconds * (1 - share)) / share)} s left`;
      show(`${request.name}: ${stage} ${Math.floor(100 * share)} %${pace}`);
    });
    for (const [name, content] of /** @type {const} */ ([
      [file.name, file.content],
      [file.cardName, file.cardContent],
    ])) {
      writeWhole(join(args.out, name), new Uint8Array(await content.arrayBuffer()));
    }
    made.push(file);
  }
  await cross?.release();
  const [again] = made;
  const same = card === null || again?.card.output.sha256 === card.output.sha256;
  const others = card !== null && again ? headless.otherModels(card, again.card) : [];
  return { input, made, others, same, card };
}

/** A model folder on disk, as one that is picked on the page. @param {string} folder */
async function modelSource(folder) {
  return { kind: /** @type {const} */ ('picked'), ...(await folderOnDisk(folder)) };
}

/** onnxruntime's WebAssembly, where it does not lie beside its code. */
function packagedWasm() {
  return PACKAGED ? unpackedAsset(/^ort-wasm-simd-threaded-.*\.wasm\.br$/) : undefined;
}

/** @param {MineArguments} args @param {Headless} headless */
async function crossEncoder({ crossEncoder: folder }, headless) {
  if (folder === null)
    throw new UsageError('This card is scored by a cross-encoder: expected --cross-encoder DIR.');
  return headless.threadCrossEncoder(await modelSource(folder), packagedWasm());
}

/** @param {string} folder @param {ReadInput} input @param {AskedEncoder} asked @param {Headless} headless @param {(text: string) => void} show */
async function vectors(folder, input, asked, headless, show) {
  const source = await modelSource(folder);
  const began = Date.now();
  /** @param {number} done @param {number} total */
  const onTexts = (done, total) => {
    const rate = done / ((Date.now() - began) / 1000);
    show(
      `encoding: ${done} of ${total} texts, ${Math.round(rate)} texts/s, ${Math.ceil((total - done) / rate)} s left`,
    );
  };
  return headless.threadVectors(input, source, asked, onTexts, packagedWasm());
}

/**
 * Prompts for a language model, or the file of its replies.
 *
 * @param {MineArguments} args
 * @param {Headless} headless
 * @param {(text: string) => void} show
 * @returns {Promise<number>} exit status
 */
async function written(args, headless, show) {
  const input = await read(args, headless, null, show);
  show('');
  for (const note of headless.inputNotes(input)) console.error(terminalText(note));
  if (args.prompts !== null) {
    const form = choice(
      '--form',
      args.requestForm,
      headless.REQUEST_FORMS.map(({ id }) => id),
    );
    if (form !== 'plain' && args.modelName === '')
      throw new UsageError(`--form ${form}: expected --model-name NAME, the model that the batch asks.`);
    const num_negatives = writtenNegatives(args, headless);
    const settings = { ...headless.PROMPT_DEFAULTS, ...args.prompt, num_negatives };
    const lines = await headless.promptLines(input, settings, form, args.modelName);
    writeWhole(args.prompts, lines.map((line) => `${line}\n`).join(''));
    console.log(`${lines.length} prompts`);
    return MINED;
  }
  const replies = await fileOnDisk(/** @type {string} */ (args.replies));
  const form = choice('--format', args.format, headless.FORM_IDS);
  const settings = { name: 'llm', form, numNegatives: writtenNegatives(args, headless), version: version() };
  const file = await headless.fileOfReplies(input, replies, settings);
  const { output, written_by } = file.card;
  const { lines, records, records_without_reply } = written_by.counts;
  writeWhole(join(args.out, output.file), new Uint8Array(await file.content.arrayBuffer()));
  writeWhole(join(args.out, 'llm.card.json'), `${JSON.stringify(file.card, null, 2)}\n`);
  for (const { line, key, reason } of file.refused)
    console.error(
      terminalText(`${replies.name}, line ${line}${key === null ? '' : `, key ${key}`}: ${reason}`),
    );
  console.log(
    `${output.file}: ${output.rows} rows, ${output.negatives} negatives of ${records} records from ${lines} replies, ` +
      `${file.refused.length} refused, ${output.left_out} records left out: the form has no row for them`,
  );
  for (const note of headless.leftOutNotes(written_by.counts)) console.log(`  ${note}`);
  return file.refused.length + records_without_reply > 0 ? SOMETHING_LEFT : MINED;
}

/** Negatives asked of a language model for each query. @param {MineArguments} args @param {Headless} headless */
function writtenNegatives({ options }, { PROMPT_DEFAULTS }) {
  return wholeNumber('--num-negatives', options['num_negatives']) ?? PROMPT_DEFAULTS.num_negatives;
}

/** @param {MinedFile} file @param {Headless} headless @returns {string[]} */
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

await runMain(async () => {
  try {
    const args = parseMineArguments(process.argv.slice(2));
    if (args === null) {
      console.log(USAGE);
      return MINED;
    }
    await ensureDependencies();
    const line = progressLine(process.stderr);
    return await withSource('/src/miner/headless.ts', async (module) => {
      const headless = /** @type {Headless} */ (module);
      if (args.prompts !== null || args.replies !== null)
        return await written(args, headless, (text) => line.show(terminalText(text)));
      const { input, made, others, same, card } = await mine(args, headless, (text) =>
        line.show(terminalText(text)),
      );
      line.end();
      for (const other of others) console.error(terminalText(other));
      const { counts } = input.corpus;
      console.log(`${counts.passages} passages, ${counts.records} records`);
      for (const file of made) console.log(terminalText(fileLines(file, headless).join('\n')));
      if (card !== null)
        console.log(same ? 'The file is the card’s, bit for bit.' : 'The file is not the card’s.');
      if (!same) return NOT_THE_SAME;
      const left = input.files.some(({ rejected }) => rejected > 0);
      const empty = made.some(({ card: { parts } }) => parts.some(({ counts: { empty: none } }) => none > 0));
      return left || empty ? SOMETHING_LEFT : MINED;
    }).finally(() => line.end());
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
    // An error of reading has its code as its name.
    else if (error instanceof Error && (NAMED.has(error.name) || 'code' in error))
      console.error(terminalText(`Nothing was mined.\n${error.message}`));
    else throw error;
    return NOTHING_MINED;
  }
});
