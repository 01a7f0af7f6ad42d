/** The loaded companion files. Judgements are kept; texts stay in their files until records name them. */

import type { CompanionKind, NamedKind } from '../formats/catalogue';
import {
  passagesOf,
  Ref,
  refsOf,
  type Draft,
  type EvaluationRecord,
  type Format,
  type Judgement,
} from '../formats/format';
import type { CompanionPlan, FilePlan } from '../formats/plan';
import type { LoadedCompanion, WaitingFile } from '../outcomes';
import { companionReading } from './entry-reading';
import { loadTextHash } from '../store/text-hash';
import { IdTexts } from './id-texts';

interface Held {
  /** Path inside the dropped folder. */
  readonly path: string;
  readonly plan: CompanionPlan;
  readonly loaded: LoadedCompanion;
  /** Null for files of texts. */
  readonly qrels: Qrels | null;
}

export class Companions {
  private readonly files = new Map<number, Held>();
  /** What is read of files of evaluation, by file. */
  readonly evaluations = new Map<number, readonly EvaluationRecord[]>();

  add(path: string, plan: CompanionPlan, loaded: LoadedCompanion, qrels: Qrels | null): void {
    this.files.set(loaded.id, { path, plan, loaded, qrels });
  }

  remove(id: number): void {
    this.files.delete(id);
    this.evaluations.delete(id);
  }

  has(kind: CompanionKind): boolean {
    const isText = kind === 'corpus' || kind === 'queries';
    return this.of(kind).length > 0 || (isText && this.texts().some(isOfEither));
  }

  get bytes(): number {
    return this.of('qrels').reduce((sum, { qrels }) => sum + (qrels?.bytes ?? 0), 0);
  }

  /**
   * The relevant documents of a query, by the qrels in the nearest folder that have it: highest grade first, equal ones in
   * file order.
   * @param path of the file of candidates
   * @param least grade of a relevant document
   */
  relevantTo(queryId: string, path: string, least: number): ReadonlySet<string> | undefined {
    let nearest = -1;
    const found: [string, number][] = [];
    for (const held of nearestFirst(this.of('qrels'), path)) {
      const documents = held.qrels?.gradesOf(queryId, least);
      const near = sharedFolders(held.path, path);
      if (documents === undefined || documents.length === 0 || near < nearest) continue;
      nearest = near;
      found.push(...documents);
    }
    if (found.length === 0) return undefined;
    return new Set(found.sort(([, a], [, b]) => b - a).map(([document]) => document));
  }

  /** Bytes of the files that {@link fill} reads. */
  bytesToRead(): number {
    return this.texts().reduce((sum, { loaded }) => sum + loaded.bytes, 0);
  }

  /**
   * Reads the wanted texts. Where several files have an id, the nearest folder counts, then the file loaded first; files that
   * may be of either kind come last.
   * @param path of the file of candidates
   * @param onBytes bytes read of all files together
   */
  async fill(
    wanted: IdTexts,
    path: string,
    signal: AbortSignal,
    onBytes: (bytes: number) => void,
  ): Promise<void> {
    let before = 0;
    const near = nearestFirst(this.texts(), path);
    const all = [...near.filter((held) => !isOfEither(held)), ...near.filter(isOfEither)];
    for (const { plan, loaded } of all) {
      const start = before;
      const onRead = (bytes: number) => onBytes(start + bytes);
      const kind = await kindAsWanted({ plan, loaded }, wanted, signal);
      if (!wanted.complete(kind)) {
        const take = (id: string, text: string) => wanted.offer(kind, id, text, loaded.id);
        await eachText(plan, signal, onRead, take);
      }
      before += loaded.bytes;
    }
  }

  /** The texts of some ids. */
  async textsOf(refs: readonly Ref[], path: string, signal: AbortSignal): Promise<IdTexts> {
    await loadTextHash();
    const wanted = new IdTexts();
    for (const ref of refs) wanted.wantRef(ref);
    if (refs.length > 0) await this.fill(wanted, path, signal, () => undefined);
    return wanted;
  }

  /** Whether every id that some drafts name has a text. */
  async haveAll(drafts: readonly Draft[], path: string, signal: AbortSignal): Promise<boolean> {
    const refs = drafts.flatMap(refsOf);
    if (!refs.every(({ kind }) => this.has(kind))) return false;
    const texts = await this.textsOf(refs, path, signal);
    return refs.every((ref) => texts.textOfRef(ref) !== undefined);
  }

  private of(kind: CompanionKind): Held[] {
    return [...this.files.values()].filter(({ loaded }) => loaded.kind === kind);
  }

  private texts(): Held[] {
    return [...this.of('corpus'), ...this.of('queries')];
  }
}

/**
 * The kind as which a file of texts serves some records: of one that may be either the other one where they name only its ids
 * as those.
 */
async function kindAsWanted(
  { plan, loaded }: Pick<Held, 'plan' | 'loaded'>,
  wanted: IdTexts,
  signal: AbortSignal,
): Promise<Ref['kind']> {
  const own = loaded.kind as Ref['kind'];
  const other = own === 'corpus' ? 'queries' : 'corpus';
  if (!isOfEither({ plan }) || wanted.complete(other)) return own;
  const found = { corpus: 0, queries: 0 };
  await eachText(
    plan,
    signal,
    () => undefined,
    (id) => {
      for (const kind of [own, other] as const) if (wanted.wants(kind, id)) found[kind] += 1;
    },
  );
  return found[own] === 0 && found[other] > 0 ? other : own;
}

/** Reads the texts of a companion. Its rejects were reported when it was loaded. */
async function eachText(
  plan: CompanionPlan,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
  take: (id: string, text: string) => void,
): Promise<void> {
  const reading = companionReading(plan, (entry) => {
    if ('text' in entry) take(entry.id, entry.text);
  });
  await reading.read(signal, { onBytes, onReject: () => undefined });
}

function isOfEither({ plan: { companion } }: Pick<Held, 'plan'>): boolean {
  return companion.isEither === true;
}

/** Data sets lie in folders of their own: the companions of a file are those nearest to it. */
function nearestFirst(files: readonly Held[], path: string): Held[] {
  return [...files].sort((a, b) => sharedFolders(b.path, path) - sharedFolders(a.path, path));
}

/** Number of folders from the top that two paths share. */
function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const differs = left.findIndex((folder, index) => folder !== right[index]);
  return differs === -1 ? left.length : differs;
}

/** Judged documents of each query with their grades, in file order. Of a pair judged more than once the highest grade counts. */
export class Qrels {
  private readonly grades = new Map<string, Map<string, number>>();
  private ids = 0;

  get bytes(): number {
    return this.ids * 130 + this.grades.size * 300;
  }

  add({ queryId, documentId, relevance }: Judgement): void {
    const documents = this.grades.get(queryId);
    if (documents === undefined) this.grades.set(queryId, new Map([[documentId, relevance]]));
    else documents.set(documentId, Math.max(relevance, documents.get(documentId) ?? relevance));
    this.ids += 1;
  }

  /** Documents with a grade of at least `least`, in file order. */
  gradesOf(queryId: string, least: number): [string, number][] {
    return [...(this.grades.get(queryId) ?? [])].filter(([, grade]) => grade >= least);
  }
}

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
