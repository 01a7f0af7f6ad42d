/** What is mined from: distinct passages, and records with their positives; and what was wrong with the input. */

import { normalForm } from '../lexical/normal-form';
import { seededPriority } from '../scoring/random';
import { countOf, formatBytes, formatCount } from '../ui/words';

/** What stops a mining, in a sentence that says what to do. */
export class MiningInputError extends Error {
  override readonly name = 'MiningInputError';
}

/** A record that negatives are mined for. */
export interface CorpusRecord {
  /** As the file has it, else its number. */
  readonly id: string;
  readonly query: string;
  /** Places of its positives in the corpus, the first one first. */
  readonly positives: readonly number[];
}

/** What is counted, and the rest of what is told where it is not 0; null: nothing is told. */
export type CountWords = readonly [noun: string, rest: string] | null;

/** The counts that are not 0, in the words of their table. */
export function counted<Name extends string>(
  counts: Readonly<Record<NoInfer<Name>, unknown>>,
  table: Readonly<Record<Name, CountWords>>,
): string[] {
  const rows = Object.entries(table) as [Name, CountWords][];
  return rows.flatMap(([name, words]) => {
    const count = Number(counts[name]);
    return words === null || count === 0 ? [] : [countOf(count, words[0], pluralOf(words[0])) + words[1]];
  });
}

function pluralOf(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

export function noneOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Record<Name, number> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, 0])) as Record<Name, number>;
}

/**
 * What is counted of the input, and how it is told where it is not 0. Everything that was given and is not mined is in one of
 * them.
 */
export const INPUT_COUNTS = {
  passages_read: null,
  // Distinct texts that are mined from.
  passages: null,
  blank_passages: ['blank passage', ' left out'],
  repeated_passages: ['repeated passage', ': each text counts once'],
  ids_with_two_texts: ['passage', ' whose id belongs to another text already: the first text counts'],
  positives_added: ['positive', ' added to the corpus, which lacked them'],
  passages_left_out: ['passage', ' not drawn into the sample'],
  queries_read: null,
  blank_queries: ['blank query', ' left out'],
  repeated_queries: ['query', ' under an id that came before: the first counts'],
  joined_rows: ['row', ' joined to a record with the same id and query'],
  queries_without_positive: ['query', ' without a positive, not mined for'],
  // Judgements of a query or a document that is nowhere.
  unknown_queries: ['judged query', ' that no file has'],
  unknown_positives: ['judged document', ' that no corpus has'],
  // Records that are mined for: queries_read less blank, repeated, joined ones and those without a positive.
  records: null,
} as const satisfies Readonly<Record<string, CountWords>>;

export type CorpusCounts = Readonly<Record<keyof typeof INPUT_COUNTS, number>>;

export interface MiningCorpus {
  readonly texts: readonly string[];
  /** Id of each passage, as the corpus has it, else its number. */
  readonly ids: readonly string[];
  readonly records: readonly CorpusRecord[];
  /** Passages that are relevant documents of an evaluation. */
  readonly evaluation: ReadonlySet<number>;
  readonly counts: CorpusCounts;
}

interface GivenRecord {
  readonly id: string | null;
  readonly query: string;
  readonly positives: readonly string[];
  readonly negatives: readonly string[];
}

interface Passage {
  readonly id: string | null;
  readonly text: string;
  priority: number;
}

/** A passage that is kept whatever the sample. */
const ALWAYS = -1;

export interface SampleOfPassages {
  readonly passages: number;
  readonly seed: number;
}

/**
 * Collects passages, queries, judgements and records in any order; for a sample, queries and judgements come before the
 * passages, so that positives are known.
 */
export class CorpusBuilder {
  private readonly places = new Map<string, Passage>();
  private readonly byId = new Map<string, string>();
  private readonly counts = noneOf(INPUT_COUNTS);
  private readonly queries = new Map<string, string>();
  private readonly judged = new Map<string, Set<string>>();
  private readonly judgedDocuments = new Set<string>();
  /** Records by id and query: rows with the same are one. */
  private readonly given = new Map<string, { id: string | null; query: string; positives: Set<string> }>();
  /** Positives of records. */
  private readonly positiveTexts = new Set<string>();
  /** Passages with a larger priority are left out of the sample. */
  private limit = Infinity;
  private characters = 0;

  /**
   * @param sample how many passages are kept beside the positives; null: all
   * @param mostCharacters of texts that may be held
   */
  constructor(
    private readonly sample: SampleOfPassages | null,
    private readonly mostCharacters = Infinity,
  ) {}

  /** A passage of a corpus. @throws MiningInputError where the texts do not fit */
  addPassage(id: string | null, text: string): void {
    this.counts.passages_read++;
    if (text === '') {
      this.counts.blank_passages++;
      return;
    }
    const known = id === null ? undefined : this.byId.get(id);
    if (known !== undefined && known !== text) {
      this.counts.ids_with_two_texts++;
      return;
    }
    const isPositive = this.positiveTexts.has(text) || (id !== null && this.judgedDocuments.has(id));
    const held = this.places.get(text);
    if (held) {
      this.counts.repeated_passages++;
      if (isPositive) held.priority = ALWAYS;
    } else {
      const { sample } = this;
      const priority = sample === null || isPositive ? ALWAYS : seededPriority(sample.seed, text, 0);
      if (priority > this.limit) {
        this.counts.passages_left_out++;
        return;
      }
      this.put(id, text, priority);
    }
    if (id !== null) this.byId.set(id, text);
    // What is surely not in the sample goes once twice as many as wanted are held.
    const positives = this.judgedDocuments.size + this.positiveTexts.size;
    const most = this.sample?.passages ?? Infinity;
    if (this.places.size > 2 * most + positives) this.pruneTo(most);
  }

  addQuery(id: string, query: string): void {
    this.counts.queries_read++;
    if (query === '') this.counts.blank_queries++;
    else if (this.queries.get(id) === query) this.counts.joined_rows++;
    else if (this.queries.has(id)) this.counts.repeated_queries++;
    else this.queries.set(id, query);
  }

  /** A judgement that a document is relevant; others are not given. */
  addJudgement(queryId: string, documentId: string): void {
    this.judged.set(queryId, (this.judged.get(queryId) ?? new Set()).add(documentId));
    this.judgedDocuments.add(documentId);
  }

  /**
   * A record with its texts, none of them blank. Rows with the same id, or none, and the same query are one record: unlike on
   * Rank (`candidates/records/rows.ts`), a query's positives come together, and negatives are only passages.
   * @param inPool whether its negatives belong to what is mined from
   */
  addRecord({ id, query, positives, negatives }: GivenRecord, inPool: boolean): void {
    this.counts.queries_read++;
    const key = JSON.stringify([id, query]);
    const known = this.given.get(key);
    if (known) this.counts.joined_rows++;
    const record = known ?? { id, query, positives: new Set<string>() };
    this.given.set(key, record);
    for (const text of positives) {
      record.positives.add(text);
      this.positiveTexts.add(text);
    }
    if (inPool) for (const text of [...positives, ...negatives]) this.addPassage(null, text);
  }

  /** @param documents that are relevant for an evaluation */
  build(documents: readonly string[] = []): MiningCorpus {
    const { counts } = this;
    // Record by record: what a card says of places holds for this order.
    for (const { positives } of this.given.values()) {
      for (const text of positives) {
        const held = this.places.get(text);
        if (held) held.priority = ALWAYS;
        else {
          this.put(null, text, ALWAYS);
          counts.positives_added++;
        }
      }
    }
    this.pruneTo(this.sample?.passages ?? Infinity);
    const passages = [...this.places.values()];
    const texts = passages.map(({ text }) => text);
    const placeOf = new Map(texts.map((text, place) => [text, place]));
    const records: CorpusRecord[] = [];
    const add = (id: string | null, query: string, positives: readonly number[]) => {
      if (positives.length === 0) counts.queries_without_positive++;
      else records.push({ id: id ?? String(records.length + 1), query, positives: [...new Set(positives)] });
    };
    const placesOf = (own: Iterable<string>) => [...own].flatMap((text) => placeOf.get(text) ?? []);
    for (const [id, query] of this.queries) {
      const judged = [...(this.judged.get(id) ?? [])];
      const known = judged.flatMap((document) => placesOf([this.byId.get(document) ?? '']));
      counts.unknown_positives += judged.length - known.length;
      const key = JSON.stringify([id, query]);
      const given = this.given.get(key);
      if (this.given.delete(key)) counts.joined_rows++;
      add(id, query, [...known, ...placesOf(given?.positives ?? [])]);
    }
    for (const { id, query, positives } of this.given.values()) add(id, query, placesOf(positives));
    // But for signs.
    const forms = new Set(documents.map(normalForm));
    const ofEvaluation = (text: string, place: number) => (forms.has(normalForm(text)) ? place : []);
    counts.unknown_queries = [...this.judged.keys()].filter((id) => !this.queries.has(id)).length;
    counts.passages = passages.length;
    counts.records = records.length;
    return {
      texts,
      evaluation: new Set(forms.size === 0 ? [] : texts.flatMap(ofEvaluation)),
      ids: passages.map(({ id }, i) => id ?? `passage-${i + 1}`),
      records,
      counts,
    };
  }

  private put(id: string | null, text: string, priority: number): void {
    this.places.set(text, { id, text, priority });
    this.characters += text.length;
    if (this.characters <= this.mostCharacters) return;
    const fits = formatCount(Math.floor(0.8 * this.places.size));
    throw new MiningInputError(
      `The texts take more than ${formatBytes(2 * this.mostCharacters)}. Mine from a sample of ${fits} passages; the positives stay.`,
    );
  }

  /** Keeps the passages with the smallest priorities, beside those that always stay. */
  private pruneTo(most: number): void {
    const drawn = [...this.places.values()].filter(({ priority }) => priority !== ALWAYS);
    if (drawn.length <= most) return;
    drawn.sort((a, b) => a.priority - b.priority);
    this.limit = drawn[most - 1]?.priority ?? 0;
    for (const { id, text } of drawn.slice(most)) {
      this.places.delete(text);
      this.characters -= text.length;
      this.counts.passages_left_out++;
      if (id !== null) this.byId.delete(id);
    }
  }
}
