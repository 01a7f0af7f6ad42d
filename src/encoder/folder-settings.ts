/** What a model folder's own files say about formatting, pooling and length. */

import * as v from 'valibot';

import type { Activation } from './cross/score';
import { BrokenModelFileError, MissingModelFileError } from './errors';
import { hasFile, readJson } from './folder-json';
import { Checkpoint } from './checkpoint/checkpoint';
import { exportedPooling, readModules } from './folder-modules';
import { isCheckpoint, onnxChoices, type ModelFolder } from './model-folder';
import { presetFor } from './presets';
import type { EncoderSettings, ModelFolderInfo, OnnxChoice } from './types';

/** Longest token sequence unless the folder's own limit is smaller. */
const DEFAULT_MAX_TOKENS = 128;

const Config = v.looseObject({
  model_type: v.optional(v.string()),
  _name_or_path: v.optional(v.string()),
  max_position_embeddings: v.optional(v.number()),
  negscope_bundled: v.optional(v.boolean()),
});
const CrossConfig = v.looseObject({
  ...Config.entries,
  type_vocab_size: v.optional(v.number()),
  id2label: v.optional(v.record(v.string(), v.string())),
  sentence_transformers: v.optional(v.looseObject({ activation_fn: v.optional(v.nullable(v.string())) })),
  // Where it stood before sentence-transformers 4.
  sbert_ce_default_activation_function: v.optional(v.nullable(v.string())),
});
const TokenizerConfig = v.looseObject({
  model_max_length: v.optional(v.nullable(v.number())),
  tokenizer_class: v.optional(v.nullable(v.string())),
  model_input_names: v.optional(v.nullable(v.array(v.string()))),
});
const SentenceBertConfig = v.looseObject({ max_seq_length: v.optional(v.nullable(v.number())) });
const SentenceTransformersConfig = v.looseObject({
  prompts: v.optional(v.nullable(v.record(v.string(), v.string()))),
  default_prompt_name: v.optional(v.nullable(v.string())),
});

/**
 * Whether the folder's config.json says that this is the encoder which comes with the page (`negscope_bundled`).
 * @throws BrokenModelFileError, ModelHashError
 */
export async function isBundled(folder: ModelFolder): Promise<boolean> {
  return (await readJson(folder, 'config.json', Config))?.negscope_bundled ?? false;
}

/**
 * Reads the folder's files; does not run the model.
 * @throws MissingModelFileError without weights, config.json or tokenizer.json; BrokenModelFileError
 */
export async function readFolderInfo(folder: ModelFolder): Promise<ModelFolderInfo> {
  const onnx = neededFiles(folder);
  const config = await readJson(folder, 'config.json', Config);
  const preset = presetFor(`${folder.name} ${config?._name_or_path ?? ''}`);
  const stored = await readJson(folder, 'config_sentence_transformers.json', SentenceTransformersConfig);
  const query = promptOf(stored, ['query']);
  const passage = promptOf(stored, ['document', 'passage', 'corpus']);
  const prompted = query !== undefined || passage !== undefined;
  const modules = await readModules(folder, prompted);
  const checkpoint = isCheckpoint(onnx[0].path) ? await Checkpoint.read(folder, modules) : null;
  const { pooling, origin } = checkpoint
    ? {
        pooling: checkpoint.pooling,
        origin: checkpoint.isTable ? 'modules.json' : (modules.pooling?.file ?? null),
      }
    : await exportedPooling(folder, onnx[0].path, modules);
  const length = await lengthOf(folder, checkpoint?.positions ?? config?.max_position_embeddings);
  const presetOrigin = preset ? `preset ${preset.name}` : 'default';
  const fromPrompts = 'config_sentence_transformers.json';
  const settings: EncoderSettings = {
    queryPrefix: query ?? preset?.queryPrefix ?? '',
    passagePrefix: passage ?? preset?.passagePrefix ?? '',
    pooling: origin === null ? (preset?.pooling ?? 'mean') : (pooling ?? 'mean'),
    maxTokens: length.maxTokens,
    normalise: true,
  };
  await checkpoint?.check(settings.maxTokens);
  return {
    modelType: config?.model_type ?? null,
    onnx,
    settings,
    origins: {
      queryPrefix: query === undefined ? presetOrigin : fromPrompts,
      passagePrefix: passage === undefined ? presetOrigin : fromPrompts,
      pooling: origin ?? presetOrigin,
      maxTokens: length.origin,
      normalise: modules.unitLength,
    },
  };
}

/**
 * The first prompt of these names, else the folder's default one. Undefined where all of them are empty, as
 * sentence-transformers writes them by itself.
 */
function promptOf(
  stored: v.InferOutput<typeof SentenceTransformersConfig> | null,
  names: readonly string[],
): string | undefined {
  const prompts = stored?.prompts ?? {};
  const own = names.map((name) => prompts[name]).filter((prompt) => prompt !== undefined);
  const usual = own.length === 0 ? prompts[stored?.default_prompt_name ?? ''] : undefined;
  return [...own, usual].find((prompt) => prompt !== undefined && prompt !== '');
}

/** What a cross-encoder's folder says of itself. */
export interface CrossInfo {
  readonly onnx: OnnxChoice;
  readonly maxTokens: number;
  /** Which of several outputs a pair is the score; null where config.json does not say. */
  readonly label: number | null;
  readonly activation: Activation;
  /** True where the model knows one token type only. */
  readonly flatTypes: boolean;
}

/** Longest pair in tokens unless the folder's own limit is smaller: where BERT ends. */
const MOST_PAIR_TOKENS = 512;

/** Names of the label whose probability is the score. */
const RELEVANT = /^(relevant|true|yes)$/i;

/**
 * Reads the folder of a cross-encoder; does not run the model. The activation is sentence-transformers': what config.json
 * names, else the sigmoid.
 * @throws MissingModelFileError, BrokenModelFileError
 */
export async function readCrossInfo(folder: ModelFolder): Promise<CrossInfo> {
  const [onnx] = neededFiles(folder);
  const config = await readJson(folder, 'config.json', CrossConfig);
  const labels = Object.entries(config?.id2label ?? {}).filter(([, label]) => RELEVANT.test(label));
  const asked = config?.sentence_transformers?.activation_fn ?? config?.sbert_ce_default_activation_function;
  const { maxTokens } = await lengthOf(folder, config?.max_position_embeddings, MOST_PAIR_TOKENS);
  return {
    onnx,
    maxTokens,
    label: labels.length === 1 ? Number(labels[0]?.[0]) : null,
    activation: activationOf(asked ?? 'Sigmoid', folder),
    flatTypes: config?.type_vocab_size === 1 || !(await givesTypes(folder)),
  };
}

/** transformers 5 gives no token types by the class of tokenizers that have none of their own. */
async function givesTypes(folder: ModelFolder): Promise<boolean> {
  const config = await readJson(folder, 'tokenizer_config.json', TokenizerConfig);
  return (
    config?.model_input_names?.includes('token_type_ids') ?? config?.tokenizer_class !== 'TokenizersBackend'
  );
}

/** @param named such as `torch.nn.modules.linear.Identity` @throws BrokenModelFileError */
function activationOf(named: string, folder: ModelFolder): Activation {
  const name = named.split('.').at(-1)?.toLowerCase();
  if (name === 'identity' || name === 'sigmoid') return name;
  throw new BrokenModelFileError(
    folder.name,
    'config.json',
    `It asks for the activation ${named}; Identity and Sigmoid are known.`,
  );
}

/** What a folder holds in place of weights that can be read, and the way out. */
const OTHER_FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /^adapter_config\.json$/,
    'The folder is an adapter of peft: merge it with model.merge_and_unload() and save what that gives.',
  ],
  [
    /^(pytorch_model.*\.bin|.*\.(pt|pth|ckpt))$/,
    'Pickled weights can run code, so they are not read: save the model anew with save_pretrained(DIR), which writes model.safetensors.',
  ],
  [
    /\.(h5|msgpack|gguf)$/,
    'Weights of other libraries are not read: save the model from PyTorch with save_pretrained(DIR).',
  ],
];

/** The files of weights of a folder that has all it needs. @throws MissingModelFileError */
function neededFiles(folder: ModelFolder): [OnnxChoice, ...OnnxChoice[]] {
  const [first, ...others] = onnxChoices(folder);
  const other = OTHER_FORMS.find(([form]) => folder.files.some(({ path }) => form.test(path)));
  if (!first || (other && hasFile(folder, 'adapter_config.json'))) {
    const advice = 'The folder that training wrote has it; an ONNX file (onnx/model.onnx) does as well.';
    throw new MissingModelFileError(folder.name, 'model.safetensors', other?.[1] ?? advice);
  }
  if (!hasFile(folder, 'tokenizer.json')) {
    throw new MissingModelFileError(
      folder.name,
      'tokenizer.json',
      'Save the fast tokenizer into the folder: AutoTokenizer.from_pretrained(ID).save_pretrained(DIR).',
    );
  }
  if (!hasFile(folder, 'config.json') && !hasFile(folder, 'modules.json')) {
    throw new MissingModelFileError(folder.name, 'config.json', "Copy it from the model's page.");
  }
  return [first, ...others];
}

async function lengthOf(
  folder: ModelFolder,
  positions: number | undefined,
  most = DEFAULT_MAX_TOKENS,
): Promise<{ maxTokens: number; origin: string }> {
  const tokenizer = await readJson(folder, 'tokenizer_config.json', TokenizerConfig);
  const sentence = await readJson(folder, 'sentence_bert_config.json', SentenceBertConfig);
  const limits: { limit: number | null | undefined; origin: string }[] = [
    { limit: sentence?.max_seq_length, origin: 'sentence_bert_config.json' },
    { limit: tokenizer?.model_max_length, origin: 'tokenizer_config.json' },
    { limit: positions, origin: 'config.json' },
  ];
  let best = { maxTokens: most, origin: 'default, as in the paper' };
  for (const { limit, origin } of limits) {
    if (typeof limit === 'number' && limit > 0 && limit < best.maxTokens) {
      best = { maxTokens: Math.floor(limit), origin };
    }
  }
  return best;
}
