/** The demo's files as sources of the session, its reference sources marked, with the encoder that comes with the page. */

import { BUNDLED, served, type EncoderState } from '../encoder/encoder-state.svelte';
import { fetchDemo } from './demo';
import { singleFile } from './file-entries.svelte';
import type { SourcesState } from './sources-state.svelte';

/**
 * @param base address of the page
 * @returns what the demo is
 * @throws DemoUnavailableError
 */
export async function bringDemo(base: string, sources: SourcesState, encoder: EncoderState): Promise<string> {
  const demo = await fetchDemo(base);
  await Promise.all([
    sources.add(demo.files.map((file) => singleFile(file, demo.notes.get(file.name) ?? null))),
    encoder.listModels().then(() => encoder.choose(served(BUNDLED))),
  ]);
  for (const entry of sources.entries) entry.reference = demo.reference.includes(entry.name);
  return demo.about;
}
