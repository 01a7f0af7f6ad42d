/** Which sources of a file go on after another reading of it, told by their labels. */

import type { LoadedSource } from '../../candidates/outcomes';

export interface MatchedSources<Known> {
  /** Sources of the file, each with the one of the same label that was there before, or null. */
  readonly staying: readonly { readonly loaded: LoadedSource; readonly known: Known | null }[];
  /** Sources whose label the user had removed. */
  readonly gone: readonly LoadedSource[];
}

/**
 * The sources of a reading beside those of the reading before.
 * @param removed labels that stay away; where nothing else is left, none does
 */
export function matchSources<Known extends { readonly loaded: LoadedSource }>(
  sources: readonly LoadedSource[],
  before: readonly Known[],
  removed: readonly (string | null)[],
): MatchedSources<Known> {
  const isRemoved = ({ label }: LoadedSource) => removed.includes(label);
  const gone = sources.every(isRemoved) ? [] : sources.filter(isRemoved);
  const staying = sources
    .filter((source) => !gone.includes(source))
    .map((loaded) => ({ loaded, known: before.find((each) => each.loaded.label === loaded.label) ?? null }));
  return { staying, gone };
}
