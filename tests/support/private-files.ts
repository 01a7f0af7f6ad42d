/** The origin private file system over a folder on disk: that of the commands, and what a browser's may refuse. */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { DirectoryHandle } from '../../src/cli/disk';

type FileHandle = Awaited<ReturnType<DirectoryHandle['getFileHandle']>>;

interface Disk {
  /** Bytes at which a file does not grow any more. */
  readonly limit?: number;
  /** Files that are open, of a browser that opens each for one tab alone. */
  readonly alone?: Set<string>;
}

/** For `navigator.storage`. @param root an existing folder */
export function privateFiles(root: string, disk: Disk = {}) {
  return { getDirectory: () => Promise.resolve(new Folder(root, disk)) };
}

class Folder extends DirectoryHandle {
  constructor(
    path: string,
    private readonly disk: Disk,
  ) {
    super(path);
  }

  override async getDirectoryHandle(name: string): Promise<Folder> {
    return new Folder((await super.getDirectoryHandle(name)).path, this.disk);
  }

  /** With all that is in it. */
  async removeEntry(name: string): Promise<void> {
    const path = join(this.path, name);
    if (!existsSync(path)) throw new DOMException(`${path} is not there.`, 'NotFoundError');
    rmSync(path, { recursive: true });
  }

  override async getFileHandle(name: string): Promise<FileHandle> {
    return refusing(await super.getFileHandle(name), join(this.path, name), this.disk);
  }
}

function refusing(file: FileHandle, path: string, { limit = Infinity, alone }: Disk): FileHandle {
  const open = file.createSyncAccessHandle.bind(file);
  file.createSyncAccessHandle = async () => {
    if (alone?.has(path)) throw new DOMException('It is open.', 'NoModificationAllowedError');
    alone?.add(path);
    const handle = await open();
    const [write, close] = [handle.write.bind(handle), handle.close.bind(handle)];
    handle.write = (bytes, place) => {
      if (place.at + bytes.length > limit) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return write(bytes, place);
    };
    handle.close = () => {
      alone?.delete(path);
      close();
    };
    return handle;
  };
  return file;
}
