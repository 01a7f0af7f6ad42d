/** What of an evaluation stands in the sources: its queries, and documents that are relevant for them. */

import { NearIndex } from '../lexical/near-index';
import { normalForm } from '../lexical/normal-form';
import { TextScan } from '../lexical/scan';
import { timesOf } from '../scoring/findings';
import type { PairPlaces } from '../scoring/pairs';
import { distinctIds, foundPairs, NONE, type SourceStructure } from './store/source-columns';
import type { StoreTexts, Texts } from './store/texts';
import { EXAMPLE_LENGTH, type EvaluationCounts, type FoundEvaluation, type FoundText } from './outcomes';
import type { EvaluationRecord } from './formats/format';

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

/** Near places stand below {@link NONE}; of one twice it is what was. */
function nearPlace(place: number): number {
  return -2 - place;
}

/** Passages among which nearly the same words are looked for: more of them would take minutes. */
const MOST_NEAR_PASSAGES = 250_000;

type Compared = ReturnType<typeof compared>;

/** The texts of an evaluation, and the place among them of each text of some sources, by the store's ids. */
export function compared(
  records: Iterable<EvaluationRecord>,
  structures: readonly SourceStructure[],
  texts: StoreTexts,
) {
  const [queries, documents] = [new EvaluationTexts(), new EvaluationTexts()];
  for (const record of records) {
    queries.add(record.query);
    for (const document of record.documents) documents.add(document);
  }
  const asked = distinctIds(structures.map((structure) => structure.queries));
  const passages = distinctIds(
    documents.texts.length === 0
      ? []
      : structures.flatMap(({ positives, negatives }) => [positives, negatives]),
  );
  const nearPassages = passages.length <= MOST_NEAR_PASSAGES;
  return {
    texts,
    queries,
    documents,
    queryPlaces: placesOf(asked, texts.queries, queries, true),
    passagePlaces: placesOf(passages, texts.passages, documents, nearPassages),
    /** False where there were too many passages to look for nearly the same words. */
    nearPassages,
  };
}

function placesOf(ids: Int32Array, of: Texts, among: EvaluationTexts, near: boolean): Int32Array {
  const places = new Int32Array(1 + (ids.at(-1) ?? NONE)).fill(NONE);
  for (const id of ids) places[id] = among.find(of.text(id) as string, near);
  return places;
}

export function evaluationFound(compared: Compared, structure: SourceStructure): FoundEvaluation {
  const { texts, queries, documents, queryPlaces, passagePlaces, nearPassages } = compared;
  const counts = { exact: emptyCounts(), near: emptyCounts() };
  const found: Tally[] = [];
  for (const as of KINDS) {
    const ids = structure[COUNTED[as].column];
    for (const [text, count] of timesOf(ids).entries()) {
      const place = (as === 'query' ? queryPlaces : passagePlaces)[text] ?? NONE;
      if (count === 0 || place === NONE) continue;
      const exact = place >= 0;
      counts[exact ? 'exact' : 'near'][COUNTED[as].as] += count;
      found.push({ as, text, at: exact ? place : nearPlace(place), exact, count });
    }
  }
  for (const kind of ['exact', 'near'] as const) {
    const own = found.filter(({ as, exact }) => as === 'query' && exact === (kind === 'exact'));
    counts[kind].queries = new Set(own.map(({ at }) => at)).size;
  }
  const shown = found.sort(byKind).slice(0, MOST_SHOWN);
  return {
    source: structure.id,
    of: queries.texts.length,
    ...counts.exact,
    near: counts.near,
    nearDocuments: nearPassages,
    texts: shown.map(({ as, text: id, at, exact, count }): FoundText => {
      const text = (as === 'query' ? texts.queries : texts.passages).text(id)?.slice(0, EXAMPLE_LENGTH) ?? '';
      const evaluation = (as === 'query' ? queries : documents).texts[at] ?? '';
      return { as, text, evaluation: evaluation.slice(0, EXAMPLE_LENGTH), exact, count };
    }),
  };
}

/**
 * All pairs of a record with an evaluation query, or a document as its positive, and those whose negative is a document.
 * @param nearly queries with nearly the words of one of the evaluation too
 */
export function evaluationPairs(
  { queryPlaces, passagePlaces }: Compared,
  structure: SourceStructure,
  nearly = false,
): PairPlaces {
  const { queries, positives, negatives } = structure;
  const isDocument = (passage: number | undefined) => (passagePlaces[passage ?? NONE] ?? NONE) >= 0;
  return foundPairs(structure, (pair, record) => {
    const place = queryPlaces[queries[record] as number] ?? NONE;
    const isQuery = nearly ? place !== NONE : place >= 0;
    return isQuery || isDocument(positives[record]) || isDocument(negatives[pair]);
  });
}

/** A text of a source with what it is in the evaluation. */
interface Tally extends Pick<FoundText, 'as' | 'exact' | 'count'> {
  readonly text: number;
  readonly at: number;
}

/** By kind of text its column in a source, and what counts it. */
const COUNTED = {
  query: { column: 'queries', as: 'records' },
  positive: { column: 'positives', as: 'positives' },
  negative: { column: 'negatives', as: 'negatives' },
} as const;

const MOST_SHOWN = 10;

const KINDS: readonly FoundText['as'][] = ['query', 'positive', 'negative'];

function byKind(a: Tally, b: Tally): number {
  return Number(b.exact) - Number(a.exact) || KINDS.indexOf(a.as) - KINDS.indexOf(b.as) || b.count - a.count;
}

function emptyCounts(): { -readonly [Key in keyof EvaluationCounts]: EvaluationCounts[Key] } {
  return { queries: 0, records: 0, positives: 0, negatives: 0 };
}
