/** The companion files that a waiting file needs, as a checklist. */

import { RECORD_FORMATS, type NamedKind } from '../../../candidates/formats/catalogue';
import type { LoadedCompanion, WaitingFile } from '../../../candidates/outcomes';

const KINDS: readonly { readonly kind: NamedKind; readonly words: string; readonly id: string }[] = [
  { kind: 'qrels', words: 'the judgements (qrels): query id, document id, relevance', id: 'query id' },
  { kind: 'queries', words: 'the queries: id and text', id: 'query id' },
  { kind: 'corpus', words: 'the corpus: id and text', id: 'document id' },
];

/** Every kind that the file's format needs or its records name; not `there` while ids are missing, even if there is such a file. */
export function wantedFiles(
  { interpretation, needs }: WaitingFile,
  companions: readonly Pick<LoadedCompanion, 'kind' | 'file'>[],
) {
  const ofFormat = RECORD_FORMATS.find(({ id }) => id === interpretation.format)?.needs ?? [];
  return KINDS.flatMap(({ kind, words, id }) => {
    const missing = needs.find((need) => need.kind === kind);
    if (!missing && !ofFormat.includes(kind)) return [];
    const file = companions.find((companion) => companion.kind === kind)?.file ?? null;
    const example =
      missing && missing.example !== '' ? `, with the ${id} ${missing.example.slice(0, 40)}` : '';
    return { kind, file, there: !missing, words: `${words}${example}` };
  });
}
