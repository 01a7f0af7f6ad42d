/** The numbers of negatives of a source's records: K, counted over the source and over a comparison. */

export interface RecordsOfK {
  /** Distinct negatives of each. */
  readonly k: number;
  /** Copies of them that were left out of each. */
  readonly copies: number;
  readonly records: number;
}

/** Miners leave a few records short, which moves no mean; from this share on sources differ in how much they train on. */
export const SHORT_RECORDS = 0.1;

/** The first so many negatives of each record; null: all of them. */
export function firstOfEach<Row extends RecordsOfK>(
  byK: readonly Row[],
  negatives: number | null,
): readonly Row[] {
  if (negatives === null) return byK;
  return byK.map((row) => {
    const k = Math.min(row.k, negatives);
    return { ...row, k, copies: Math.min(row.copies, negatives - k) };
  });
}

/** Median number of negatives of a record: the mean of the middle two for an even number of records. */
export function medianK(byK: readonly RecordsOfK[]): number {
  const ascending = byK.toSorted((a, b) => a.k - b.k);
  const all = recordsIn(byK);
  const atRank = (rank: number): number => {
    let passed = 0;
    return ascending.find(({ records }) => (passed += records) > rank)?.k ?? 0;
  };
  return (atRank(Math.floor((all - 1) / 2)) + atRank(Math.floor(all / 2))) / 2;
}

/** Whether the median K of two sources in one setting differ by half or more: then a ranking would not be fair. */
export function differsTooMuchInK(medianA: number, medianB: number): boolean {
  return Math.min(medianA, medianB) <= Math.max(medianA, medianB) / 2;
}

/** The most negatives that all but {@link SHORT_RECORDS} of the records have, copies counted; 0 without records. */
export function kOfMost(byK: readonly RecordsOfK[]): number {
  const few = SHORT_RECORDS * recordsIn(byK);
  return Math.max(0, ...byK.map(inFile).filter((k) => recordsBelow(byK, k) < few));
}

/** Records with fewer negatives than K. One that only lost copies is none of them. */
export function recordsBelow(byK: readonly RecordsOfK[], k: number): number {
  return recordsIn(byK.filter((row) => inFile(row) < k));
}

/** K of a comparison: that of most records, each source counting as much as any other. The larger of two; 0 without records. */
export function usualK(sources: readonly (readonly RecordsOfK[])[]): number {
  const shares = new Map<number, number>();
  for (const byK of sources) {
    const all = recordsIn(byK);
    for (const row of byK) shares.set(inFile(row), (shares.get(inFile(row)) ?? 0) + row.records / all);
  }
  const [usual = [0]] = [...shares].sort(([a, m], [b, n]) => n - m || b - a);
  return usual[0];
}

/** Negatives of a record in its file, copies counted. */
function inFile({ k, copies }: RecordsOfK): number {
  return k + copies;
}

function recordsIn(byK: readonly RecordsOfK[]): number {
  return byK.reduce((sum, { records }) => sum + records, 0);
}
