/** A source as JSON lines of the plain format, which every reader here knows (docs/FORMATS.md). */

import type { CandidateStore } from './store/store';

/** Records whose texts are asked for at a time. */
const BATCH_RECORDS = 2_000;

/**
 * Writes a source, read or made, from what the store holds.
 * @throws UnknownSourceError
 */
export async function exportPlain(
  store: CandidateStore,
  sourceId: number,
): Promise<{ name: string; content: Blob }> {
  const { name } = store.source(sourceId);
  const { queries, positives, offsets, negatives } = await store.structure(sourceId);
  const { queryIds } = await store.recordHeads(sourceId);
  const parts: Blob[] = [];
  for (let from = 0; from < queries.length; from += BATCH_RECORDS) {
    const to = Math.min(from + BATCH_RECORDS, queries.length);
    const firstPair = offsets[from] as number;
    const queryTexts = await store.queryTexts(queries.subarray(from, to));
    const positiveTexts = await store.passageTexts(positives.subarray(from, to));
    const negativeTexts = await store.passageTexts(negatives.subarray(firstPair, offsets[to]));
    const lines = queryTexts.map((query, i) => {
      const record = from + i;
      const id = queryIds[record] ?? null;
      const own = negativeTexts.slice(
        (offsets[record] as number) - firstPair,
        (offsets[record + 1] as number) - firstPair,
      );
      const texts = { query, positive: positiveTexts[i], negatives: own };
      return `${JSON.stringify(id === null ? texts : { query_id: id, ...texts })}\n`;
    });
    parts.push(new Blob(lines));
  }
  return { name: `${fileName(name)}.jsonl`, content: new Blob(parts, { type: 'application/x-ndjson' }) };
}

/** The name without what file systems do not take. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
}
