/**
 * What real files give to the simulations of the order: each record's sums, matrix and texts, from a run of the engine's
 * own code in Node with a model folder on disk.
 */

import { readFileSync } from 'node:fs';

import type { ModelSource } from '../../src/encoder/types';
import { vectorsOf, type SourceData } from '../../src/engine/source-data';
import { emptyGates, gatesOfPair } from '../../src/scoring/pair-gates';
import { residual } from '../../src/scoring/information';
import { traceTerm } from '../../src/scoring/means';
import { pairRange } from '../../src/scoring/pairs';
import { WEIGHTINGS } from '../../src/scoring/weightings';
import type { TextRecord } from '../../tests/support/candidates';
import { RUN_SETTINGS } from '../../tests/support/results';
import { runInNode } from '../runs/in-node';

const { tau: TAU, weighting: WEIGHTING } = RUN_SETTINGS;

/** A record of one source as the simulations need it. */
export interface RealRecord {
  /** S: Σ w over its pairs with r ≠ 0. */
  readonly sum: number;
  /** K. */
  readonly pairs: number;
  /** Σ w r rᵀ over its pairs: the upper triangle, row by row, without gaps. */
  readonly matrix: Float64Array;
  /** Ids of its positive and negatives, the same in all sources. */
  readonly passages: Int32Array;
}

/** Sources over the same units; a source lacks a unit where it has no record of it. */
export interface RealFile {
  readonly names: readonly string[];
  readonly dimension: number;
  readonly units: number;
  /** Distinct positives and negatives of all sources: their ids are below it. */
  readonly passages: number;
  /** Of each source: its record of each unit. */
  readonly records: readonly (readonly (RealRecord | undefined)[])[];
}

/** A record as the project's reader of Tevatron files leaves it, with the key by which sources share it. */
export interface KeyedRecord extends TextRecord {
  readonly key: string;
}

/** Tevatron JSONL; records without negatives are left out, as the reader rejects them. */
export function readTevatron(file: string): KeyedRecord[] {
  interface Passage {
    readonly title?: string | null;
    readonly text: string;
  }
  interface Line {
    readonly query_id: string;
    readonly query: string;
    readonly positive_passages: readonly Passage[];
    readonly negative_passages: readonly Passage[];
  }
  const textOf = ({ title, text }: Passage) => `${title ?? ''} ${text}`.trim();
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { query_id, query, positive_passages, negative_passages } = JSON.parse(line) as Line;
      return {
        key: query_id,
        query: query.trim(),
        positive: textOf(positive_passages[0] as Passage),
        negatives: [...new Set(negative_passages.map(textOf))].filter(Boolean),
      };
    })
    .filter(({ negatives }) => negatives.length > 0);
}

/** Runs the engine over sources, which share records by key, and keeps what the simulations need. */
export async function realFile(
  sources: ReadonlyMap<string, readonly KeyedRecord[]>,
  model: ModelSource,
): Promise<RealFile> {
  const names = [...sources.keys()];
  const read = [...sources.values()];
  const { sources: ran } = await runInNode(names, read, model);
  const keys = [...new Set(read.flat().map(({ key }) => key))];
  const places = new Map(keys.map((key, unit) => [key, unit]));
  const records = ran.map((source, s) => {
    const list: (RealRecord | undefined)[] = keys.map(() => undefined);
    for (const [record, { key }] of (read[s] ?? []).entries()) {
      list[places.get(key) ?? -1] = realRecord(source, record);
    }
    return list;
  });
  const ids = records.flat().flatMap((record) => (record ? [...record.passages] : []));
  return {
    names,
    dimension: vectorsOf(ran[0] as SourceData).dimension,
    units: keys.length,
    passages: ids.reduce((most, id) => Math.max(most, id), -1) + 1,
    records,
  };
}

function realRecord(source: SourceData, record: number): RealRecord {
  const { columns, structure } = source;
  const vectors = vectorsOf(source);
  const d = vectors.dimension;
  const { start, end } = pairRange(columns.offsets, record);
  const matrix = new Float64Array((d * (d + 1)) / 2);
  const gates = emptyGates(TAU);
  const r = new Float64Array(d);
  let sum = 0;
  for (let pair = start; pair < end; pair++) {
    gatesOfPair(columns, pair, TAU, gates);
    const weight = WEIGHTINGS[WEIGHTING].weight(gates);
    const distance = columns.distance[pair] ?? 0;
    sum += traceTerm(weight, distance);
    residual(vectors.positive(record), vectors.negative(pair), distance, r);
    addOuter(matrix, r, weight);
  }
  const passages = Int32Array.of(structure.positives[record] ?? -1, ...structure.negatives.slice(start, end));
  return { sum, pairs: end - start, matrix, passages };
}

/** Upper triangle += w r rᵀ. */
function addOuter(triangle: Float64Array, r: Float64Array, weight: number): void {
  let at = 0;
  for (let i = 0; i < r.length; i++) {
    const wi = weight * (r[i] ?? 0);
    for (let j = i; j < r.length; j++, at++) triangle[at] = (triangle[at] ?? 0) + wi * (r[j] ?? 0);
  }
}
