/** The records of a file that keep a negative, as texts, in the order of their places. */

import type { RecordHeads } from '../store/place-reads';
import type { CleanSource } from './clean-source';
import { keptRecords, type SourceCut } from './source-cuts';
import type { TextRecord } from './writers';

/** Records whose texts are asked for at a time. */
const BATCH_RECORDS = 2_000;

/** A record that is written. */
interface Kept {
  readonly cut: SourceCut;
  readonly heads: RecordHeads;
  readonly record: number;
}

/**
 * Records in batches, with the share of all that was given so far (0 … 1). Those of several sources with one place come
 * in load order.
 */
export async function* recordBatches(
  source: CleanSource,
  cuts: readonly SourceCut[],
): AsyncGenerator<{ records: readonly TextRecord[]; share: number }> {
  const kept: Kept[] = [];
  for (const cut of cuts) {
    const heads = await source.recordHeads(cut.id);
    for (const [record, keeps] of keptRecords(cut).entries()) if (keeps) kept.push({ cut, heads, record });
  }
  if (cuts.length > 1) kept.sort((a, b) => placeOf(a) - placeOf(b));
  for (let from = 0; from < kept.length; from += BATCH_RECORDS) {
    const batch = kept.slice(from, from + BATCH_RECORDS);
    yield {
      records: await withTexts(source, batch, cuts.length > 1),
      share: (from + batch.length) / kept.length,
    };
  }
}

function placeOf({ heads, record }: Kept): number {
  return heads.places[record] as number;
}

async function withTexts(source: CleanSource, batch: readonly Kept[], named: boolean): Promise<TextRecord[]> {
  const queries = Int32Array.from(batch, ({ cut, record }) => cut.structure.queries[record] as number);
  const positives = batch.map(({ cut, record }) => cut.structure.positives[record] as number);
  const negatives = batch.map(keptNegatives);
  const ids = Int32Array.from(new Set([...positives, ...negatives.flat()]));
  const queryTexts = await source.queryTexts(queries);
  const passageTexts = await source.passageTexts(ids);
  const texts = new Map(passageTexts.map((text, index) => [ids[index] as number, text]));
  const textOf = (id: number): string => texts.get(id) ?? '';
  return batch.map(({ cut, heads, record }, index) => {
    const positiveId = positives[index] as number;
    const negativeIds = negatives[index] as number[];
    return {
      source: named ? cut.name : null,
      queryId: heads.queryIds[record] ?? null,
      query: queryTexts[index] as string,
      positive: textOf(positiveId),
      positiveId,
      negatives: negativeIds.map(textOf),
      negativeIds,
    };
  });
}

function keptNegatives({ cut: { structure, gone }, record }: Kept): number[] {
  const kept: number[] = [];
  for (
    let pair = structure.offsets[record] as number;
    pair < (structure.offsets[record + 1] as number);
    pair += 1
  ) {
    if (gone[pair] === 0) kept.push(structure.negatives[pair] as number);
  }
  return kept;
}
