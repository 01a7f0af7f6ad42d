/** What of an evaluation stands in the sources: its queries, and documents that are relevant for them. */

import { normalForm } from '../lexical/normal-form';
import { TextScan } from '../lexical/scan';
import { timesOf } from '../scoring/findings';
import type { PairPlaces } from '../scoring/pairs';
import { distinctIds, foundPairs, NONE, type SourceStructure } from './store/source-columns';
import type { StoreTexts, Texts } from './store/texts';
import { EXAMPLE_LENGTH, type FoundEvaluation, type FoundText } from './outcomes';
import type { EvaluationRecord } from './formats/format';

/** Distinct texts of an evaluation; those of one form (`normal-form.ts`) are one. */
class EvaluationTexts {
  readonly texts: string[] = [];
  private readonly places = new Map<string, number>();
  /** Of the forms that are ASCII: most texts are told from all of them by it. */
  private readonly hashes = new Set<number>();
  private readonly scan = new TextScan();

  add(text: string): void {
    const form = normalForm(text);
    if (form === '' || this.places.has(form)) return;
    this.places.set(form, this.texts.length);
    if (this.scan.read(form)) this.hashes.add(this.scan.form);
    this.texts.push(text);
  }

  /** The place of an equal text, or {@link NONE}. */
  find(text: string): number {
    const differs = this.scan.read(text) && !this.hashes.has(this.scan.form);
    return (differs ? undefined : this.places.get(normalForm(text))) ?? NONE;
  }
}

export interface Compared {
  readonly texts: StoreTexts;
  readonly queries: EvaluationTexts;
  readonly documents: EvaluationTexts;
  /** Places among these of the sources' texts, by the store's ids. */
  readonly queryPlaces: Int32Array;
  readonly passagePlaces: Int32Array;
}

export function compared(
  records: Iterable<EvaluationRecord>,
  structures: readonly SourceStructure[],
  texts: StoreTexts,
): Compared {
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
  return {
    texts,
    queries,
    documents,
    queryPlaces: placesOf(asked, texts.queries, queries),
    passagePlaces: placesOf(passages, texts.passages, documents),
  };
}

function placesOf(ids: Int32Array, of: Texts, among: EvaluationTexts): Int32Array {
  const places = new Int32Array(1 + (ids.at(-1) ?? NONE)).fill(NONE);
  for (const id of ids) places[id] = among.find(of.text(id) as string);
  return places;
}

export function evaluationFound(compared: Compared, structure: SourceStructure): FoundEvaluation {
  const { texts, queries, documents, queryPlaces, passagePlaces } = compared;
  const counts = { records: 0, positives: 0, negatives: 0 };
  const found: Tally[] = [];
  for (const as of KINDS) {
    for (const [text, count] of timesOf(structure[COUNTED[as].column]).entries()) {
      const at = (as === 'query' ? queryPlaces : passagePlaces)[text] ?? NONE;
      if (count === 0 || at === NONE) continue;
      counts[COUNTED[as].as] += count;
      found.push({ as, text, at, count });
    }
  }
  const shown = found.toSorted(byKind).slice(0, MOST_SHOWN);
  return {
    source: structure.id,
    of: queries.texts.length,
    queries: new Set(found.flatMap(({ as, at }) => (as === 'query' ? at : []))).size,
    ...counts,
    texts: shown.map(({ as, text: id, at, count }): FoundText => {
      const text = (as === 'query' ? texts.queries : texts.passages).text(id)?.slice(0, EXAMPLE_LENGTH) ?? '';
      const evaluation = (as === 'query' ? queries : documents).texts[at] ?? '';
      return { as, text, evaluation: evaluation.slice(0, EXAMPLE_LENGTH), count };
    }),
  };
}

/** All pairs of a record with an evaluation query, or a document as its positive, and those whose negative is a document. */
export function evaluationPairs(
  { queryPlaces, passagePlaces }: Compared,
  structure: SourceStructure,
): PairPlaces {
  const { queries, positives, negatives } = structure;
  const isDocument = (passage: number | undefined) => (passagePlaces[passage ?? NONE] ?? NONE) !== NONE;
  return foundPairs(structure, (pair, record) => {
    const isQuery = (queryPlaces[queries[record] as number] ?? NONE) !== NONE;
    return isQuery || isDocument(positives[record]) || isDocument(negatives[pair]);
  });
}

/** A text of a source with what it is in the evaluation. */
interface Tally extends Pick<FoundText, 'as' | 'count'> {
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
  return KINDS.indexOf(a.as) - KINDS.indexOf(b.as) || b.count - a.count;
}
