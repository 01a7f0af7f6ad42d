/** Files that wait for companions. */

import { passagesOf, Ref, type Draft, type Format } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import type { WaitingFile } from '../outcomes';
import type { NamedKind } from '../formats/catalogue';

export type Needs = WaitingFile['needs'];

const KINDS: readonly NamedKind[] = ['corpus', 'queries', 'qrels'];

/** The companions that a file needs, by its format and its first records, each with an example id. */
export function neededCompanions({ format, drafts }: FilePlan): Needs {
  return KINDS.flatMap((kind) => {
    const examples = drafts.map((draft) => exampleOf(draft, kind, format)).filter((id) => id !== null);
    const everywhere = examples.length > 0 && examples.length === drafts.length;
    if (!format.needs.includes(kind) && !everywhere) return [];
    return [{ kind, example: examples.find((example) => example.trim() !== '') ?? '' }];
  });
}

/** An id that a draft needs of a companion, or null. */
function exampleOf(draft: Draft, kind: NamedKind, format: Format): string | null {
  const { queryId, query } = draft;
  if (kind === 'queries') return query instanceof Ref ? query.id : null;
  if (kind === 'qrels')
    return format.needs.includes('qrels') ? (queryId ?? (query instanceof Ref ? query.id : null)) : null;
  const named = passagesOf(draft).filter((text) => text instanceof Ref);
  return (named.find(({ id }) => id !== '') ?? named[0])?.id ?? null;
}

const WORDS: Record<NamedKind, (id: string) => string> = {
  corpus: (id) => `a corpus${id === '' ? '' : ` with docid ${id}`}`,
  queries: (id) => `a queries file${id === '' ? '' : ` with query id ${id}`}`,
  qrels: (id) => `qrels that name relevant documents${id === '' ? '' : ` for the query ${id}`}`,
};

const ADVICE: Record<NamedKind, string> = {
  corpus: 'a corpus has an id and a text for each document (corpus.jsonl, collection.tsv, …)',
  queries: 'a queries file has an id and a text for each query (queries.jsonl, queries.tsv, …)',
  qrels: 'qrels have a query id, a document id and a relevance (qrels/test.tsv, …)',
};

export function waitingInWords(file: string, needs: Needs): string {
  const wanted = needs.map(({ kind, example }) => WORDS[kind](example.slice(0, 40)));
  const last = wanted.pop() ?? '';
  const list = wanted.length === 0 ? last : `${wanted.join(', ')} and ${last}`;
  const advice = needs.map(({ kind }) => ADVICE[kind]).join('; ');
  return `${file} needs ${list}. Drop the file that has it beside this one: ${advice}.`;
}
