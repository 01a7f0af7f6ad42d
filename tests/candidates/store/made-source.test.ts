/** Sources made of texts that are loaded already. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Candidates } from '../../../src/candidates/candidates';
import type { MadeSourceRequest, SourceStructure } from '../../../src/candidates/faces';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { fileOf, jsonl, nodeEngine, sourceOf } from '../support';

const SEED = 1;
const UNIT = [
  [1, 0],
  [0, 1],
  [0.6, 0.8],
  [-1, 0],
] as const;

describe('a made source', () => {
  let candidates: Candidates;
  let first: LoadedSource;
  let second: LoadedSource;
  let a: SourceStructure;
  let b: SourceStructure;

  const load = async (name: string, ...records: object[]): Promise<LoadedSource> =>
    sourceOf(
      await candidates.load(fileOf(name, jsonl(...records)), defaultLoadOptions(name), () => undefined),
    );
  /** Both queries of the first source with the negatives of the second one, and one of its own. */
  const request = (changes: Partial<MadeSourceRequest> = {}): MadeSourceRequest => ({
    name: 'mixed',
    from: [first.id, second.id],
    by: 'negatives of two sources',
    queries: a.queries,
    positives: a.positives,
    offsets: Int32Array.of(0, 2, 3),
    negatives: Int32Array.of(b.negatives[0] as number, a.negatives[0] as number, b.negatives[1] as number),
    ...changes,
  });

  beforeAll(async () => {
    candidates = new Candidates(nodeEngine);
    first = await load(
      'first.jsonl',
      { query_id: 'one', query: 'q1', positive: 'p1', negatives: ['a1', 'a2'] },
      { query_id: 'two', query: 'q2', positive: 'p2', negatives: ['a3'] },
    );
    second = await load('second.jsonl', { query: 'q3', positive: 'p3', negatives: ['b1', 'b2'] });
    a = await candidates.structure(first.id, SEED);
    b = await candidates.structure(second.id, SEED);
  });

  afterAll(() => candidates.close());

  it('is a source like any other: counted, named once, read, shown, exported', async () => {
    const made = await candidates.makeSource(request({ name: 'first' }));
    expect(made).toMatchObject({
      name: 'first-2',
      origin: { kind: 'made', from: [first.id, second.id], by: 'negatives of two sources' },
      label: null,
      placeKind: 'record',
      medianK: 1.5,
      dimension: null,
      counts: { read: 2, loaded: 2, rejected: 0, records: 2, pairs: 3, negativesEqualPositive: 0 },
    });
    const { queries, positives, offsets, negatives } = await candidates.structure(made.id, SEED);
    expect(queries).toEqual(a.queries);
    expect(positives).toEqual(a.positives);
    expect([...offsets]).toEqual([0, 2, 3]);
    expect(await candidates.passageTexts(negatives)).toEqual(['b1', 'a1', 'b2']);
    expect(await candidates.pairTexts(made.id, Int32Array.of(1), Int32Array.of(0))).toEqual([
      { place: 2, queryId: 'two', query: 'q2', positive: 'p2', negative: 'b2' },
    ]);
    const { name, content } = await candidates.exportSource(made.id);
    expect(name).toBe('first-2.jsonl');
    expect(await content.text()).toBe(
      jsonl(
        { query_id: 'one', query: 'q1', positive: 'p1', negatives: ['b1', 'a1'] },
        { query_id: 'two', query: 'q2', positive: 'p2', negatives: ['b2'] },
      ),
    );
    const again = await candidates.load(new File([content], name), defaultLoadOptions(name), () => undefined);
    expect(sourceOf(again)).toMatchObject({ name: 'first-2-2', counts: { records: 2, pairs: 3 } });
    await candidates.remove(again.id);
    expect(await candidates.rename(made.id, 'other')).toBe('other');
    await candidates.remove(made.id);
    await expect(candidates.structure(made.id, SEED)).rejects.toMatchObject({ name: 'UnknownSourceError' });
  });

  it('keeps the texts that it needs when the sources it was made of go', async () => {
    const parent = await load('parent.jsonl', { query: 'kept', positive: 'kp', negatives: ['kn', 'gone'] });
    const { queries, positives, negatives } = await candidates.structure(parent.id, SEED);
    const made = await candidates.makeSource(
      request({
        from: [parent.id],
        queries,
        positives,
        offsets: Int32Array.of(0, 1),
        negatives: negatives.subarray(0, 1),
      }),
    );
    await candidates.remove(parent.id);
    expect(await candidates.queryTexts(queries)).toEqual(['kept']);
    expect(await candidates.passageTexts(positives)).toEqual(['kp']);
    expect(await candidates.passageTexts(negatives.subarray(0, 1))).toEqual(['kn']);
    await expect(candidates.passageTexts(negatives.subarray(1))).rejects.toThrow('not loaded');
    await candidates.remove(made.id);
    await expect(candidates.queryTexts(queries)).rejects.toThrow('not loaded');
  });

  it('keeps a negative that comes twice in a record, as the own-positive control has it', async () => {
    const own = a.positives[0] as number;
    const made = await candidates.makeSource(
      request({ negatives: Int32Array.of(own, own, a.negatives[2] as number) }),
    );
    expect(made.counts).toMatchObject({ records: 2, pairs: 3, negativesEqualPositive: 2 });
    const { offsets, negatives } = await candidates.structure(made.id, SEED);
    expect([...offsets]).toEqual([0, 2, 3]);
    expect([...negatives]).toEqual([own, own, a.negatives[2]]);
    await candidates.remove(made.id);
  });

  it('counts negatives that are known positives', async () => {
    const made = await candidates.makeSource(
      request({ negatives: Int32Array.of(a.positives[0] as number, b.negatives[0] as number, 0) }),
    );
    expect(made.counts).toMatchObject({ pairs: 3, negativesEqualPositive: 1, recordsOfKnownPositives: 0 });
    await candidates.remove(made.id);
  });

  it('has the embeddings of its texts where all of them have one', async () => {
    const vectors = { query_embedding: UNIT[0], positive_embedding: UNIT[1] };
    const parent = await load(
      'vectors.jsonl',
      { query: 'v', positive: 'vp', negatives: ['va'], ...vectors, negative_embeddings: [UNIT[2]] },
      { query: 'w', positive: 'va', negatives: ['vb'], ...vectors, negative_embeddings: [UNIT[3]] },
    );
    const own = await candidates.structure(parent.id, SEED);
    const made = await candidates.makeSource(
      request({
        from: [parent.id],
        queries: own.queries.subarray(1),
        positives: own.positives.subarray(0, 1),
        offsets: Int32Array.of(0, 2),
        negatives: Int32Array.of(own.negatives[1] as number, own.negatives[0] as number),
      }),
    );
    expect(made.dimension).toBe(2);
    const { queries, positives, negatives } = await candidates.embeddings(made.id);
    expect([...queries]).toEqual(UNIT[0]);
    expect([...positives]).toEqual(UNIT[1]);
    expect([...negatives]).toEqual([...UNIT[3], ...UNIT[2]]);
    const partly = await candidates.makeSource(request({ from: [parent.id] }));
    expect(partly.dimension).toBeNull();
    for (const { id } of [made, partly, parent]) await candidates.remove(id);
  });

  it.each([
    ['1 of its queries are not loaded', { queries: Int32Array.of(0, 999) }],
    [
      '2 of its passages are not loaded',
      { positives: Int32Array.of(0, 998), negatives: Int32Array.of(1, 2, 999) },
    ],
    ['record 1 has no negative', { offsets: Int32Array.of(0, 0, 3) }],
    ['its offsets do not end at its 3 negatives', { offsets: Int32Array.of(0, 1, 2) }],
    ['2 queries came with 1 positives and 3 offsets', { positives: Int32Array.of(0) }],
    ['it has no record', { queries: new Int32Array() }],
  ])('is refused where %s, and leaves nothing', async (fault, changes) => {
    const refused = candidates.makeSource(request(changes));
    await expect(refused).rejects.toMatchObject({ name: 'MadeSourceError' });
    await expect(refused).rejects.toThrow(`The source "mixed" cannot be made: ${fault}.`);
    const { rows } = await candidates.query('SELECT count(*), (SELECT count(*) FROM sources) FROM records', {
      limit: 1,
    });
    expect(rows).toEqual([[3n, 2n]]);
  });

  it('is refused where a source it is made of is gone', async () => {
    await expect(candidates.makeSource(request({ from: [first.id, 999] }))).rejects.toMatchObject({
      name: 'UnknownSourceError',
    });
  });
});
