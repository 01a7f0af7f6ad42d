/** The embeddings that a file gives for its records, checked row by row. */

import { Fault, inWords } from '../fault';
import { LIMITS } from '../limits';
import { formatCount } from '../../ui/words';
import type { GivenEmbeddings } from '../formats/format';
import type { FilePlan } from '../formats/plan';

/** How far the norm of a given embedding may be off 1. */
const NORM_TOLERANCE = 1e-3;

/** Checks the embeddings of one file's records. Values change only where `normalise` is set. */
export class EmbeddingChecker {
  /** Length of the embeddings of the file's first good record; null before it. */
  dimension: number | null = null;

  constructor(private readonly rules: Pick<FilePlan, 'normalise' | 'embedded'>) {}

  /** The fault of a record with embeddings in a file without, or the reverse; else null. */
  notice(given: GivenEmbeddings | null): Fault | null {
    if ((given !== null) === this.rules.embedded) return null;
    const found = this.rules.embedded
      ? 'The record gives no embeddings, the first records of this file do'
      : 'The record gives embeddings, the first records of this file do not';
    return missing('query_embedding', `${found}. Give them for every record or for none`);
  }

  /**
   * Checks the rows of one record.
   * @param negativesInFile number of negatives before any is removed
   * @param kept indices of the negatives to check, ascending
   * @returns the embeddings, and whether a row was brought to unit norm
   */
  check(given: GivenEmbeddings, negativesInFile: number, kept: readonly number[]) {
    const list = asList(given.negatives, 'negative_embeddings');
    if (list instanceof Fault) return list;
    if (list.length !== negativesInFile) {
      const message = `\`negative_embeddings\` has ${list.length} rows for ${negativesInFile} negatives. Give one row for each negative`;
      return missing('negative_embeddings', message);
    }
    const rows: [string, unknown][] = [
      ['query_embedding', given.query],
      ['positive_embedding', given.positive],
      ...kept.map((index): [string, unknown] => [`negative_embeddings[${index}]`, list[index]]),
    ];
    const vectors: Float64Array[] = [];
    let { dimension } = this;
    let repaired = false;
    for (const [path, value] of rows) {
      const vector = toVector(value, path);
      if (vector instanceof Fault) return vector;
      dimension ??= vector.length;
      if (vector.length !== dimension) {
        const message = `\`${path}\` has ${vector.length} numbers, expected ${dimension} as in the first good record. Encode all records with one model.`;
        return new Fault('ragged-embedding', path, message);
      }
      const norm = normOf(vector);
      if (Math.abs(norm - 1) > NORM_TOLERANCE) {
        if (!this.rules.normalise || norm === 0 || !Number.isFinite(norm)) return notUnit(path, norm);
        vector.forEach((x, i) => (vector[i] = x / norm));
        repaired = true;
      }
      vectors.push(vector);
    }
    this.dimension = dimension;
    const [query, positive, ...negatives] = vectors as [Float64Array, Float64Array, ...Float64Array[]];
    return { embeddings: { query, positive, negatives }, repaired };
  }
}

function asList(value: unknown, path: string): readonly unknown[] | Fault {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined)
    return missing(path, `\`${path}\` is missing. Expected a list of numbers beside the other embeddings`);
  return new Fault('wrong-type', path, `\`${path}\` must be a list of numbers, found ${inWords(value)}.`);
}

function toVector(value: unknown, path: string): Float64Array | Fault {
  const values = asList(value, path);
  if (values instanceof Fault) return values;
  if (values.length === 0) return missing(path, `\`${path}\` is an empty list. Expected its numbers`);
  if (values.length > LIMITS.dimensions) {
    const most = formatCount(LIMITS.dimensions);
    const message =
      `\`${path}\` has ${formatCount(values.length)} numbers, expected at most ${most}. Encode with a model of fewer dimensions, or leave ` +
      `the embeddings out and choose an encoder. Where the model allows it, cut each to its first ${most} numbers and ` +
      'normalise it.';
    return new Fault('too-large', path, message);
  }
  const wrong = values.findIndex((each) => !Number.isFinite(each));
  if (wrong === -1) return new Float64Array(values as readonly number[]);
  const at = `${path}[${wrong}]`;
  const message = `\`${at}\` must be a finite number, found ${inWords(values[wrong])}. Encode this record again.`;
  return new Fault('non-finite-embedding', at, message);
}

function normOf(vector: Float64Array): number {
  let squares = 0;
  for (const x of vector) squares += x * x;
  return Math.sqrt(squares);
}

function missing(path: string, message: string): Fault {
  return new Fault('missing-embedding', path, `${message}.`);
}

function notUnit(path: string, norm: number): Fault {
  const repair =
    norm === 0
      ? 'A row of zeros cannot be repaired: encode this record again.'
      : 'Choose "normalise" to bring given embeddings to norm 1, or encode this record again.';
  return new Fault(
    'not-unit-embedding',
    path,
    `\`${path}\` has norm ${norm.toPrecision(6)}, expected 1 within 0.001. ${repair}`,
  );
}
