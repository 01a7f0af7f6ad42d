/** Model folders for tests, as the user picks them from disk. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** A folder of files given as text, bytes, or anything that becomes JSON. */
export function pickedFolder(name: string, files: Readonly<Record<string, unknown>>): Promise<ModelFolder> {
  const picked = Object.entries(files).map(([path, content]) => {
    const data =
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content);
    return { path, file: new File([data as BlobPart], path) };
  });
  return openModelFolder({ kind: 'picked', name, files: picked }, NOWHERE);
}

/** All files of a folder on disk. */
export function folderOnDisk(name: string, directory: string): Extract<ModelSource, { kind: 'picked' }> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return {
    kind: 'picked',
    name,
    files: paths.map((path) => ({
      path: path
        .slice(directory.length + 1)
        .split(sep)
        .join('/'),
      file: new File([readFileSync(path)], path),
    })),
  };
}

export const openOnDisk = (name: string, directory: string): Promise<ModelFolder> =>
  openModelFolder(folderOnDisk(name, directory), NOWHERE);
