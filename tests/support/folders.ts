/** Model folders for tests, as the user picks them from disk. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { filesIn } from '../../src/cli/disk';
import { openModelFolder, type ModelFolder } from '../../src/encoder/model-folder';
import type { ModelSource } from '../../src/encoder/types';

const NOWHERE = new URL('http://localhost/models/');

/** The encoder that is part of the project. */
export const MINI = fileURLToPath(new URL('../../public/models/negscope-mini', import.meta.url));
export const POTION = fileURLToPath(new URL('../../../shared/models/potion-base-2M', import.meta.url));
export const potionIsHere = existsSync(join(POTION, 'tokenizer.json'));
/** Folders as sentence-transformers 6 saves them. */
export const CHECKPOINTS = fileURLToPath(new URL('../../../shared/checkpoints', import.meta.url));
export const checkpointsAreHere = existsSync(CHECKPOINTS);

type Picked = Extract<ModelSource, { kind: 'picked' }>;

/** A folder as the user picks it, of files given as text, bytes, or anything that becomes JSON. */
export function pickedModel(name: string, contents: Readonly<Record<string, unknown>>): Picked {
  const files = Object.entries(contents).map(([path, content]) => {
    const data =
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content);
    return { path, file: new File([data as BlobPart], path) };
  });
  return { kind: 'picked', name, files };
}

export function pickedFolder(name: string, files: Readonly<Record<string, unknown>>): Promise<ModelFolder> {
  return openModelFolder(pickedModel(name, files), NOWHERE);
}

export function folderOnDisk(name: string, directory: string): Picked {
  const contents = filesIn(directory).map((path) => [path, readFileSync(join(directory, path))] as const);
  return pickedModel(name, Object.fromEntries(contents));
}

export const openOnDisk = (name: string, directory: string): Promise<ModelFolder> =>
  openModelFolder(folderOnDisk(name, directory), NOWHERE);
