/** Files that a user picks or drops: a model folder, candidate files, or folders of them; and where the page's own models are. */

import type { PickedFile } from '../../encoder/types';
import { EmptyFolderError } from '../../app/errors';

export function modelBase(): URL {
  return new URL('models/', document.baseURI);
}

export interface PickedFolder {
  readonly name: string;
  readonly files: readonly PickedFile[];
}

/**
 * A folder picked with an input of `webkitdirectory`, with paths relative to it.
 * @throws EmptyFolderError
 */
export function pickedFolder(files: readonly File[]): PickedFolder {
  const [first] = files;
  if (!first) throw new EmptyFolderError('');
  const name = first.webkitRelativePath.split('/')[0] ?? '';
  return {
    name,
    files: files.map((file) => ({ path: file.webkitRelativePath.slice(name.length + 1) || file.name, file })),
  };
}

/** Reads a drop. Call it during the event: the list of items is empty afterwards. */
export async function readDrop(
  transfer: DataTransfer,
): Promise<{ readonly files: readonly File[]; readonly folders: readonly PickedFolder[] }> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const files = [...transfer.files];
  const folders = entries.filter((entry) => entry !== null).filter(isDirectory);
  // Without a folder the list of files is complete.
  if (folders.length === 0) return { files, folders: [] };
  const single = entries.filter((entry) => entry !== null).filter(isFile);
  return {
    files: await Promise.all(single.map(fileOf)),
    folders: await Promise.all(
      folders.map(async (folder) => ({ name: folder.name, files: await filesOf(folder, '') })),
    ),
  };
}

/** True for a folder that looks like a model: it holds a tokenizer, or weights. */
export function isModelFolder(folder: PickedFolder): boolean {
  return folder.files.some(({ path }) => /^tokenizer\.json$|\.onnx$|^[^/]*\.safetensors$/.test(path));
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function filesOf(folder: FileSystemDirectoryEntry, prefix: string): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  for (const entry of await childrenOf(folder)) {
    if (isDirectory(entry)) found.push(...(await filesOf(entry, `${prefix}${entry.name}/`)));
    else if (isFile(entry)) found.push({ path: prefix + entry.name, file: await fileOf(entry) });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A reader gives the children in portions; an empty one ends them. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return children;
    children.push(...portion);
  }
}
