/** Files that `npx negscope FILES` serves beside the page, under the same origin and token. */

import * as v from 'valibot';

import { GivenUnavailableError } from '../../app/errors';
import type { PickedFolder } from '../encoder/picked-folder';
import { fetched } from './fetched';

const Listed = v.array(v.object({ path: v.string(), address: v.string() }));
const Given = v.object({
  files: Listed,
  folders: v.array(v.object({ name: v.string(), files: Listed })),
  model: v.nullable(v.object({ name: v.string(), files: Listed })),
  /** Names of the reference sources; null where none were named. */
  reference: v.nullable(v.array(v.string())),
});

type Listed = v.InferOutput<typeof Listed>;

export interface GivenFiles {
  readonly files: readonly File[];
  readonly folders: readonly PickedFolder[];
  readonly model: PickedFolder | null;
  readonly reference: readonly string[] | null;
}

/** Whether the page was opened with files. @param search of its address */
export function hasGiven(search: string): boolean {
  return new URLSearchParams(search).has('given');
}

/**
 * @param base address of the page
 * @throws GivenUnavailableError
 */
export async function fetchGiven(base: string): Promise<GivenFiles> {
  const address = new URL('given/index.json', base);
  const parsed = v.safeParse(Given, JSON.parse(await (await read(address)).text()));
  if (!parsed.success) throw new GivenUnavailableError(address.pathname, 'it is not a list of files.');
  const { files, folders, model, reference } = parsed.output;
  const fetchAll = (listed: Listed) =>
    Promise.all(
      listed.map(async ({ path, address: at }) => {
        const file = new File([await read(new URL(at, address))], path.split('/').at(-1) ?? path);
        return { path, file };
      }),
    );
  const folder = async ({ name, files: listed }: { name: string; files: Listed }): Promise<PickedFolder> => ({
    name,
    files: await fetchAll(listed),
  });
  return {
    files: (await fetchAll(files)).map(({ file }) => file),
    folders: await Promise.all(folders.map(folder)),
    model: model && (await folder(model)),
    reference,
  };
}

function read(address: URL): Promise<Blob> {
  return fetched(address, (response) => response.blob(), GivenUnavailableError);
}
