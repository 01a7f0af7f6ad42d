/** What is kept: parts as JSON, and the bytes of files that they name. All failures are `KeepError`s, in words. */

import { keepErrorOf } from './errors';
import { openKeepFolder, type KeepFolder } from './folder';
import { packPart, unpackPart, type PartKind, type PartRead } from './part';

const PART = '.json';
const BYTES = '.bytes';

export class KeepStore {
  constructor(private readonly folder: KeepFolder) {}

  /** The part as it was written last; null where there is none. @throws KeepError */
  read<Content>(kind: PartKind<Content>): Promise<PartRead<Content> | null> {
    return inWords(async () => {
      const file = await this.folder.read(kind.name + PART);
      // A file is made empty before it is first written: where that was cut short there is nothing yet.
      return file && file.size > 0 ? unpackPart(kind, await file.text()) : null;
    });
  }

  /** Replaces the part; a failure leaves the one before. @throws KeepError */
  write<Content>(kind: PartKind<Content>, content: Content): Promise<void> {
    return inWords(async () => {
      await this.folder.write(kind.name + PART, new Blob([await packPart(kind, content)]));
    });
  }

  /** @throws KeepError */
  forget(kind: PartKind<unknown>): Promise<void> {
    return inWords(() => this.folder.remove(kind.name + PART));
  }

  /**
   * Copies the bytes of a file.
   * @returns the name under which a part may refer to them
   * @throws KeepError
   */
  copy(file: Blob, onBytes?: (bytes: number) => void): Promise<string> {
    return inWords(async () => {
      const name = crypto.randomUUID() + BYTES;
      await this.folder.write(name, file, onBytes);
      return name;
    });
  }

  /** The bytes that were copied under this name; null where they are gone. @throws KeepError */
  bytesOf(name: string): Promise<File | null> {
    return inWords(() => this.folder.read(name));
  }

  /** Removes the bytes of files that no part names any more. @throws KeepError */
  removeBytesBut(named: readonly string[]): Promise<void> {
    return inWords(async () => {
      for (const { name } of await this.folder.list()) {
        if (!name.endsWith(PART) && !named.includes(name)) await this.folder.remove(name);
      }
    });
  }

  /** Bytes of all that is kept. @throws KeepError */
  size(): Promise<number> {
    return inWords(async () => (await this.folder.list()).reduce((sum, { bytes }) => sum + bytes, 0));
  }

  /** Removes everything. @throws KeepError */
  clear(): Promise<void> {
    return inWords(() => this.folder.clear());
  }
}

/** Opens what is kept, or makes a place for it. @returns null where nothing is and nothing is to be made @throws KeepError */
export function openKeepStore(options: { readonly create: boolean }): Promise<KeepStore | null> {
  return inWords(async () => {
    const folder = await openKeepFolder(options);
    return folder && new KeepStore(folder);
  });
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw keepErrorOf(error);
  }
}
