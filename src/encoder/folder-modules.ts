/** What sentence-transformers' own files say of the way from token vectors to one vector a text. */

import * as v from 'valibot';

import { BrokenModelFileError, MissingModelFileError } from './errors';
import { readJson } from './folder-json';
import type { ModelFolder } from './model-folder';
import { TEXT_OUTPUTS } from './onnx';
import type { Pooling } from './types';

/** What modules.json and the pooling's config.json say. */
export interface ModulesOfFolder {
  /** Modules in order, by the last part of their type: `Dense`; none without modules.json. */
  readonly listed: readonly { readonly type: string; readonly path: string }[];
  /** Names of the poolings, which are put one behind the other; null where the folder does not say. */
  readonly pooling: { readonly file: string; readonly modes: readonly string[] } | null;
  /** Why vectors have unit length, for the page. */
  readonly unitLength: string;
}

/** How an ONNX file's output becomes one vector. */
interface ExportedPooling {
  /** Null where the folder does not say. */
  readonly pooling: Pooling | null;
  readonly origin: string | null;
}

/** What a file of the folder asks for, in words. */
interface Asked {
  readonly file: string;
  readonly what: string;
}

const Modules = v.array(v.looseObject({ type: v.string(), path: v.string() }));
const PoolingConfig = v.looseObject({
  /** Since sentence-transformers 6; several are concatenated. Before it: a boolean `pooling_mode_…` for each. */
  pooling_mode: v.optional(v.union([v.string(), v.array(v.string())])),
  include_prompt: v.optional(v.boolean()),
});

const MODULES_RUN = ['Transformer', 'StaticEmbedding', 'Pooling', 'Normalize'];

const EXPORT_WHOLE =
  'Export it whole, so that the ONNX file itself gives sentence_embedding: "optimum-cli export onnx --library ' +
  'sentence_transformers --task feature-extraction --model ID DIR". Or rank with its vectors in your files.';

/**
 * @param prompted whether the folder has a prompt for queries or passages
 * @throws BrokenModelFileError, MissingModelFileError, ModelHashError
 */
export async function readModules(folder: ModelFolder, prompted: boolean): Promise<ModulesOfFolder> {
  const modules = await readJson(folder, 'modules.json', Modules);
  const listed = (modules ?? []).map(({ type, path }) => ({ type: nameOf(type), path }));
  const unitLength = unitLengthInWords(modules && listed.map(({ type }) => type));
  const own = listed.find(({ type }) => type === 'Pooling');
  const file = `${own?.path ?? '1_Pooling'}/config.json`;
  const config = await readJson(folder, file, PoolingConfig);
  if (prompted && config?.include_prompt === false) {
    const what = 'pooling without the tokens of the prompt (include_prompt: false)';
    throw refusal(folder, { file, what }, 'Choose another encoder, or rank with its vectors in your files.');
  }
  if (config) return { listed, pooling: { file, modes: modesOf(config) }, unitLength };
  if (own && !listed.some(({ type }) => type === 'StaticEmbedding')) {
    throw new MissingModelFileError(folder.name, file, 'modules.json names it. Copy it from the original.');
  }
  return { listed, pooling: null, unitLength };
}

/**
 * The pooling of an ONNX file. A pooling or a module that Negscope does not run behind one is refused, unless the file itself
 * gives one vector a text.
 * @param onnx its path
 * @throws BrokenModelFileError, MissingModelFileError, ModelHashError
 */
export async function exportedPooling(
  folder: ModelFolder,
  onnx: string,
  { listed, pooling }: ModulesOfFolder,
): Promise<ExportedPooling> {
  const names = listed.map(({ type }) => type);
  const asked = moduleNotRun(names) ?? poolingNotRun(pooling);
  if (asked) {
    if (!(await givesTextVectors(folder, onnx))) throw refusal(folder, asked, EXPORT_WHOLE);
    return { pooling: 'pooled', origin: `the ONNX file itself; ${asked.file} asks for ${asked.what}` };
  }
  if (names.includes('StaticEmbedding')) return { pooling: 'mean', origin: 'modules.json' };
  if (pooling) return { pooling: pooling.modes[0] === 'cls' ? 'cls' : 'mean', origin: pooling.file };
  return { pooling: null, origin: null };
}

/** `Dense` of `sentence_transformers.models.Dense`; a type of other code as it is. */
function nameOf(type: string): string {
  return type.startsWith('sentence_transformers.') ? type.slice(type.lastIndexOf('.') + 1) : type;
}

function unitLengthInWords(names: readonly string[] | null): string {
  if (names === null) return 'default';
  return names.includes('Normalize') ? 'modules.json' : 'for the score; modules.json has no Normalize';
}

/** The library's names of the poolings that a config.json asks for; the mean where it names none. */
function modesOf(config: v.InferOutput<typeof PoolingConfig>): string[] {
  if (config.pooling_mode !== undefined) return [config.pooling_mode].flat();
  const modes = Object.keys(config)
    .filter((key) => key.startsWith('pooling_mode_') && config[key] === true)
    .map((key) => key.slice('pooling_mode_'.length).replace(/^(cls|max|mean|weightedmean)_tokens?$/, '$1'));
  return modes.length === 0 ? ['mean'] : modes;
}

function moduleNotRun(names: readonly string[]): Asked | null {
  const name = names.find((module) => !MODULES_RUN.includes(module));
  return name === undefined ? null : { file: 'modules.json', what: `the module ${name}` };
}

function poolingNotRun(pooling: ModulesOfFolder['pooling']): Asked | null {
  const [mode, second] = pooling?.modes ?? ['mean'];
  if (pooling === null || (second === undefined && (mode === 'mean' || mode === 'cls'))) return null;
  return { file: pooling.file, what: `the pooling ${pooling.modes.join(' with ')}` };
}

/** Names of outputs stand at the end of an ONNX file. */
const END_BYTES = 1 << 16;

/** Whether the graph's own output is one vector a text, as exports of the whole encoder have it. The session has the last word. */
async function givesTextVectors(folder: ModelFolder, onnx: string): Promise<boolean> {
  const size = folder.files.find(({ path }) => path === onnx)?.bytes ?? 0;
  const end = await folder.part(onnx, Math.max(0, size - END_BYTES), size);
  const words = new TextDecoder('latin1').decode(end);
  // A name is a field with its length before it.
  return TEXT_OUTPUTS.some((name) => words.includes(`\n${String.fromCharCode(name.length)}${name}`));
}

/** @param advice what to do */
function refusal(folder: ModelFolder, { file, what }: Asked, advice: string): BrokenModelFileError {
  const reason = `It asks for ${what}, which Negscope does not run: its vectors would be another encoder's.`;
  return new BrokenModelFileError(folder.name, file, `${reason} ${advice}`);
}
