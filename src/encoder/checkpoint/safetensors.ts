/** Headers of safetensors files: where each tensor lies. Nothing of a file is believed. */

import * as v from 'valibot';

import { BrokenModelFileError, MissingModelFileError } from '../errors';
import type { ModelFolder } from '../model-folder';

export interface Tensor {
  readonly file: string;
  readonly dtype: string;
  readonly dims: readonly number[];
  /** Where its bytes begin in the file, and where those of all tensors do. */
  readonly offset: number;
  readonly dataFrom: number;
  readonly bytes: number;
}

export type Tensors = ReadonlyMap<string, Tensor>;

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const withoutMetadata = (header: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(header).filter(([name]) => name !== '__metadata__'));
const Header = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform(withoutMetadata),
  v.record(
    v.string(),
    v.object({ dtype: v.string(), shape: v.array(Whole), data_offsets: v.tuple([Whole, Whole]) }),
  ),
);
const Index = v.looseObject({ weight_map: v.record(v.string(), v.string()) });

/** Of the types that are run. */
const BYTES_EACH: Readonly<Record<string, number>> = { F32: 4, F16: 2, BF16: 2, I8: 1 };

/** The format's own limit. */
const MOST_HEADER_BYTES = 100_000_000;

/** The weight files in a folder of the checkpoint: one, or the shards that an index names. @throws BrokenModelFileError, MissingModelFileError */
export async function weightFiles(folder: ModelFolder): Promise<string[]> {
  const one = 'model.safetensors';
  if (folder.has(one)) return [one];
  const file = `${one}.index.json`;
  const index = await folder.json(file, Index);
  const shards = [...new Set(Object.values(index?.weight_map ?? {}))].sort();
  const absent = shards.find((path) => !folder.has(path));
  if (absent === undefined) return shards;
  throw new MissingModelFileError(folder.name, absent, `${file} names it. Copy it into the folder.`);
}

/** @throws BrokenModelFileError where the header is not what the format says */
export async function readTensors(folder: ModelFolder, file: string): Promise<Tensors> {
  const broken = (reason: string) =>
    new BrokenModelFileError(folder.name, file, `${reason} Save or download it again.`);
  const size = folder.files.find(({ path }) => path === file)?.bytes ?? 0;
  if (size < 8) throw broken(`It has ${size} bytes: no safetensors file is so short.`);
  const length = Number(new DataView((await folder.part(file, 0, 8)).buffer).getBigUint64(0, true));
  const dataFrom = 8 + length;
  if (length > MOST_HEADER_BYTES || dataFrom > size) {
    throw broken(
      `Its header claims ${length} bytes, and the file has ${size}: it is cut off, or is no safetensors file.`,
    );
  }
  const header = folder.parsed(file, await folder.part(file, 8, dataFrom), Header);
  const tensors = new Map<string, Tensor>();
  const inOrder = Object.entries(header).sort(([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0]);
  let end = 0;
  for (const [name, { dtype, shape, data_offsets: offsets }] of inOrder) {
    const [from, to] = offsets;
    const each = BYTES_EACH[dtype];
    const bytes = shape.reduce((product, dim) => product * dim, each ?? Number.NaN);
    if (each !== undefined && to - from !== bytes) {
      throw broken(
        `Its tensor ${name} has ${to - from} bytes, and ${dtype} of [${shape.join(', ')}] needs ${bytes}.`,
      );
    }
    if (from !== end || to < from || dataFrom + to > size) {
      throw broken(
        `Its tensor ${name} lies at ${from} to ${to}, where ${end} was expected and ${size - dataFrom} bytes are.`,
      );
    }
    end = to;
    tensors.set(name, { file, dtype, dims: shape, offset: dataFrom + from, dataFrom, bytes: to - from });
  }
  return tensors;
}
