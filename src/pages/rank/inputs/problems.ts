/** What needs a hand among the files, in a few words each: questions, refusals, files that wait, lines left out. */

import type { FileEntry } from '../../../session/files/file-entries.svelte';
import type { SourcesState } from '../../../session/files/sources-state.svelte';
import { countOf } from '../../../ui/words';

export interface Problem {
  readonly words: string;
  /** Key of the first file that it is about. */
  readonly file: number;
}

type Files = Pick<SourcesState, 'refused' | 'waiting' | 'loaded'>;

export function problemsOf({ refused, waiting, loaded }: Files): Problem[] {
  const asking = refused.filter(({ refused: why }) => why?.error === 'FieldsUnclearError');
  const failed = refused.filter((file) => !asking.includes(file));
  const partly = loaded.flatMap((file) => {
    const rejected = file.loaded?.sources[0]?.counts.rejected ?? 0;
    return rejected > 0
      ? [{ file, words: `${countOf(rejected, 'record')} of ${file.file.name} left out` }]
      : [];
  });
  return [
    ...asking.map((file) => ({ words: `${file.file.name} asks a question`, file: file.key })),
    ...counted(waiting, 'waits for another', 'wait for others'),
    ...counted(failed, 'refused', 'refused'),
    ...partly.map(({ file, words }) => ({ words, file: file.key })),
  ];
}

function counted(files: readonly FileEntry[], one: string, many: string): Problem[] {
  const [first] = files;
  if (!first) return [];
  return [{ words: `${countOf(files.length, 'file')} ${files.length === 1 ? one : many}`, file: first.key }];
}
