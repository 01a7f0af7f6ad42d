/** The command line of `npx negscope FILES`, and what the page is given of it. */

import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

import { names } from '../session/inputs/table';
import { askedInputs, filesAndFolders, Given, inputsHelp } from './arguments';
import { filesIn } from './disk';

export const USAGE = `usage: npx negscope [FILE or FOLDER…] [options]   open the page with these files
       npx negscope rank FILE… [options]    rank on the terminal: a table, and a report with --report
       npx negscope mine CORPUS … [options] mine negatives: BM25, dense
       npx negscope read FILE… [--json]     print what is understood of the files
       npx negscope serve [--port N]        serve the page alone
       npx negscope --version

  --reference A,B   names of the sources that you trust. They set the reference range
  --model DIR       folder of the encoder, as training wrote it: ranking begins at once, as it does with embeddings in the
                    files. Without it the page asks
  --port N          port of the page; any free one by default
  --no-open         print the address and open no browser

Settings that the page starts with:

${inputsHelp('open')}

Files and folders whose names begin with a dot are not read. Links out of a folder are followed only inside the Hugging Face
cache of its repository. Each command has its own --help.
Nothing leaves this machine: only this machine can reach the page and the files. Press Ctrl-C to stop.`;

/** Paths are absolute; null where nothing was given. */
type Asked = Omit<ReturnType<typeof parsePageArguments>, 'inputs' | 'port' | 'open'>;

/** @throws CommandError */
export function parsePageArguments(argv: readonly string[]) {
  const given = new Given(argv, USAGE);
  return {
    ...filesAndFolders(given.words),
    inputs: askedInputs(given, 'open'),
    model: given.path('model', 'folder'),
    reference: given.value('reference', names()),
    port: given.text('port') ?? undefined,
    open: !given.has('no-open'),
  };
}

/** What lies beside the page at an address: a file of this machine, or a text. */
export type Beside = { readonly file: string } | { readonly json: string };

/** Addresses for files and folders, and the list of them for the page. @throws CommandError for a link that leads out of its folder */
export function givenFiles({ files, folders, model, reference }: Asked): Map<string, Beside> {
  const beside = new Map<string, Beside>();
  const list = (file: string, path: string) => {
    const address = String(beside.size);
    beside.set(`given/${address}`, { file: realpathSync(file) });
    return { path, address };
  };
  const listFolder = (folder: string) => ({
    name: basename(folder),
    files: filesIn(folder).map((path) => list(join(folder, path), path)),
  });
  const index = {
    files: files.map((file) => list(file, basename(file))),
    folders: folders.map(listFolder),
    model: model === null ? null : listFolder(model),
    reference,
  };
  return beside.set('given/index.json', { json: JSON.stringify(index) });
}
