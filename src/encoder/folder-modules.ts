/** What sentence-transformers' own files say of the way from token vectors to one vector a text. */

import * as v from 'valibot';

import { Config, notBuilt } from './checkpoint/config';
import { MissingModelFileError } from './errors';
import type { ModelFolder } from './model-folder';
import { TEXT_OUTPUTS, type Pooling } from './types';

/** What modules.json and the pooling's config.json say. */
export interface ModulesOfFolder {
  /** Modules behind transformer and pooling, by the last part of their type: `Dense`. The score has unit length anyway. */
  readonly behind: readonly { readonly type: string; readonly path: string }[];
  /** True for a table of tokens in place of a transformer. */
  readonly isTable: boolean;
  /** The file that says how to pool; null where the folder does not say. */
  readonly origin: string | null;
  /** Names of the poolings, which are put one behind the other. */
  readonly modes: readonly string[];
  /** The mean or the first token; `pooled` where the model itself has to do it. */
  readonly pooling: Pooling;
}

const Modules = v.array(v.looseObject({ type: v.string(), path: v.string() }));

const FIRST = ['Transformer', 'StaticEmbedding', 'Pooling'];

/**
 * @param prompted whether the folder has a prompt for queries or passages
 * @throws BrokenModelFileError, MissingModelFileError
 */
export async function readModules(folder: ModelFolder, prompted: boolean): Promise<ModulesOfFolder> {
  const modules = (await folder.json('modules.json', Modules)) ?? [];
  const listed = modules.map(({ type, path }) => ({ type: nameOf(type), path }));
  const behind = listed.filter(({ type }) => !FIRST.includes(type));
  if (behind.at(-1)?.type === 'Normalize') behind.pop();
  if (listed.some(({ type }) => type === 'StaticEmbedding')) {
    return { behind, isTable: true, origin: 'modules.json', modes: ['mean'], pooling: 'mean' };
  }
  const own = listed.find(({ type }) => type === 'Pooling');
  const file = `${own?.path ?? '1_Pooling'}/config.json`;
  const isSaid = folder.has(file);
  if (own && !isSaid) {
    throw new MissingModelFileError(folder.name, file, 'modules.json names it. Copy it from the original.');
  }
  const config = await Config.read(folder, file);
  if (prompted && config.keysOf((value) => value === false).includes('include_prompt')) {
    const what = 'asks for pooling without the tokens of the prompt (include_prompt: false)';
    throw config.refusal(what, 'Choose another encoder, or rank with its vectors in your files.');
  }
  const modes = modesOf(config);
  const [mode, second] = modes;
  const pooling = second === undefined && (mode === 'mean' || mode === 'cls') ? mode : 'pooled';
  return { behind, isTable: false, origin: isSaid ? file : null, modes, pooling };
}

/**
 * The pooling of an ONNX file. What Negscope does not run behind one has to be in it.
 * @param onnx its path
 * @throws BrokenModelFileError by the module's or the pooling's name, where the file gives no vector a text; MissingModelFileError
 */
export async function exportedPooling(folder: ModelFolder, onnx: string, modules: ModulesOfFolder) {
  const { behind, origin, modes, pooling } = modules;
  const strange = behind.find(({ type }) => type !== 'Normalize');
  if (!strange && pooling !== 'pooled') return { pooling, origin };
  const file = strange ? 'modules.json' : (origin ?? '');
  const asked = `asks for the ${strange ? `module ${strange.type}` : `pooling ${modes.join(' with ')}`}`;
  if (!(await givesTextVectors(folder, onnx))) throw notBuilt(folder.name, file, asked);
  return { pooling: 'pooled', origin: `the ONNX file itself; ${file} ${asked}` } as const;
}

/** Whether a graph gives one vector a text, by the names at the file's end. The session has the last word. */
async function givesTextVectors(folder: ModelFolder, onnx: string): Promise<boolean> {
  const end = new TextDecoder('latin1').decode(await folder.part(onnx, -(1 << 16)));
  // A name is a field with its length before it.
  return TEXT_OUTPUTS.some((name) => end.includes(`\n${String.fromCharCode(name.length)}${name}`));
}

/** `Dense` of `sentence_transformers.models.Dense`; a type of other code as it is. */
function nameOf(type: string): string {
  return type.startsWith('sentence_transformers.') ? type.slice(type.lastIndexOf('.') + 1) : type;
}

/**
 * The library's names of the poolings: since version 6 a text or a list, before it a boolean for each. The mean where it names
 * none.
 */
function modesOf(config: Config): readonly string[] {
  const older = config
    .keysOf((value) => value === true)
    .filter((key) => key.startsWith('pooling_mode_'))
    .map((key) => key.slice('pooling_mode_'.length).replace(/^(cls|max|mean|weightedmean)_tokens?$/, '$1'));
  return config.texts('pooling_mode') ?? (older.length === 0 ? ['mean'] : older);
}
