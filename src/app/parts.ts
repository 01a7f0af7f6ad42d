/** The parts of the page that hold one page each: fetched while no work goes on, and named where one does not come. */

import { PartUnavailableError } from './errors';
import { PAGES, type PageEntry } from './pages';

/** How long a file may take; a slow line needs some of it. */
const LIMIT_MS = 20_000;

/** First loads and the user's first actions come before the other pages. */
const REST_MS = 3000;

/** Most pages share most of their files. */
const fetched = new Set<string>();

/**
 * The code of a page, which needs no server once it is there. A browser remembers an import that failed for as long as the document
 * is open, so all its files are fetched before.
 * @throws PartUnavailableError; it may be tried again
 */
export async function loadPart(entry: PageEntry): ReturnType<PageEntry['load']> {
  const missing = filesOf(entry).filter((path) => !fetched.has(path));
  await Promise.all(missing.map((path) => fetchWhole(entry, path)));
  const part = await entry.load();
  missing.forEach((path) => fetched.add(path));
  return part;
}

/** Loads all pages while nothing else goes on: later the server may be gone, or have another version. */
export async function loadOthers(isBusy: () => boolean): Promise<void> {
  const rested = () => new Promise((resolve) => setTimeout(resolve, REST_MS));
  await rested();
  for (const entry of PAGES) {
    while (isBusy()) await rested();
    // Opening it says what went wrong.
    await loadPart(entry).catch(() => undefined);
  }
}

/** As the build lists them; none under the development server. */
function filesOf({ id }: PageEntry): readonly string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name=negscope-parts]')?.content ?? '{}';
  return (JSON.parse(listed) as Readonly<Record<string, readonly string[]>>)[id] ?? [];
}

async function fetchWhole({ title }: PageEntry, path: string): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch(new URL(path, document.baseURI), { signal }).catch(() => null);
  if (answer?.ok === false) throw new PartUnavailableError(title, 'gone');
  const content = await answer?.arrayBuffer().catch(() => null);
  if (!content) throw new PartUnavailableError(title, signal.aborted ? 'silent' : 'unreached');
}
