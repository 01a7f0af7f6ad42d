/**
 * Entries that wait for the end of their file: rows that are joined, hits that are judged, records that name ids. They are
 * numbers, a row a passage; their texts and ids are kept once each.
 */

import { excerptOf, Fault, shortened } from '../fault';
import { Ref, type Draft, type Joins, type Text } from '../formats/format';
import { worse } from '../formats/read-entry';
import { bytesIn, Doubles, Integers } from '../store/growing';
import { offsetsOf } from '../../scoring/pairs';
import { NONE } from '../store/source-columns';
import { HashIds } from '../store/hash-ids';
import { encodedKeys } from '../store/text-hash';
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
  readonly rows: Int32Array;
  /** Of judged hits; else null. */
  readonly judged: { readonly queryId: string; readonly hitsFound: number } | null;
}

/** Bytes of a kept record and of an omitted one. */
const KEPT_BYTES = 256;
const OMITTED_BYTES = 64;
const NUMBER_BYTES = 8;

/** Collects what waits, and gives it back as drafts with texts. */
export class Rows {
  /** In the order of their first rows. */
  private readonly records: (Kept | Omitted)[] = [];
  private readonly keys = new HashIds();
  private readonly texts = new Texts();
  readonly ids = new IdTexts(this.texts);
  private omitted = 0;
  private embeddingNumbers = 0;
  private readonly positives = { records: new Integers(), texts: new Integers(), grades: new Doubles() };
  /** Of each negative its place in the file, its index in its entry, a hit's own id, and its score (NaN for none). */
  private readonly negatives = {
    records: new Integers(),
    texts: new Integers(),
    places: new Integers(),
    indices: new Integers(),
    hits: new Integers(),
    scores: new Doubles(),
  };
  /** The rows of each record, once all entries are there. */
  private rowsOf: Readonly<Record<'positives' | 'negatives', (record: number) => Int32Array>> | null = null;
  /** What judgements say of each record; empty where they are not asked. */
  private readonly judged: (Passages | Fault)[] = [];

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
    const columns = bytesIn(this.positives) + bytesIn(this.negatives) + NUMBER_BYTES * this.embeddingNumbers;
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
    if ('query' in record) this.keep(record, index, entry.place, draft, isNew);
    else this.note(record, draft);
    return isNew ? 'new' : 'joined';
  }

  /** All entries are there: puts their rows in order and judges hits. */
  close(): void {
    this.rowsOf = {
      positives: rowsByRecord(this.positives.records, this.records.length),
      negatives: rowsByRecord(this.negatives.records, this.records.length),
    };
    if (this.topK === null) return;
    for (const [index, record] of this.records.entries())
      if ('query' in record) this.judged.push(this.judge(record, this.rowsOf.negatives(index), this.topK));
  }

  /** Asks for the texts of ids. @param sample the records that need them; null for all */
  want(sample: Sample | null): void {
    const want = (text: number) => {
      if (isId(text)) this.ids.want('corpus', text >> 1);
    };
    for (const [index, record] of this.records.entries()) {
      if (!('query' in record) || sample?.takes(this.askedIn(record), record.place) === false) continue;
      const found = this.passagesOf(index);
      if (found instanceof Fault) continue;
      if (isId(record.query)) this.ids.want('queries', record.query >> 1);
      found.positives.forEach(want);
      for (const row of found.rows) want(this.negatives.texts.at(row));
    }
  }

  /** The records in the order of their first rows. */
  *all(): Generator<Waiting | Omitted> {
    for (const [index, record] of this.records.entries())
      yield 'query' in record ? this.waiting(record, index) : record;
  }

  private waiting(record: Kept, index: number): Waiting {
    const { place } = record;
    const queryId = this.textIn(record.queryId);
    const asked = this.askedIn(record);
    const found = this.passagesOf(index);
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
      const rows = isOne ? found.rows : found.rows.subarray(from, (from += texts));
      const places = joins === 'none' ? null : Array.from(rows, (row) => negatives.places.at(row));
      return {
        key,
        texts: Array.from(rows, (row) => this.passage(negatives.texts.at(row))),
        where: { holder: [], steps: null },
        excluded,
        ...(isOne && { from: { places, indices: Array.from(rows, (row) => negatives.indices.at(row)) } }),
      };
    });
    const scores = Array.from(found.rows, (row) => negatives.scores.at(row));
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

  private keep(record: Kept, index: number, place: number, draft: Draft, first: boolean): void {
    const { positives, negatives } = this;
    if (first || this.joins === 'same-query') {
      for (const [i, positive] of draft.positives.entries()) {
        positives.records.push(index);
        positives.texts.push(this.numberIn('corpus', positive));
        positives.grades.push(draft.grades?.[i] ?? NaN);
      }
    }
    let nth = 0;
    for (const [i, { texts, excluded = 0 }] of draft.lists.entries()) {
      const list = record.lists[this.joins === 'none' ? i : 0] as Kept['lists'][number];
      list.texts += texts.length;
      list.excluded += excluded;
      for (const negative of texts) {
        const hit = draft.hitIds?.[nth];
        const text = this.numberIn('corpus', negative);
        negatives.records.push(index);
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

  private passagesOf(record: number): Passages | Fault {
    const { rowsOf } = this;
    if (rowsOf === null) throw new Error('the rows of records are not in order yet');
    const known = this.judged[record];
    if (known !== undefined) return known;
    const positives = this.byGrade(rowsOf.positives(record));
    return { positives, rows: rowsOf.negatives(record), judged: null };
  }

  /**
   * The hits of one query: positives are the relevant documents, negatives the `topK` best other hits, best first. Equal
   * scores keep file order, repeated hits count once.
   */
  private judge(record: Kept, rows: Int32Array, topK: number): Passages | Fault {
    const { negatives, ids } = this;
    const queryId = isId(record.query) ? this.askedIn(record) : (this.textIn(record.queryId) ?? '');
    const documents = this.relevant(queryId);
    if (documents === undefined) return notJudged(queryId, record.fields.positive);
    const positives = new Map(Array.from(documents, (id) => [ids.numberOf('corpus', id), NONE]));
    const chosen: number[] = [];
    const seen = new Set<number>();
    const scoreOf = (row: number): number => negatives.scores.at(row);
    // The hits of one entry stand best first.
    const best = this.joins === 'run' ? Array.from(rows).sort((a, b) => scoreOf(b) - scoreOf(a)) : rows;
    for (const row of best) {
      const hit = negatives.hits.at(row);
      if (positives.has(hit) || seen.has(hit)) continue;
      seen.add(hit);
      if (chosen.length < topK) chosen.push(row);
    }
    // The text of a judged document stands among hits that have texts.
    for (const row of rows) {
      const [hit, text] = [negatives.hits.at(row), negatives.texts.at(row)];
      if (positives.get(hit) === NONE) positives.set(hit, text);
    }
    return {
      positives: Array.from(positives, ([id, text]) => (text === NONE ? 2 * id + 1 : text)),
      rows: Int32Array.from(chosen),
      judged: { queryId, hitsFound: seen.size },
    };
  }

  /** The texts of positives, highest grade first where all have one. */
  private byGrade(rows: Int32Array): number[] {
    const { grades, texts } = this.positives;
    const found = Array.from(rows);
    if (!found.some((row) => Number.isNaN(grades.at(row)))) found.sort((a, b) => grades.at(b) - grades.at(a));
    return found.map((row) => texts.at(row));
  }

  /** Index of the record, or of the next one where it is new. */
  private indexOf({ query, positives }: Draft, label: string | null): number {
    const parts = [label ?? '', keyOf(query)];
    const [positive] = positives;
    if (this.joins === 'same-positive' && positive !== undefined) parts.push(keyOf(positive));
    return this.keys.idOf(encodedKeys.remember(parts));
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

/** The rows of each record, in their order. @param records record of each row @param count number of records */
function rowsByRecord(records: Integers, count: number): (record: number) => Int32Array {
  const counts = new Int32Array(count);
  for (let row = 0; row < records.length; row += 1)
    counts[records.at(row)] = (counts[records.at(row)] ?? 0) + 1;
  const offsets = offsetsOf(counts);
  const next = offsets.slice();
  const rows = new Int32Array(records.length);
  for (let row = 0; row < records.length; row += 1) {
    const record = records.at(row);
    const at = next[record] as number;
    rows[at] = row;
    next[record] = at + 1;
  }
  return (record) => rows.subarray(offsets[record], offsets[record + 1]);
}

function notJudged(queryId: string, field: string): Fault {
  const message = `The qrels name no relevant document for the query ${shortened(queryId)}. Expected at least one; load the qrels that have it, or leave the query out of the run.`;
  return new Fault('no-positive', field, message);
}

function keyOf(text: Text): string {
  return text instanceof Ref ? `\u0001${text.id}` : text.trim();
}
