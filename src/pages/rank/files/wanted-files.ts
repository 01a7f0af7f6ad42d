/** The companion files that a waiting file needs, as a checklist. */

import { countInWords } from '../../../ui/words';
import { RECORD_FORMATS, type NamedKind } from '../../../candidates/formats/catalogue';
import type { LoadedCompanion, WaitingFile } from '../../../candidates/outcomes';

export interface WantedFile {
  readonly kind: NamedKind;
  /** Name of a file of this kind, or null if there is none. */
  readonly file: string | null;
  /** False while ids are missing, even if there is a file of this kind. */
  readonly there: boolean;
  readonly words: string;
}

const KINDS: readonly NamedKind[] = ['qrels', 'queries', 'corpus'];

const WORDS: Readonly<Record<NamedKind, string>> = {
  qrels: 'the judgements (qrels): query id, document id, relevance',
  queries: 'the queries: id and text',
  corpus: 'the corpus: id and text',
};

const ID: Readonly<Record<NamedKind, string>> = {
  qrels: 'query id',
  queries: 'query id',
  corpus: 'document id',
};

/** Every kind that the file's format needs or its records name. */
export function wantedFiles(
  { interpretation, needs }: Pick<WaitingFile, 'interpretation' | 'needs'>,
  companions: readonly Pick<LoadedCompanion, 'kind' | 'file'>[],
): WantedFile[] {
  const ofFormat = RECORD_FORMATS.find(({ id }) => id === interpretation.format)?.needs ?? [];
  return KINDS.filter((kind) => ofFormat.includes(kind) || needs.some((need) => need.kind === kind)).map(
    (kind) => {
      const file = companions.find((companion) => companion.kind === kind)?.file ?? null;
      const missing = needs.find((need) => need.kind === kind);
      const example =
        missing && missing.example !== '' ? `, with the ${ID[kind]} ${missing.example.slice(0, 40)}` : '';
      return { kind, file, there: !missing, words: `${WORDS[kind]}${example}` };
    },
  );
}

/** `It waits for two more files.` */
export function waitsInWords({ needs }: Pick<WaitingFile, 'needs'>): string {
  return `It waits for ${countInWords(needs.length)} more ${needs.length === 1 ? 'file' : 'files'}.`;
}
