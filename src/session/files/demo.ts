/** The demo that comes with the page: its index, and its files as a user would pick them. */

import * as v from 'valibot';

import { DemoUnavailableError } from '../../app/errors';

const Index = v.object({
  about: v.string(),
  reference: v.array(v.string()),
  sources: v.pipe(v.array(v.object({ file: v.string(), name: v.string(), how: v.string() })), v.minLength(1)),
});

export interface Demo {
  readonly about: string;
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
  const parsed = v.safeParse(Index, await read(address, (response) => response.json()));
  if (!parsed.success) throw new DemoUnavailableError(address.pathname, 'it is not an index of sources.');
  const { about, reference, sources } = parsed.output;
  const files = await Promise.all(
    sources.map(async ({ file }) => {
      const bytes = await read(new URL(file, address), (response) => response.blob());
      return new File([bytes], file.split('/').at(-1) ?? file);
    }),
  );
  return {
    about,
    reference,
    files,
    notes: new Map(sources.map(({ how }, i) => [files[i]?.name ?? '', how])),
  };
}

async function read<T>(address: URL, body: (response: Response) => Promise<T>): Promise<T> {
  try {
    const response = await fetch(address);
    if (response.ok) return await body(response);
    throw new Error(`the server answered ${response.status}.`);
  } catch (error) {
    throw new DemoUnavailableError(address.pathname, error instanceof Error ? error.message : String(error));
  }
}
