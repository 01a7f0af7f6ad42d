/**
 * Entries that wait for the end of their file: rows that are joined, hits that are judged, records that name ids. They are
 * numbers, a row a passage; their texts and ids are kept once each.
 */

import { excerptOf, Fault, shortened } from '../fault';
import { Ref, type Draft, type Joins, type Text } from '../formats/format';
import { worse } from '../formats/read-entry';
import { NONE, numbers } from '../store/source-columns';
import { HashIds } from '../store/hash-ids';
import { hashOfAll } from '../store/text-hash';
import { Texts } from '../store/texts';
import type { Whence } from './entry-reading';
import { IdTexts } from './id-texts';
import { blankFault } from './record';
import { askedOf, type Sample } from './sample';
import type { FilePlan } from '../formats/plan';

/** The documents that are relevant to a query, by their ids; undefined where none is known. */
export type RelevantDocuments = (queryId: string) => ReadonlySet<string> | undefined;

/** What becomes a record: an entry, or entries that were joined. */
export interface WholeEntry {
  /** Of the first entry. */
  readonly place: number;
  readonly label: string | null;
  /** The query's own id, for rejects. */
  readonly name: string | null;
  /** The query or its id, which decides about the sample. */
  readonly asked: string;
  /** Ids that a companion has are texts; or why there is no record. */
  readonly draft: Draft | Fault;
  /** Of judged hits: how many could be negatives, those beyond the first K too; null of others. */
  readonly hitsFound: number | null;
}

/** With the text of the first entry. */
export type Waiting = Whence & WholeEntry;

/** A record outside the sample whose rows were not kept. */
export interface Omitted {
  readonly place: number;
  /** Of its query, in the sample. */
  readonly priority: number;
  hasPositive: boolean;
  hasNegative: boolean;
}

/**
 * What is kept of a record besides its passages. A text is the number 2i of text i, 2i + 1 for the text of id i, or
 * {@link NONE} where it is blank.
 */
interface Kept {
  readonly place: number;
  readonly excerpt: number;
  readonly label: number;
  readonly unit: number;
  readonly queryId: number;
  readonly query: number;
  readonly embeddings: Draft['embeddings'];
  /** A grade is NaN where there is none. */
  readonly positives: { readonly text: number; readonly grade: number }[];
  /** Rows of its negatives. */
  readonly rows: number[];
  /** Of each list of negatives its key, the number of its texts, and how many are excluded. */
  readonly lists: { readonly key: string | null; texts: number; excluded: number }[];
  /** Score of the first positive; NaN for none. */
  readonly positiveScore: number;
  readonly fields: Draft['fields'];
  scores: Draft['scores'];
}

interface Passages {
  /** Texts as in {@link Kept}. */
  readonly positives: readonly number[];
  /** Rows of the negatives in the record's order. */
  readonly rows: readonly number[];
  /** Of judged hits; else null. */
  readonly judged: { readonly queryId: string; readonly hitsFound: number } | null;
}

/** Bytes of a kept record and of an omitted one. */
const KEPT_BYTES = 256;
const OMITTED_BYTES = 64;
const NUMBER_BYTES = 8;
/** Of a negative, with its arrays' spare room. */
const ROW_BYTES = 42;

/** Collects what waits, and gives it back as drafts with texts. */
export class Rows {
  /** In the order of their first rows. */
  private readonly records: (Kept | Omitted)[] = [];
  private readonly keys = new HashIds();
  private readonly texts = new Texts();
  readonly ids = new IdTexts(this.texts);
  private omitted = 0;
  private embeddingNumbers = 0;
  /** Of each negative its place in the file, its index in its entry, a hit's own id, and its score (NaN for none). */
  private readonly negatives = {
    texts: numbers(),
    places: numbers(),
    indices: numbers(),
    hits: numbers(),
    scores: numbers(),
  };
  /** What judgements say of records, once it was asked; empty where none are. */
  private readonly judged = new Map<Kept, Passages | Fault>();

  private readonly joins: Joins;
  /** The best hits of a query that become negatives; null where judgements do not decide which passages are positives. */
  private readonly topK: number | null;

  /** @param sample null: rows of all records are kept */
  constructor(
    { format, interpretation }: FilePlan,
    private readonly relevant: RelevantDocuments,
    private readonly sample: Sample | null,
  ) {
    this.joins = format.joins;
    this.topK = interpretation.topK;
  }

  get bytes(): number {
    const records = this.stored * KEPT_BYTES + this.omitted * OMITTED_BYTES;
    const columns = ROW_BYTES * this.negatives.texts.length + NUMBER_BYTES * this.embeddingNumbers;
    return this.texts.bytes + this.ids.bytes + this.keys.bytes + records + columns;
  }

  /** Records whose rows are kept. */
  get stored(): number {
    return this.records.length - this.omitted;
  }

  /** `new` for the first entry of a record, `joined` for a further one, or the fault of the entry. */
  add(entry: Whence, draft: Draft, label: string | null): 'new' | 'joined' | Fault {
    const joins = this.joins !== 'none';
    const fault = joins ? blankFault(draft.query, draft.positives, draft.fields) : null;
    if (fault !== null) return fault;
    const index = joins ? this.indexOf(draft, label) : this.records.length;
    const isNew = index === this.records.length;
    if (isNew) this.records.push(this.newRecord(entry, draft, label));
    const record = this.records[index] as Kept | Omitted;
    if ('query' in record) this.keep(record, entry.place, draft, isNew);
    else this.note(record, draft);
    return isNew ? 'new' : 'joined';
  }

  /** Asks for the texts of ids. @param sample the records that need them; null for all */
  want(sample: Sample | null): void {
    const want = (text: number) => {
      if (isId(text)) this.ids.want('corpus', text >> 1);
    };
    for (const record of this.records) {
      if (!('query' in record) || sample?.takes(this.askedIn(record), record.place) === false) continue;
      const found = this.passagesOf(record);
      if (found instanceof Fault) continue;
      if (isId(record.query)) this.ids.want('queries', record.query >> 1);
      found.positives.forEach(want);
      for (const row of found.rows) want(this.negatives.texts[row] as number);
    }
  }

  /** The records in the order of their first rows. */
  *all(): Generator<Waiting | Omitted> {
    for (const record of this.records) yield 'query' in record ? this.waiting(record) : record;
  }

  private waiting(record: Kept): Waiting {
    const { place } = record;
    const queryId = this.textIn(record.queryId);
    const asked = this.askedIn(record);
    const found = this.passagesOf(record);
    return {
      place,
      text: this.textIn(record.excerpt) ?? '',
      label: this.textIn(record.label),
      name: queryId ?? (isId(record.query) ? asked : null),
      asked,
      draft: found instanceof Fault ? found : this.draftOf(record, queryId, found),
      hitsFound: found instanceof Fault ? null : (found.judged?.hitsFound ?? null),
    };
  }

  private draftOf(record: Kept, queryId: string | null, found: Passages): Draft {
    const unit = this.textIn(record.unit);
    // Of ids without a text the first one is named as the example.
    const query = this.textOrId('queries', record.query);
    const positives = found.positives.map((positive) => this.passage(positive));
    const { joins, negatives } = this;
    const isOne = joins !== 'none' || this.topK !== null;
    let from = 0;
    const lists = record.lists.map(({ key, texts, excluded }) => {
      const rows = isOne ? found.rows : found.rows.slice(from, (from += texts));
      const places = joins === 'none' ? null : rows.map((row) => negatives.places[row] as number);
      return {
        key,
        texts: rows.map((row) => this.passage(negatives.texts[row] as number)),
        where: { holder: [], steps: null },
        excluded,
        ...(isOne && { from: { places, indices: rows.map((row) => negatives.indices[row] as number) } }),
      };
    });
    const scores = found.rows.map((row) => negatives.scores[row] as number);
    return {
      queryId: queryId ?? found.judged?.queryId ?? null,
      query,
      positives,
      lists,
      embeddings: record.embeddings,
      scores: record.scores,
      ...(unit !== null && { group: unit }),
      given: Number.isNaN(record.positiveScore) ? undefined : [record.positiveScore, ...scores],
      fields: record.fields,
    };
  }

  private newRecord(entry: Whence, draft: Draft, label: string | null): Kept | Omitted {
    const { place } = entry;
    const { joins, sample } = this;
    const asked = askedOf(draft.query);
    if (sample?.takes(asked, place) === false) {
      this.omitted += 1;
      return { place, priority: sample.priorityOf(asked), hasPositive: false, hasNegative: false };
    }
    return {
      place,
      excerpt: this.texts.idOf(excerptOf(entry.text)),
      label: this.nameIn(label),
      unit: this.nameIn(draft.group ?? null),
      queryId: this.nameIn(draft.queryId),
      query: this.numberIn('queries', draft.query),
      embeddings: draft.embeddings,
      positives: [],
      rows: [],
      lists: (joins === 'none' ? draft.lists : [{ key: null }]).map(({ key }) => ({
        key,
        texts: 0,
        excluded: 0,
      })),
      positiveScore: draft.given?.[0] ?? NaN,
      fields: draft.fields,
      scores: null,
    };
  }

  private keep(record: Kept, place: number, draft: Draft, first: boolean): void {
    const { negatives } = this;
    if (first || this.joins === 'same-query') {
      for (const [i, positive] of draft.positives.entries())
        record.positives.push({ text: this.numberIn('corpus', positive), grade: draft.grades?.[i] ?? NaN });
    }
    let nth = 0;
    for (const [i, { texts, excluded = 0 }] of draft.lists.entries()) {
      const list = record.lists[this.joins === 'none' ? i : 0] as Kept['lists'][number];
      list.texts += texts.length;
      list.excluded += excluded;
      for (const negative of texts) {
        const hit = draft.hitIds?.[nth];
        const text = this.numberIn('corpus', negative);
        record.rows.push(negatives.texts.length);
        negatives.texts.push(text);
        negatives.places.push(place);
        negatives.indices.push(nth);
        negatives.hits.push(hit === undefined ? idIn(text) : this.ids.numberOf('corpus', hit));
        negatives.scores.push(draft.given?.[nth + 1] ?? NaN);
        nth += 1;
      }
    }
    const numbers = Array.isArray(draft.embeddings?.query) ? draft.embeddings.query.length : 0;
    this.embeddingNumbers += numbers * (nth + 2);
    record.scores = worse(record.scores, draft.scores);
  }

  private note(record: Omitted, draft: Draft): void {
    record.hasPositive ||= draft.positives.length > 0;
    record.hasNegative ||= draft.lists.some(({ texts }) =>
      texts.some((text) => text instanceof Ref || (text ?? '').trim() !== ''),
    );
  }

  /** Once all entries are there. */
  private passagesOf(record: Kept): Passages | Fault {
    const { positives, rows } = record;
    if (this.topK === null) {
      const byGrade = positives.some(({ grade }) => Number.isNaN(grade))
        ? positives
        : positives.toSorted((a, b) => b.grade - a.grade);
      return { positives: byGrade.map(({ text }) => text), rows, judged: null };
    }
    const known = this.judged.get(record) ?? this.judge(record, this.topK);
    this.judged.set(record, known);
    return known;
  }

  /**
   * The hits of one query: positives are the relevant documents, negatives the `topK` best other hits, best first. Equal
   * scores keep file order, repeated hits count once.
   */
  private judge(record: Kept, topK: number): Passages | Fault {
    const { negatives, ids } = this;
    const { rows } = record;
    const queryId = isId(record.query) ? this.askedIn(record) : (this.textIn(record.queryId) ?? '');
    const documents = this.relevant(queryId);
    if (documents === undefined) return notJudged(queryId, record.fields.positive);
    const positives = new Map(Array.from(documents, (id) => [ids.numberOf('corpus', id), NONE]));
    const chosen: number[] = [];
    const seen = new Set<number>();
    const scoreOf = (row: number): number => negatives.scores[row] as number;
    // The hits of one entry stand best first.
    const best = this.joins === 'run' ? rows.toSorted((a, b) => scoreOf(b) - scoreOf(a)) : rows;
    for (const row of best) {
      const hit = negatives.hits[row] as number;
      if (positives.has(hit) || seen.has(hit)) continue;
      seen.add(hit);
      if (chosen.length < topK) chosen.push(row);
    }
    // The text of a judged document stands among hits that have texts.
    for (const row of rows) {
      const [hit, text] = [negatives.hits[row] as number, negatives.texts[row] as number];
      if (positives.get(hit) === NONE) positives.set(hit, text);
    }
    return {
      positives: Array.from(positives, ([id, text]) => (text === NONE ? 2 * id + 1 : text)),
      rows: chosen,
      judged: { queryId, hitsFound: seen.size },
    };
  }

  /** Index of the record, or of the next one where it is new. */
  private indexOf({ query, positives }: Draft, label: string | null): number {
    const parts = [label ?? '', keyOf(query)];
    const [positive] = positives;
    if (this.joins === 'same-positive' && positive !== undefined) parts.push(keyOf(positive));
    return this.keys.idOf(hashOfAll(parts));
  }

  private nameIn(name: string | null): number {
    return name === null ? NONE : this.texts.idOf(name);
  }

  private textIn(name: number): string | null {
    return name === NONE ? null : this.texts.text(name);
  }

  /** The number of a text or of an id, as in {@link Kept}. */
  private numberIn(kind: Ref['kind'], text: Text | null): number {
    if (text instanceof Ref) return 2 * this.ids.numberOf(kind, text.id) + 1;
    const trimmed = text?.trim() ?? '';
    return trimmed === '' ? NONE : 2 * this.texts.idOf(trimmed);
  }

  /** The text of a number; the id where no companion has it. */
  private textOrId(kind: Ref['kind'], number: number): string | Ref {
    if (!isId(number)) return this.textIn(number >> 1) ?? '';
    return this.ids.textOf(kind, number >> 1) ?? new Ref(kind, this.ids.idOf(kind, number >> 1));
  }

  private passage(number: number): string | Ref {
    return this.textOrId('corpus', number);
  }

  private askedIn({ query }: Kept): string {
    return isId(query) ? this.ids.idOf('queries', query >> 1) : (this.textIn(query >> 1) ?? '');
  }
}

function isId(number: number): boolean {
  return number !== NONE && number % 2 === 1;
}

function idIn(number: number): number {
  return isId(number) ? number >> 1 : NONE;
}

function notJudged(queryId: string, field: string): Fault {
  const message = `The qrels name no relevant document for the query ${shortened(queryId)}. Expected at least one; load the qrels that have it, or leave the query out of the run.`;
  return new Fault('no-positive', field, message);
}

function keyOf(text: Text): string {
  return text instanceof Ref ? `\u0001${text.id}` : text.trim();
}
