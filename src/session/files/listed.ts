/** Files that lie beside the page, with a list of them: the demo's, and those that `npx negscope FILES` was given. */

import * as v from 'valibot';

import { ListUnavailableError } from '../../app/errors';
import { singleFile } from './file-entries.svelte';

const Listed = v.array(
  v.object({ path: v.string(), address: v.string(), note: v.optional(v.nullable(v.string()), null) }),
);
const Folder = v.object({ name: v.string(), files: Listed });
const List = v.object({
  files: Listed,
  folders: v.optional(v.array(Folder), []),
  model: v.optional(v.nullable(Folder), null),
  /** Names of the reference sources; null where none were named. */
  reference: v.nullable(v.array(v.string())),
});

type ListName = 'demo' | 'given';

/** Whether the page was opened with files. @param search of its address */
export function hasGiven(search: string): boolean {
  return new URLSearchParams(search).has('given');
}

/**
 * @param base address of the page
 * @throws ListUnavailableError
 */
export async function fetchListed(list: ListName, base: string) {
  const address = new URL(`${list}/index.json`, base);
  const parsed = v.safeParse(List, await fetched(list, address, (response) => response.json()));
  if (!parsed.success) throw new ListUnavailableError(list, address.pathname, 'it is not a list of files.');
  const { files, folders, model, reference } = parsed.output;
  const fetchAll = (listed: v.InferOutput<typeof Listed>) =>
    Promise.all(
      listed.map(async ({ path, address: at, note }) => {
        const bytes = await fetched(list, new URL(at, address), (response) => response.blob());
        return { path, file: new File([bytes], path.split('/').at(-1) ?? path), note };
      }),
    );
  const folder = async ({ name, files: listed }: v.InferOutput<typeof Folder>) => ({
    name,
    files: await fetchAll(listed),
  });
  return {
    files: (await fetchAll(files)).map(({ file, note }) => singleFile(file, note)),
    folders: await Promise.all(folders.map(folder)),
    model: model && (await folder(model)),
    reference,
  };
}

async function fetched<T>(
  list: ListName,
  address: URL,
  body: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const response = await fetch(address);
    if (response.ok) return await body(response);
    throw new Error(`the server answered ${response.status}.`);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ListUnavailableError(list, address.pathname, detail);
  }
}
