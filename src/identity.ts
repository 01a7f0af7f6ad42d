/**
 * What a file, a reading of it and an encoder are. Nothing is told apart by its name alone: two folders called
 * `checkpoint` are two encoders. Plain data, so that it can be kept and be part of a key.
 */

/** Path, size and date are known at once, the hash once the whole file was read. */
export interface FileIdentity {
  /** Within the folder that was given; the file's name where there was none. */
  readonly path: string;
  readonly bytes: number | null;
  /** When it was last changed, in milliseconds since 1970. */
  readonly modified: number | null;
  readonly sha256: string | null;
}

/** A file and how it is read. */
export interface FileAsRead<Options> {
  readonly file: FileIdentity;
  readonly options: Options;
}

/** What the records of a file come from. */
export interface ReadingIdentity<Options = unknown> extends FileAsRead<Options> {
  /** The companion files that were there when it was read, in which its ids were looked up. */
  readonly companions: readonly FileAsRead<Options>[];
}

/** `given`: the vectors in the files. `read`: known by its files' hashes, wherever the files are from. */
export interface ModelIdentity {
  readonly kind: 'given' | 'served' | 'picked' | 'read';
  readonly name: string;
  /** None of a served model: the build of the page fixes them. */
  readonly files: readonly FileIdentity[];
}

/** The vectors in the files, in place of an encoder. */
export const GIVEN_VECTORS: ModelIdentity = { kind: 'given', name: 'embeddings in the files', files: [] };

export function fileIdentity(file: File, path = file.name): FileIdentity {
  return { path, bytes: file.size, modified: file.lastModified, sha256: null };
}

/** The files of a model folder that this page reads: weights of other runtimes are none, nor a checkpoint beside an ONNX file. */
export function filesOfModel<F extends { readonly path: string }>(files: readonly F[]): F[] {
  const isExported = files.some(({ path }) => path.endsWith('.onnx'));
  const others = isExported ? /\.(safetensors|bin|pt|h5|msgpack|ot|gguf)$/ : /\.(bin|pt|h5|msgpack|ot|gguf)$/;
  return files.filter(({ path }) => !others.test(path));
}

/** An encoder before anything has read its files. @param source null for the vectors in the files */
export function chosenModel(
  source:
    | { readonly kind: 'served'; readonly name: string }
    | {
        readonly kind: 'picked';
        readonly name: string;
        readonly files: readonly { readonly path: string; readonly file: File }[];
      }
    | null,
): ModelIdentity {
  if (source === null) return GIVEN_VECTORS;
  const files = source.kind === 'picked' ? filesOfModel(source.files) : [];
  return {
    kind: source.kind,
    name: source.name,
    files: files.map(({ path, file }) => fileIdentity(file, path)),
  };
}

/** An encoder that a run or a mining has read. @param model null for the vectors in the files */
export function readModel(
  model: {
    readonly name: string;
    readonly files: readonly { readonly path: string; readonly sha256: string }[];
  } | null,
): ModelIdentity {
  if (model === null) return GIVEN_VECTORS;
  const files = model.files.map(({ path, sha256 }) => ({ path, bytes: null, modified: null, sha256 }));
  return { kind: 'read', name: model.name, files };
}

/** By their hashes where both are known, else by all that is known at once. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  if (one.sha256 !== null && other.sha256 !== null) return one.sha256 === other.sha256;
  return one.path === other.path && one.bytes === other.bytes && one.modified === other.modified;
}

/** A served model is its name; any other is its files, whatever its folder is called. */
export function isSameModel(one: ModelIdentity, other: ModelIdentity): boolean {
  if (one.kind !== other.kind || one.files.length !== other.files.length) return false;
  if (one.kind === 'served') return one.name === other.name;
  const [files, others] = [inOrder(one.files), inOrder(other.files)];
  return files.every((file, i) => {
    const its = others[i];
    return its !== undefined && isSameFile(file, its);
  });
}

function inOrder(files: readonly FileIdentity[]): FileIdentity[] {
  const key = ({ sha256, path }: FileIdentity) => sha256 ?? path;
  return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Of one file, with the same options. */
export function isSameRead(one: FileAsRead<unknown>, other: FileAsRead<unknown>): boolean {
  return isSameFile(one.file, other.file) && JSON.stringify(one.options) === JSON.stringify(other.options);
}

/** Whether two readings give the same records. */
export function isSameReading(one: ReadingIdentity, other: ReadingIdentity): boolean {
  return (
    isSameRead(one, other) &&
    one.companions.length === other.companions.length &&
    one.companions.every((companion) => other.companions.some((its) => isSameRead(companion, its)))
  );
}
