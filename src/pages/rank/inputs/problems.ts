/** What needs a hand among the files, in a few words each: questions, refusals, files that wait, lines left out. */

import type { FileEntry } from '../../../session/files/file-entries.svelte';
import type { SourcesState } from '../../../session/files/sources-state.svelte';
import { countOf } from '../../../ui/words';

export interface Problem {
  readonly words: string;
  /** Key of the first file that it is about. */
  readonly file: number;
}

type Files = Pick<SourcesState, 'asking' | 'failed' | 'waiting' | 'loaded'>;

export function problemsOf({ asking, failed, waiting, loaded }: Files): Problem[] {
  const partly = loaded.flatMap((file) => {
    const rejected = file.loaded?.sources[0]?.counts.rejected ?? 0;
    return rejected > 0
      ? [{ file, words: `${countOf(rejected, 'record')} of ${file.file.name} left out` }]
      : [];
  });
  return [
    ...asking.map((file) => ({ words: `${file.file.name} asks a question`, file: file.key })),
    ...counted(failed, 'refused', 'refused'),
    ...counted(waiting, 'waits for another', 'wait for others'),
    ...partly.map(({ file, words }) => ({ words, file: file.key })),
  ];
}

function counted(files: readonly FileEntry[], one: string, many: string): Problem[] {
  const [first] = files;
  if (!first) return [];
  return [{ words: `${countOf(files.length, 'file')} ${files.length === 1 ? one : many}`, file: first.key }];
}
