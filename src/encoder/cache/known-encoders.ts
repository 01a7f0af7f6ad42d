/**
 * What an earlier run learned by opening an encoder, kept beside the embeddings. A run that finds all texts in the
 * cache then opens no session. It is cleared with the embeddings.
 */

import * as v from 'valibot';

import { cacheFolder, openAlone } from './cache-files';

const FOLDER = 'encoders';

const Known = v.object({
  /** Where the session runs, and why there. */
  device: v.object({ kind: v.picklist(['wasm', 'webgpu', 'javascript', 'native']), why: v.string() }),
  /** How the session pools, whatever was asked. */
  pooling: v.picklist(['mean', 'cls', 'pooled']),
  parity: v.nullable(
    v.object({ texts: v.number(), min_cosine: v.nullable(v.number()), warning: v.nullable(v.string()) }),
  ),
});

export type KnownEncoder = v.InferOutput<typeof Known>;

/**
 * What is known of an encoder; null where nothing is or it cannot be read.
 * @param key hash of everything that it follows from
 */
export async function recallEncoder(key: string): Promise<KnownEncoder | null> {
  try {
    const directory = await (await cacheFolder()).getDirectoryHandle(FOLDER);
    const file = await (await directory.getFileHandle(fileName(key))).getFile();
    const known = v.safeParse(Known, JSON.parse(await file.text()));
    return known.success ? known.output : null;
  } catch {
    return null;
  }
}

/** Keeps what is known of an encoder. If that fails, the next run just opens it again. */
export async function rememberEncoder(key: string, known: KnownEncoder): Promise<void> {
  try {
    const directory = await (await cacheFolder()).getDirectoryHandle(FOLDER, { create: true });
    const file = await openAlone(directory, fileName(key));
    try {
      file.truncate(0);
      file.write(new TextEncoder().encode(JSON.stringify(known)), { at: 0 });
      file.flush();
    } finally {
      file.close();
    }
  } catch {
    return;
  }
}

/** Forgets an encoder that could not be opened as remembered. */
export async function forgetEncoder(key: string): Promise<void> {
  try {
    const directory = await (await cacheFolder()).getDirectoryHandle(FOLDER);
    await directory.removeEntry(fileName(key));
  } catch {
    return;
  }
}

function fileName(key: string): string {
  return `${key}.json`;
}
