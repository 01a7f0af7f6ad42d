/** A model folder in Hugging Face layout, served by the page or picked from disk. */

import * as v from 'valibot';

import { sha256OfStream } from '../hash';
import { BrokenModelFileError, MissingModelFileError, ModelIndexError, reasonOf } from './errors';
import type { ModelFileInfo, ModelSource, OnnxChoice } from './types';

/** The bytes of a folder by relative path. */
export class ModelFolder {
  constructor(
    readonly name: string,
    /** "bundled", the hub id it came from, or "folder from disk". */
    readonly origin: string,
    /** True for one from disk. */
    readonly isLocal: boolean,
    /** Those of a served folder with the hash in the list of models. */
    readonly files: readonly (Omit<ModelFileInfo, 'sha256'> & Partial<ModelFileInfo>)[],
    /** Gives a file of the list. */
    private readonly open: (path: string) => Promise<Blob>,
  ) {}

  has(path: string): boolean {
    return this.files.some((file) => file.path === path);
  }

  /** Size and hash of a file. The hash of a picked one is computed. @throws as `blob` */
  async info(path: string): Promise<ModelFileInfo> {
    const { bytes, sha256 } = this.listed(path);
    return { path, bytes, sha256: sha256 ?? (await sha256OfStream((await this.open(path)).stream())) };
  }

  /**
   * A file as it is; one from disk is not read.
   * @throws MissingModelFileError; BrokenModelFileError where a served file is not the listed one
   */
  async blob(path: string): Promise<Blob> {
    return this.open(this.listed(path).path);
  }

  /** Bytes of a file, of which nothing else is read where it is on disk. @throws as `blob` */
  async part(path: string, from = 0, to?: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.blob(path)).slice(from, to).arrayBuffer());
  }

  /**
   * A JSON file of the folder, checked by its schema; null where it is missing.
   * @throws BrokenModelFileError
   */
  async json<S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S> | null> {
    return this.has(path) ? this.parsed(path, await this.part(path), schema) : null;
  }

  /** JSON of a file. @throws BrokenModelFileError */
  parsed<S extends v.GenericSchema>(path: string, bytes: Uint8Array, schema: S): v.InferOutput<S> {
    let json: unknown;
    try {
      json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch (error) {
      throw new BrokenModelFileError(this.name, path, `It is not JSON: ${reasonOf(error)}.`);
    }
    const { success, output, issues } = v.safeParse(schema, json);
    if (success) return output;
    const where = v.getDotPath(issues[0]) ?? 'Top level';
    throw new BrokenModelFileError(this.name, path, `${where}: ${issues[0].message}.`);
  }

  private listed(path: string): ModelFolder['files'][number] {
    const file = this.files.find((each) => each.path === path);
    if (!file) throw missing(this.name, path);
    return file;
  }
}

const ModelIndex = v.object({
  schema_version: v.literal(1),
  models: v.array(
    v.object({
      name: v.string(),
      source: v.string(),
      description: v.optional(v.string()),
      files: v.array(v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })),
    }),
  ),
});

export type ServedModel = v.InferOutput<typeof ModelIndex>['models'][number];

/**
 * The models that the page serves.
 * @param base address of `models/`, with a slash at the end
 * @throws ModelIndexError
 */
export async function servedModels(base: URL): Promise<readonly ServedModel[]> {
  const response = await fetch(within(base, 'index.json')).catch(() => null);
  if (!response) {
    throw new ModelIndexError(
      "The list of the page's encoders (models/index.json) did not come. Reload once the page's server can be reached.",
    );
  }
  const json: unknown = response.ok ? await response.json().catch(() => null) : null;
  const { success, output, issues } = v.safeParse(ModelIndex, json);
  if (success) return output.models;
  const [issue] = issues;
  const why = response.ok
    ? `${v.getDotPath(issue) ?? 'top level'}: ${issue.message}`
    : `the server answered ${response.status}`;
  throw new ModelIndexError(
    `models/index.json cannot be read (${why}). Run "npm run build", which writes it, then reload.`,
  );
}

/**
 * Opens a folder.
 * @throws ModelIndexError, MissingModelFileError
 */
export async function openModelFolder(source: ModelSource, base: URL): Promise<ModelFolder> {
  if (source.kind === 'picked') {
    const picked = new Map(source.files.map(({ path, file }) => [path, file]));
    const listed = [...picked].map(([path, { size }]) => ({ path, bytes: size }));
    const open = async (path: string) => picked.get(path) as File;
    return new ModelFolder(source.name, 'folder from disk', true, listed, open);
  }
  const models = await servedModels(base);
  const model = models.find((m) => m.name === source.name);
  if (!model) {
    throw new MissingModelFileError(
      source.name,
      'the folder itself',
      `The page serves ${models.map((m) => m.name).join(', ') || 'no model'}.`,
    );
  }
  const { name, files } = model;
  const fetched = new Map<string, Promise<Blob>>();
  const open = (path: string) => {
    const file = fetched.get(path) ?? fetchVerified(model, path, base);
    fetched.set(path, file);
    file.catch(() => fetched.delete(path));
    return file;
  };
  return new ModelFolder(name, model.source, false, files, open);
}

/** A file's address. It keeps the query of the base, which names the build of the page. */
function within(base: URL, path: string): URL {
  return new URL(`${path}${base.search}`, base);
}

/** @throws MissingModelFileError; BrokenModelFileError where it is not the listed one */
async function fetchVerified({ name, files }: ServedModel, path: string, base: URL): Promise<Blob> {
  const data = await fetchFile(name, path, base);
  const listed = files.find((file) => file.path === path);
  if ((await sha256OfStream(data.stream())) === listed?.sha256) return data;
  const differs =
    'It differs from the SHA-256 in models/index.json. Copy the folder there again, then run "npm run build".';
  throw new BrokenModelFileError(name, path, differs);
}

async function fetchFile(folder: string, path: string, base: URL): Promise<Blob> {
  const address = within(base, `${encodeURIComponent(folder)}/${path}`);
  let response: Response;
  try {
    response = await fetch(address);
    if (response.ok) return await response.blob();
  } catch {
    const reason = "The page's server does not deliver it. Start it again, then try again.";
    throw new BrokenModelFileError(folder, path, reason);
  }
  throw missing(folder, path);
}

function missing(folder: string, path: string): MissingModelFileError {
  return new MissingModelFileError(folder, path, 'A model folder holds the files of its Hugging Face page.');
}

/** The checkpoint that training wrote, in one file or in shards. */
const CHECKPOINT = ['model.safetensors', 'model.safetensors.index.json'];

/** Whether a choice is a checkpoint and no ONNX file. */
export function isCheckpoint(path: string): boolean {
  return CHECKPOINT.includes(path);
}

/** ONNX files of the folder by name, and its checkpoint, which is computed in fp32 too: those in fp32 before the others. */
export function onnxChoices(folder: ModelFolder): OnnxChoice[] {
  const checkpoint = folder.files.find(({ path }) => isCheckpoint(path));
  const bytes = folder.files
    .filter(({ path }) => /^model[^/]*\.safetensors$/.test(path))
    .reduce((sum, file) => sum + file.bytes, 0);
  const onnx = folder.files
    .filter(({ path }) => /^(onnx\/)?[^/]+\.onnx$/.test(path))
    .map(({ path, bytes }) => ({ path, bytes, dtype: dtypeOf(path) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const all = checkpoint ? [...onnx, { path: checkpoint.path, bytes, dtype: 'fp32' }] : onnx;
  return all.sort((a, b) => Number(b.dtype === 'fp32') - Number(a.dtype === 'fp32'));
}

/** Number format of an ONNX file by the suffixes that Optimum and transformers.js write. */
function dtypeOf(path: string): string {
  const name = path.toLowerCase();
  if (/q4f16/.test(name)) return 'q4f16';
  if (/bf16|bfloat16/.test(name)) return 'bf16';
  // Optimum's O4 is O3 in half precision.
  if (/fp16|float16|_o4\./.test(name)) return 'fp16';
  if (/bnb4|q4/.test(name)) return 'q4';
  if (/quantized|int8|uint8|qint/.test(name)) return 'int8';
  return 'fp32';
}
