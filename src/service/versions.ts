/** Which version a page gets when it is opened, and what may go. */

import type { Build } from './build';

/**
 * The version that is opened: the one that the user chose, as long as it is whole; where it can no longer be, the newest.
 *
 * @param chosen null where the user has not chosen yet
 * @param isWhole whether everything of a build is kept
 */
export function versionToOpen(
  newest: Build,
  chosen: Build | null,
  isWhole: (build: Build) => boolean,
): Build {
  if (chosen === null || chosen.version === newest.version) return newest;
  return isWhole(chosen) ? chosen : newest;
}

/** Where one is open: a tab, and the version that it says it has; null while it has not said it yet. */
export interface OpenTab {
  readonly version: string | null;
}

/**
 * The versions that have to be kept: the newest, the chosen one, and those of open tabs.
 *
 * @returns null where a tab has not said yet which version it has: then nothing may go
 */
export function versionsToKeep(
  newest: string,
  chosen: string | null,
  tabs: readonly OpenTab[],
): ReadonlySet<string> | null {
  const kept = new Set([newest]);
  if (chosen !== null) kept.add(chosen);
  for (const { version } of tabs) {
    if (version === null) return null;
    kept.add(version);
  }
  return kept;
}

/**
 * The files that no version needs any more.
 *
 * @param stored hashes of the files that are kept
 * @param kept versions that stay
 */
export function filesToDrop(stored: Iterable<string>, kept: readonly Build[]): string[] {
  const needed = new Set(kept.flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
  return [...stored].filter((sha256) => !needed.has(sha256));
}
