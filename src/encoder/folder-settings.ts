/** What a model folder's own files say about formatting, pooling and length. */

import * as v from 'valibot';

import { DEFAULT_TEMPERATURE } from '../scoring/gates';
import { BrokenModelFileError, MissingModelFileError, reasonOf } from './errors';
import { onnxChoices, type ModelFolder } from './model-folder';
import { presetFor } from './presets';
import type { EncoderSettings, ModelFolderInfo, Pooling } from './types';

/** Longest token sequence unless the folder's own limit is smaller. */
const DEFAULT_MAX_TOKENS = 128;

const Config = v.looseObject({
  model_type: v.optional(v.string()),
  _name_or_path: v.optional(v.string()),
  max_position_embeddings: v.optional(v.number()),
  negscope_bundled: v.optional(v.boolean()),
});
const TokenizerConfig = v.looseObject({ model_max_length: v.optional(v.nullable(v.number())) });
const Modules = v.array(v.looseObject({ type: v.string(), path: v.string() }));
const PoolingConfig = v.looseObject({
  pooling_mode_cls_token: v.optional(v.boolean()),
  pooling_mode_mean_tokens: v.optional(v.boolean()),
});
const SentenceBertConfig = v.looseObject({ max_seq_length: v.optional(v.nullable(v.number())) });
const SentenceTransformersConfig = v.looseObject({
  prompts: v.optional(v.nullable(v.record(v.string(), v.string()))),
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
 * @throws MissingModelFileError without ONNX, config.json or tokenizer.json; BrokenModelFileError
 */
export async function readFolderInfo(folder: ModelFolder): Promise<ModelFolderInfo> {
  const onnx = onnxChoices(folder);
  if (onnx.length === 0) {
    throw new MissingModelFileError(
      folder.name,
      'onnx/model.onnx',
      'Export one with "optimum-cli export onnx --task feature-extraction --model ID DIR".',
    );
  }
  if (!has(folder, 'tokenizer.json')) {
    throw new MissingModelFileError(
      folder.name,
      'tokenizer.json',
      'Save the fast tokenizer into the folder: AutoTokenizer.from_pretrained(ID).save_pretrained(DIR).',
    );
  }
  if (!has(folder, 'config.json')) {
    throw new MissingModelFileError(folder.name, 'config.json', "Copy it from the model's page.");
  }
  const config = await readJson(folder, 'config.json', Config);
  const preset = presetFor(`${folder.name} ${config?._name_or_path ?? ''}`);
  const pooling = await poolingOf(folder);
  const prompts = (await readJson(folder, 'config_sentence_transformers.json', SentenceTransformersConfig))
    ?.prompts;
  const query = prompts?.['query'];
  const passage = prompts?.['passage'] ?? prompts?.['document'] ?? prompts?.['corpus'];
  const length = await lengthOf(folder, config?.max_position_embeddings);
  const presetOrigin = preset ? `preset ${preset.name}` : 'default';
  const fromPrompts = 'config_sentence_transformers.json';
  const settings: EncoderSettings = {
    queryPrefix: query ?? preset?.queryPrefix ?? '',
    passagePrefix: passage ?? preset?.passagePrefix ?? '',
    pooling: pooling?.pooling ?? preset?.pooling ?? 'mean',
    maxTokens: length.maxTokens,
    normalise: true,
  };
  return {
    name: folder.name,
    origin: folder.origin,
    description: folder.description,
    modelType: config?.model_type ?? null,
    onnx,
    settings,
    origins: {
      queryPrefix: query === undefined ? presetOrigin : fromPrompts,
      passagePrefix: passage === undefined ? presetOrigin : fromPrompts,
      pooling: pooling?.origin ?? presetOrigin,
      maxTokens: length.origin,
      normalise: 'default',
    },
    temperature: DEFAULT_TEMPERATURE,
  };
}

/** Pooling from sentence-transformers' list of modules; null where the folder has none. */
async function poolingOf(folder: ModelFolder): Promise<{ pooling: Pooling; origin: string } | null> {
  const modules = await readJson(folder, 'modules.json', Modules);
  const module = modules?.find((m) => m.type.endsWith('Pooling'));
  const path = `${module ? module.path : '1_Pooling'}/config.json`;
  const config = await readJson(folder, path, PoolingConfig);
  if (!config) return null;
  if (config.pooling_mode_cls_token) return { pooling: 'cls', origin: path };
  if (config.pooling_mode_mean_tokens) return { pooling: 'mean', origin: path };
  return { pooling: 'mean', origin: `${path} asks for a pooling that Negscope lacks; mean is used instead` };
}

async function lengthOf(
  folder: ModelFolder,
  positions: number | undefined,
): Promise<{ maxTokens: number; origin: string }> {
  const tokenizer = await readJson(folder, 'tokenizer_config.json', TokenizerConfig);
  const sentence = await readJson(folder, 'sentence_bert_config.json', SentenceBertConfig);
  const limits: { limit: number | null | undefined; origin: string }[] = [
    { limit: sentence?.max_seq_length, origin: 'sentence_bert_config.json' },
    { limit: tokenizer?.model_max_length, origin: 'tokenizer_config.json' },
    { limit: positions, origin: 'config.json' },
  ];
  let best = { maxTokens: DEFAULT_MAX_TOKENS, origin: 'default, as in the paper' };
  for (const { limit, origin } of limits) {
    if (typeof limit === 'number' && limit > 0 && limit < best.maxTokens) {
      best = { maxTokens: Math.floor(limit), origin };
    }
  }
  return best;
}

function has(folder: ModelFolder, path: string): boolean {
  return folder.files.some((f) => f.path === path);
}

/** A JSON file of the folder, checked by its schema; null where it is missing. */
async function readJson<S extends v.GenericSchema>(
  folder: ModelFolder,
  path: string,
  schema: S,
): Promise<v.InferOutput<S> | null> {
  if (!has(folder, path)) return null;
  const bytes = await folder.read(path);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BrokenModelFileError(folder.name, path, `It is not JSON: ${reasonOf(error)}.`);
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new BrokenModelFileError(
      folder.name,
      path,
      `${v.getDotPath(issue) ?? 'Top level'}: ${issue.message}.`,
    );
  }
  return parsed.output;
}
