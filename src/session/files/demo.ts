/** The demo that comes with the page: its index, and its files as a user would pick them. */

import * as v from 'valibot';

import { DemoUnavailableError } from '../../app/errors';
import { BUNDLED, served, type EncoderState } from '../encoder/encoder-state.svelte';
import { fetched } from './fetched';
import { singleFile } from './file-entries.svelte';
import type { SourcesState } from './sources-state.svelte';

const Index = v.object({
  reference: v.array(v.string()),
  sources: v.pipe(v.array(v.object({ file: v.string(), name: v.string(), how: v.string() })), v.minLength(1)),
});

export interface Demo {
  /** Names of the reference sources. */
  readonly reference: readonly string[];
  readonly files: readonly File[];
  /** How each source was made, by its file's name. */
  readonly notes: ReadonlyMap<string, string>;
}

/**
 * Fetches the demo from the folder `demo` beside the page.
 * @param base address of the page
 * @throws DemoUnavailableError
 */
export async function fetchDemo(base: string): Promise<Demo> {
  const address = new URL('demo/index.json', base);
  const parsed = v.safeParse(
    Index,
    await fetched(address, (response) => response.json(), DemoUnavailableError),
  );
  if (!parsed.success) throw new DemoUnavailableError(address.pathname, 'it is not an index of sources.');
  const { reference, sources } = parsed.output;
  const files = await Promise.all(
    sources.map(async ({ file }) => {
      const bytes = await fetched(new URL(file, address), (answer) => answer.blob(), DemoUnavailableError);
      return new File([bytes], file.split('/').at(-1) ?? file);
    }),
  );
  return {
    reference,
    files,
    notes: new Map(sources.map(({ how }, i) => [files[i]?.name ?? '', how])),
  };
}

/**
 * Loads the demo's files, marks its reference sources and chooses the bundled encoder.
 * @param base address of the page
 * @throws DemoUnavailableError
 */
export async function bringDemo(base: string, sources: SourcesState, encoder: EncoderState): Promise<void> {
  const demo = await fetchDemo(base);
  await Promise.all([
    sources.add(demo.files.map((file) => singleFile(file, demo.notes.get(file.name) ?? null))),
    encoder.listModels().then(() => encoder.choose(served(BUNDLED))),
  ]);
  // An address has the last word on whom to trust.
  const trusted = sources.trusted ?? demo.reference;
  for (const entry of sources.entries) entry.reference = trusted.includes(entry.name);
}
