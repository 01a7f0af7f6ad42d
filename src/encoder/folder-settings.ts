/** What a model folder's own files say about formatting, pooling and length. */

import { Checkpoint, scoresPairs } from './checkpoint/checkpoint';
import { Config } from './checkpoint/config';
import { BrokenModelFileError, CrossEncoderError, MissingModelFileError } from './errors';
import { exportedPooling, readModules } from './folder-modules';
import { isCheckpoint, onnxChoices, type ModelFolder } from './model-folder';
import type { EncoderSettings, OnnxChoice, TokenLimit } from './types';

/** Longest token sequence unless the folder's own limit is smaller. */
const USUAL: TokenLimit = { maxTokens: 128, origin: 'default, as in the paper' };

/** E5 (Wang et al. 2022) has prompts that its own folders do not say. */
const E5 = {
  pattern: /(^|[^a-z0-9])(multilingual-)?e5(-|_)(small|base|large)/i,
  query: 'query: ',
  passage: 'passage: ',
  origin: 'preset E5',
};
const NO_PROMPTS = { query: '', passage: '', origin: 'default' };

/**
 * Reads the folder's files; does not run the model.
 * @throws MissingModelFileError without weights, config.json or tokenizer.json; BrokenModelFileError
 */
export async function readFolderInfo(folder: ModelFolder) {
  const all = neededFiles(folder);
  const config = await Config.read(folder, 'config.json');
  const names = `${folder.name} ${config.textOr('', '_name_or_path')}`;
  const usual = E5.pattern.test(names) ? E5 : NO_PROMPTS;
  const fromPrompts = 'config_sentence_transformers.json';
  const stored = await Config.read(folder, fromPrompts);
  const query = promptOf(stored, ['query']);
  const passage = promptOf(stored, ['document', 'passage', 'corpus']);
  const modules = await readModules(folder, query !== undefined || passage !== undefined);
  const reading = isCheckpoint(all[0].path) ? Checkpoint.read(folder, modules) : null;
  const checkpoint = await reading?.catch((error: unknown) => {
    // Where it cannot be built, an ONNX file beside it is what runs.
    if (all.length > 1 && (error instanceof BrokenModelFileError || error instanceof MissingModelFileError))
      return null;
    throw error;
  });
  const onnx = reading && !checkpoint ? all.slice(1) : all;
  const pooled = checkpoint
    ? { pooling: checkpoint.pooling, origin: modules.origin }
    : await exportedPooling(folder, onnx[0]?.path ?? '', modules);
  const positions = checkpoint?.positions ?? config.numberOr(null, 'max_position_embeddings');
  const own = await ownLimit(folder, positions);
  const length = own && own.maxTokens < USUAL.maxTokens ? own : USUAL;
  const settings: EncoderSettings = {
    queryPrefix: query ?? usual.query,
    passagePrefix: passage ?? usual.passage,
    pooling: pooled.pooling,
    maxTokens: length.maxTokens,
  };
  await checkpoint?.check(settings.maxTokens);
  const sessionBytes = await checkpoint?.sessionBytes();
  return {
    modelType: config.textOr(null, 'model_type'),
    onnx: onnx.map((each) => (isCheckpoint(each.path) && sessionBytes ? { ...each, sessionBytes } : each)),
    settings,
    /** Where each setting came from, for the page: "1_Pooling/config.json", "preset E5", "default". */
    origins: {
      queryPrefix: query === undefined ? usual.origin : fromPrompts,
      passagePrefix: passage === undefined ? usual.origin : fromPrompts,
      pooling: pooled.origin ?? 'default',
      maxTokens: length.origin,
    },
    /** The longest text that the folder itself allows; null where it does not say. */
    own,
  };
}

/** What a model folder says of itself, without a session. */
export type ModelFolderInfo = Awaited<ReturnType<typeof readFolderInfo>>;

/**
 * The first prompt of these names, else the folder's default one. Undefined where all of them are empty, as
 * sentence-transformers writes them by itself.
 */
function promptOf(stored: Config, names: readonly string[]): string | undefined {
  const prompt = (name: string) => stored.inner('prompts')?.textOr(undefined, name);
  const own = names.map(prompt).filter((text) => text !== undefined);
  const all = own.length > 0 ? own : [prompt(stored.textOr('', 'default_prompt_name'))];
  return all.find((text) => text !== '');
}

/** Longest pair in tokens unless the folder's own limit is smaller: where BERT ends. */
const MOST_PAIR_TOKENS = 512;

/**
 * Reads the folder of a cross-encoder; does not run the model. The activation is sentence-transformers': what config.json
 * names, else the sigmoid.
 * @throws MissingModelFileError, BrokenModelFileError
 */
export async function readCrossInfo(folder: ModelFolder) {
  const [onnx] = neededFiles(folder);
  const config = await Config.read(folder, 'config.json');
  if (isCheckpoint(onnx.path) && !scoresPairs(config))
    throw new CrossEncoderError(folder.name, 'config.json names no architecture ForSequenceClassification.');
  // The second is where it stood before sentence-transformers 4.
  const asked =
    config.inner('sentence_transformers')?.textOr(null, 'activation_fn') ??
    config.textOr('Sigmoid', 'sbert_ce_default_activation_function');
  const activation = asked.split('.').at(-1)?.toLowerCase();
  if (activation !== 'identity' && activation !== 'sigmoid') {
    const reason = `It asks for the activation ${asked}; Identity and Sigmoid are known.`;
    throw new BrokenModelFileError(folder.name, 'config.json', reason);
  }
  const own = await ownLimit(folder, config.numberOr(null, 'max_position_embeddings'));
  return {
    onnx,
    maxTokens: Math.min(own?.maxTokens ?? MOST_PAIR_TOKENS, MOST_PAIR_TOKENS),
    /** How sentence-transformers writes the score: as the logit, or as its sigmoid. */
    activation,
    /** True where the model knows one token type only. */
    flatTypes: config.numberOr(null, 'type_vocab_size') === 1 || !(await givesTypes(folder)),
  };
}

/** What a cross-encoder's folder says of itself. */
export type CrossInfo = Awaited<ReturnType<typeof readCrossInfo>>;

/** transformers 5 gives no token types by the class of tokenizers that have none of their own. */
async function givesTypes(folder: ModelFolder): Promise<boolean> {
  const config = await Config.read(folder, 'tokenizer_config.json');
  return (
    config.texts('model_input_names')?.includes('token_type_ids') ??
    config.textOr('', 'tokenizer_class') !== 'TokenizersBackend'
  );
}

const ADAPTER =
  'The folder is an adapter of peft: merge it with model.merge_and_unload() and save what that gives.';

/** Weights that are pickled, or of other libraries. */
const OTHER_WEIGHTS = /^pytorch_model.*\.bin$|\.(pt|pth|ckpt|h5|msgpack|gguf)$/;

const ONE_FILE =
  'Other weights are not read, and pickled ones can run code: save the model anew from PyTorch with save_pretrained(DIR), which ' +
  'writes model.safetensors.';

const NO_WEIGHTS = 'The folder that training wrote has it; an ONNX file (onnx/model.onnx) does as well.';

/** The files of weights of a folder that has all it needs. @throws MissingModelFileError */
function neededFiles(folder: ModelFolder): [OnnxChoice, ...OnnxChoice[]] {
  const [first, ...others] = onnxChoices(folder);
  const isAdapter = folder.has('adapter_config.json');
  if (!first || isAdapter) {
    const advice = folder.files.some(({ path }) => OTHER_WEIGHTS.test(path)) ? ONE_FILE : NO_WEIGHTS;
    throw new MissingModelFileError(folder.name, 'model.safetensors', isAdapter ? ADAPTER : advice);
  }
  if (!folder.has('tokenizer.json')) {
    throw new MissingModelFileError(
      folder.name,
      'tokenizer.json',
      'Save the fast tokenizer into the folder: AutoTokenizer.from_pretrained(ID).save_pretrained(DIR).',
    );
  }
  if (!folder.has('config.json') && !folder.has('modules.json')) {
    throw new MissingModelFileError(folder.name, 'config.json', "Copy it from the model's page.");
  }
  return [first, ...others];
}

/** The smallest of the folder's limits. */
async function ownLimit(folder: ModelFolder, positions: number | null): Promise<TokenLimit | null> {
  const saidIn = async (origin: string, key: string) => {
    return { maxTokens: Math.floor((await Config.read(folder, origin)).numberOr(0, key)), origin };
  };
  const limits = [
    await saidIn('sentence_bert_config.json', 'max_seq_length'),
    await saidIn('tokenizer_config.json', 'model_max_length'),
    { maxTokens: positions ?? 0, origin: 'config.json' },
  ];
  const said = limits.filter(({ maxTokens }) => maxTokens > 0);
  return said.sort((a, b) => a.maxTokens - b.maxTokens)[0] ?? null;
}
