/** The encoder that comes with the page, for a few texts: read when it is first asked, in this thread. */

import { readFolderInfo } from '../../encoder/folder-settings';
import { EncoderModel } from '../../encoder/model';
import { openModelFolder } from '../../encoder/model-folder';
import { openTable } from '../../encoder/table';
import type { ModelSource } from '../../encoder/types';
import { BUNDLED } from './encoder-state.svelte';
import { modelBase } from './picked-folder';

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

let opened: Promise<Embed> | null = null;

/** Unit vectors. @throws MissingModelFileError, BrokenModelFileError; the next call tries again */
export async function embedBundled(texts: readonly string[]): Promise<Float32Array[]> {
  opened ??= openStatic({ kind: 'served', name: BUNDLED }, modelBase());
  try {
    return await (
      await opened
    )(texts);
  } catch (error) {
    opened = null;
    throw error;
  }
}

/** An encoder that is a table of tokens. @throws as {@link embedBundled} */
export async function openStatic(source: ModelSource, base: URL): Promise<Embed> {
  const folder = await openModelFolder(source, base);
  const info = await readFolderInfo(folder);
  const model = await EncoderModel.open(folder, info.onnx[0]?.path ?? '', info.settings);
  const [table, tokenizer] = await Promise.all([model.table(), model.tokenizer()]);
  if (!table) throw new Error(`${folder.name} is not a table of tokens.`);
  const encoder = openTable(table);
  const { maxTokens } = info.settings;
  return (texts) => encoder.encode(texts.map((text) => tokenizer.encode(text, maxTokens).ids));
}
