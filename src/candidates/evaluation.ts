/** What of an evaluation stands in the sources: its queries, and documents that are relevant for them. */

import { NearIndex } from '../lexical/near-index';
import { normalForm } from '../lexical/normal-form';
import { TextScan } from '../lexical/scan';
import type { PairPlaces } from '../scoring/pairs';
import { foundPairs, type SourceStructure } from './store/source-columns';
import { EXAMPLE_LENGTH, type EvaluationCounts, type FoundEvaluation, type FoundText } from './outcomes';
import type { EvaluationRecord } from './formats/format';

/** A text by its id. */
type TextOf = (id: number) => string;

/** What is compared. */
export interface ComparedSources {
  readonly structures: readonly SourceStructure[];
  readonly queryText: TextOf;
  readonly passageText: TextOf;
}

/** Texts of the evaluation of one kind. */
class EvaluationTexts {
  readonly texts: string[] = [];
  private readonly places = new Map<string, number>();
  /** Of the forms that are ASCII: most texts are told from all of them by it. */
  private readonly hashes = new Set<number>();
  private readonly scan = new TextScan();
  private near: NearIndex | null = null;

  /** The place of a text, equal ones being one; null for one of punctuation alone. */
  add(text: string): number | null {
    const form = normalForm(text);
    if (form === '') return null;
    const known = this.places.get(form);
    if (known !== undefined) return known;
    this.places.set(form, this.texts.length);
    if (this.scan.read(form)) this.hashes.add(this.scan.form);
    return this.texts.push(text) - 1;
  }

  /**
   * The place of an equal text, or ({@link nearPlace}) of one with nearly the same words; {@link NONE}.
   * @param near false: equal texts alone
   */
  find(text: string, near: boolean): number {
    const differs = this.scan.read(text) && !this.hashes.has(this.scan.form);
    const equal = differs ? undefined : this.places.get(normalForm(text));
    if (equal !== undefined) return equal;
    if (!near) return NONE;
    this.near ??= new NearIndex(this.texts);
    const place = this.near.find(text);
    return place === null ? NONE : nearPlace(place);
  }
}

const NONE = -1;

/** Near places stand below {@link NONE}; of one twice it is what was. */
function nearPlace(place: number): number {
  return -2 - place;
}

/** All texts of an evaluation. */
export class EvaluationIndex {
  readonly queries = new EvaluationTexts();
  readonly documents = new EvaluationTexts();

  constructor(records: Iterable<EvaluationRecord>) {
    for (const { query, documents } of records) {
      this.queries.add(query);
      for (const document of documents) this.documents.add(document);
    }
  }
}

/** Places of the texts of some sources in the evaluation, by the store's ids. */
interface Places {
  readonly queries: Int32Array;
  readonly passages: Int32Array;
  /** False where there were too many passages to look for nearly the same words. */
  readonly nearPassages: boolean;
}

/** Passages among which nearly the same words are looked for: more of them would take minutes. */
const MOST_NEAR_PASSAGES = 250_000;

export function evaluationIn(
  { queries, documents }: EvaluationIndex,
  { structures, queryText, passageText }: ComparedSources,
): Places {
  const asked = distinctIds(structures.map((structure) => structure.queries));
  const passages = distinctIds(
    documents.texts.length === 0
      ? []
      : structures.flatMap(({ positives, negatives }) => [positives, negatives]),
  );
  const nearPassages = passages.length <= MOST_NEAR_PASSAGES;
  return {
    queries: placesOf(asked, queryText, queries, true),
    passages: placesOf(passages, passageText, documents, nearPassages),
    nearPassages,
  };
}

/** Ids that some lists have, ascending. */
function distinctIds(lists: readonly Int32Array[]): Int32Array {
  const size = 1 + lists.reduce((most, ids) => ids.reduce((max, id) => Math.max(max, id), most), NONE);
  const there = new Uint8Array(size);
  for (const ids of lists) for (const id of ids) there[id] = 1;
  return Int32Array.from(there.keys()).filter((id) => there[id] === 1);
}

function placesOf(ids: Int32Array, textOf: TextOf, among: EvaluationTexts, near: boolean): Int32Array {
  const places = new Int32Array(1 + (ids.at(-1) ?? NONE)).fill(NONE);
  for (const id of ids) places[id] = among.find(textOf(id), near);
  return places;
}

/** What stands in one source. */
export function evaluationFound(
  { queries, documents }: EvaluationIndex,
  places: Places,
  structure: SourceStructure,
  { queryText, passageText }: ComparedSources,
): FoundEvaluation {
  const { id, negatives } = structure;
  const found = new Map<string, Tally>();
  const counts = { exact: emptyCounts(), near: emptyCounts() };
  const distinct = { exact: new Set<number>(), near: new Set<number>() };
  const count = (as: FoundText['as'], text: number, place: number | undefined): boolean => {
    if (place === undefined || place === NONE) return false;
    const kind = place >= 0 ? 'exact' : 'near';
    const at = place >= 0 ? place : nearPlace(place);
    counts[kind][COUNTED[as]]++;
    if (as === 'query') distinct[kind].add(at);
    const key = `${as} ${text}`;
    const known = found.get(key) ?? { as, text, at, exact: kind === 'exact', count: 0 };
    known.count++;
    found.set(key, known);
    return kind === 'exact';
  };
  let leaving = 0;
  structure.queries.forEach((query, record) => {
    const positive = structure.positives[record] as number;
    const isQuery = count('query', query, places.queries[query]);
    const isPositive = count('positive', positive, places.passages[positive]);
    leaving += Number(isQuery || isPositive);
  });
  for (const negative of negatives) count('negative', negative, places.passages[negative]);
  for (const kind of ['exact', 'near'] as const) counts[kind].queries = distinct[kind].size;
  const shown = [...found.values()].sort(byKind).slice(0, MOST_SHOWN);
  const texts = shown.map(({ as, text, at, exact, count: times }): FoundText => {
    const own = (as === 'query' ? queryText : passageText)(text).slice(0, EXAMPLE_LENGTH);
    const evaluation = (as === 'query' ? queries : documents).texts[at] ?? '';
    return { as, text: own, evaluation: evaluation.slice(0, EXAMPLE_LENGTH), exact, count: times };
  });
  return {
    source: id,
    of: queries.texts.length,
    ...counts.exact,
    near: counts.near,
    nearDocuments: places.nearPassages,
    leaving,
    texts,
  };
}

/**
 * All pairs of a record with an evaluation query or document, and those whose negative is a document.
 * @param nearly queries with nearly the words of one of the evaluation too
 */
export function evaluationPairs(
  { queries, passages }: Places,
  structure: SourceStructure,
  nearly = false,
): PairPlaces {
  const isQuery = (id: number) => {
    const place = queries[id] ?? NONE;
    return nearly ? place !== NONE : place >= 0;
  };
  const isDocument = (id: number) => (passages[id] ?? NONE) >= 0;
  const isOut = structure.queries.map((query, record) =>
    Number(isQuery(query) || isDocument(structure.positives[record] as number)),
  );
  return foundPairs(
    structure,
    (pair, record) => isOut[record] === 1 || isDocument(structure.negatives[pair] as number),
  );
}

/** A text of a source with what it is in the evaluation. */
interface Tally {
  readonly as: FoundText['as'];
  readonly text: number;
  readonly at: number;
  readonly exact: boolean;
  count: number;
}

const COUNTED = { query: 'records', positive: 'positives', negative: 'negatives' } as const;

/** Texts shown of a source. */
const MOST_SHOWN = 10;

const KINDS: readonly FoundText['as'][] = ['query', 'positive', 'negative'];

/** Equal ones first, queries before documents. */
function byKind(a: Tally, b: Tally): number {
  return Number(b.exact) - Number(a.exact) || KINDS.indexOf(a.as) - KINDS.indexOf(b.as) || b.count - a.count;
}

function emptyCounts(): { -readonly [Key in keyof EvaluationCounts]: EvaluationCounts[Key] } {
  return { queries: 0, records: 0, positives: 0, negatives: 0 };
}
