/** Which files of a folder are read: all but hidden ones, READMEs, licences and cards of mined files. */

import { listInWords, formatCount, countOf } from '../../ui/words';
import { shownName } from '../../candidates/names';
import { withShownName, type GivenFile } from './file-entries.svelte';
import type { PickedFolder } from '../encoder/picked-folder';

const ABOUT = /^(readme|licen[cs]e|copying|changelog|citation|authors)(\.[^.]*)*$/i;
/** The card that a mining writes beside its file (docs/MINING.md). */
const CARD = /\.card\.json$/i;
const OF_THE_SYSTEM = /^(thumbs\.db|desktop\.ini|__MACOSX)$/i;
const DATA = /\.(jsonl|ndjson|json|csv|tsv|tab|parquet|trec|run|qrels|gz)$/i;

const NAMES_SAID = 6;

/** The files of a folder, and the paths of those that are not read: the folder's name first. */
export function folderFiles({ name, files }: PickedFolder) {
  const all = files.map(({ path, file }) => ({ path, file, own: shownName(`${name}/${path}`) }));
  const skipped = all.filter(({ path }) => isSkipped(path));
  const read = all.filter((each) => !skipped.includes(each));
  return {
    files: read.map(({ file, own }): GivenFile => ({ file: withShownName(file), path: own, note: null })),
    skipped: skipped.map(({ own }) => own),
  };
}

/** True for hidden files, files of the system, a card of a mined file, and a README or licence. */
function isSkipped(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  if (parts.some((part) => part.startsWith('.') || OF_THE_SYSTEM.test(part))) return true;
  return CARD.test(name) || (ABOUT.test(name) && !DATA.test(name));
}

/** `3 files skipped: nq/LICENSE, nq/README.md and nq/.DS_Store.` */
export function skippedInWords(skipped: readonly string[]): string {
  const more = skipped.length - NAMES_SAID;
  const names = more > 0 ? [...skipped.slice(0, NAMES_SAID), `${formatCount(more)} more`] : skipped;
  return `${countOf(skipped.length, 'file')} skipped: ${listInWords(names)}.`;
}
