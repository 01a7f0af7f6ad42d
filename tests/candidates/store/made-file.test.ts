/** Records made of texts that are loaded already, as a file. */

import { beforeAll, describe, expect, it } from 'vitest';

import type { MadeSourceRequest } from '../../../src/candidates/made-file';
import type { SourceStructure } from '../../../src/candidates/store/source-columns';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { HOSTILE_TEXTS } from '../../support/hostile';
import { loadSource, openCandidates, sourceOf } from '../support';
import { jsonl } from '../../support/jsonl';

const SEED = 1;

describe('a made file', () => {
  const candidates = openCandidates();
  let first: LoadedSource;
  let a: SourceStructure;
  let b: SourceStructure;

  const load = (name: string, ...records: object[]): Promise<LoadedSource> =>
    loadSource(candidates, name, jsonl(...records));
  /** Both queries of the first source with the negatives of the second one, and one of its own. */
  const request = (changes: Partial<MadeSourceRequest> = {}): MadeSourceRequest => ({
    name: 'mixed: 5 %',
    from: [first.id],
    queries: a.queries,
    positives: a.positives,
    offsets: Int32Array.of(0, 2, 3),
    negatives: Int32Array.of(b.negatives[0] as number, a.negatives[0] as number, b.negatives[1] as number),
    ...changes,
  });

  beforeAll(async () => {
    first = await load(
      'first.jsonl',
      { query_id: 'one', query: 'q1', positive: 'p1', negatives: ['a1', 'a2'] },
      { query: 'q2', positive: 'p2', negatives: ['a3'] },
    );
    const second = await load('second.jsonl', { query: 'q3', positive: 'p3', negatives: ['b1', 'b2'] });
    a = await candidates.structure(first.id, SEED);
    b = await candidates.structure(second.id, SEED);
  });

  it('has the texts and query ids of the records, under a name that a file can have', async () => {
    const { name, content } = await candidates.madeFile(request());
    expect(name).toBe('mixed- 5 %.jsonl');
    expect(await content.text()).toBe(
      jsonl(
        { query_id: 'one', query: 'q1', positive: 'p1', negatives: ['b1', 'a1'] },
        { query: 'q2', positive: 'p2', negatives: ['b2'] },
      ),
    );
  });

  it('of hostile texts is, read again, the same records', async () => {
    const hostile = HOSTILE_TEXTS.map((text, i) => ({
      query_id: text,
      query: `${text} query ${i}`,
      positive: `${i} positive ${text}`,
      negatives: HOSTILE_TEXTS.map((other, k) => `${other} negative ${i} ${k}`),
    }));
    const { id, name } = await load('hostile.jsonl', ...hostile);
    const made = await candidates.madeFile({ ...(await candidates.structure(id, SEED)), name, from: [id] });
    const again = await loadSource(candidates, made.name, await made.content.text());
    const sql = `SELECT place, query_id, query, positive FROM records WHERE source =`;
    const rows = async (source: number) => (await candidates.query(`${sql} ${source}`, { limit: 999 })).rows;
    expect(await rows(again.id)).toEqual(await rows(id));
    const { negatives } = await candidates.structure(again.id, SEED);
    expect(negatives).toEqual((await candidates.structure(id, SEED)).negatives);
    expect(again.counts).toMatchObject({ records: hostile.length, rejected: 0 });
  });

  it('of a column of units: the value of each record, of joined rows that of the first; none where it lacks', async () => {
    const read = async (name: string, content: string, group: string | null) => {
      const { id } = await loadSource(candidates, name, content, { group });
      return (await candidates.structure(id, SEED)).groups;
    };
    const lines = jsonl(
      { query: 'u1', positive: 'v1', negatives: ['w1'], site: ' x ' },
      { query: 'u2', positive: 'v2', negatives: ['w2'], site: 7 },
      { query: 'u3', positive: 'v3', negatives: ['w3'] },
    );
    expect(await read('sites.jsonl', lines, 'site')).toEqual(['x', '7', null]);
    expect(await read('sites.jsonl', lines, null)).toBeUndefined();
    expect(await read('sites.jsonl', lines, 'page')).toBeUndefined();
    const rows = 'query,positive,negative,site\nu4,v4,w4,x\nu4,v4,w5,y\nu5,v5,w6,z\n';
    expect(await read('rows.csv', rows, 'site')).toEqual(['x', 'z']);
  });

  it('is loaded like any other, and has a name of its own', async () => {
    const { name, content } = await candidates.madeFile(request({ name: 'first' }));
    const file = new File([content], name);
    const loaded = sourceOf(await candidates.load(file, defaultLoadOptions(name), () => undefined));
    expect(loaded).toMatchObject({ name: 'first-2', counts: { records: 2, pairs: 3 } });
    await candidates.remove(loaded.id);
  });

  it.each([
    ['a text', { negatives: Int32Array.of(0, 1, 999) }],
    ['a source', { from: [999] }],
  ])('cannot be made where %s is gone', async (_, changes) => {
    await expect(candidates.madeFile(request(changes))).rejects.toMatchObject({
      name: 'UnknownSourceError',
    });
  });
});
