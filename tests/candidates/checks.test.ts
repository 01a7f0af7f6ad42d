/** What is checked over whole files, through the real store. */

import { describe, expect, it } from 'vitest';

import type { LoadOutcome } from '../../src/candidates/outcomes';
import { defaultLoadOptions, type LoadOptions } from '../../src/candidates/reading';
import { openBench, loadedOf } from './fixtures';
import { fileOf, refusedOf, sourceOf, type Content } from './support';
import { jsonl } from '../support/jsonl';

const bench = await openBench();

const load = (name: string, content: Content, options: Partial<LoadOptions> = {}): Promise<LoadOutcome> =>
  bench.load(fileOf(name, content), { ...defaultLoadOptions(name), ...options });

const corpus = (...ids: string[]): string =>
  jsonl(...ids.map((id) => ({ docid: id, title: `T${id}`, text: `text ${id}` })));

describe('records', () => {
  it('whose negatives are all known positives are counted, wherever the positive stands', async () => {
    const source = sourceOf(
      await load(
        'known.jsonl',
        jsonl(
          { query: 'q1', pos: ['p1', 'further'], neg: ['further', 'p1 '] },
          { query: 'q2', pos: ['a'], neg: ['b', 'c'] },
          { query: 'q2', pos: ['b'], neg: ['a'] },
          { query: 'q2', pos: ['c'], neg: ['a', 'other'] },
          { query: 'q3', pos: ['x'], neg: ['p1'] },
        ),
      ),
    );
    // The first three: by their own positives, and by those of other records with the query.
    expect(source.counts).toMatchObject({
      records: 5,
      recordsOfKnownPositives: 3,
      negativesEqualPositive: 2,
    });
  });

  it('with a query id that came before are counted', async () => {
    const record = { query: 'q', pos: ['p'], neg: ['n'] };
    const ids = ['1', '2', '1', null, null, '1'];
    const source = sourceOf(
      await load('ids.jsonl', jsonl(...ids.map((id) => ({ ...record, query_id: id })))),
    );
    expect(source.counts.duplicateQueryIds).toBe(2);
  });

  it('with a field of an odd name do no harm', async () => {
    const line = '{"query":"q","pos":["p"],"neg":["n"],"__proto__":{"query":"x"},"constructor":1}\n';
    expect((await bench.recordsOf(sourceOf(await load('odd.jsonl', line))))[0]?.query).toBe('q');
  });
});

describe('a file', () => {
  it('that holds the bytes of another one says so, and is loaded', async () => {
    const content = jsonl({ query: 'twice', pos: ['p'], neg: ['n'] });
    const first = loadedOf(await load('one.jsonl', content));
    const second = loadedOf(await load('two.jsonl', content));
    const third = loadedOf(await load('three.jsonl', content.replace('twice', 'other')));
    expect([first.sameAs, second.sameAs, third.sameAs]).toEqual([null, 'one.jsonl', null]);
  });

  it('of labels is one source a label; rejects belong to the file', async () => {
    const record = (subset: unknown, query: string) => ({ query, pos: ['p'], neg: ['n'], subset });
    const outcome = await load(
      'labels.jsonl',
      jsonl(record('nq', 'a'), record('hotpot', 'b'), record(null, 'c'), record('nq', 'd'), record({}, 'e')),
      { label: { kind: 'column', column: 'subset' } },
    );
    const { sources } = loadedOf(outcome);
    expect(sources.map(({ name, counts }) => [name, counts.records, counts.rejected, counts.read])).toEqual([
      ['nq', 2, 2, 5],
      ['hotpot', 1, 2, 5],
    ]);
    const rejects = () => bench.store.rejects.all([outcome.id]);
    expect(rejects().map(({ place, code, field }) => [place, code, field])).toEqual([
      [3, 'no-label', 'subset'],
      [5, 'no-label', 'subset'],
    ]);
    const [nq, hotpot] = sources;
    bench.store.remove(nq?.id ?? -1);
    expect(rejects()).toHaveLength(2);
    bench.store.remove(hotpot?.id ?? -1);
    expect(rejects()).toHaveLength(0);
  });

  it.each(['__proto__', 'constructor', '<b>', '=1+1', '\u202ename', 'a\u0000b'])(
    'may be labeled by a column of the odd name %j, with odd labels',
    async (column) => {
      const line = (label: string) =>
        `{"query":"q","pos":["p"],"neg":["n"],${JSON.stringify(column)}:"${label}"}\n`;
      const content = line('constructor') + line('__proto__') + line('constructor');
      const outcome = await load('odd.jsonl', content, { label: { kind: 'column', column } });
      expect(loadedOf(outcome).sources.map(({ label, counts }) => [label, counts.records])).toEqual([
        ['constructor', 2],
        ['__proto__', 1],
      ]);
    },
  );

  it('whose labels are texts is refused', async () => {
    const records = Array.from({ length: 101 }, (_, i) => ({ query: `q${i}`, pos: ['p'], neg: ['n'] }));
    const refused = refusedOf(
      await load('many.jsonl', jsonl(...records), { label: { kind: 'column', column: 'query' } }),
    );
    expect(refused.error).toBe('TooManyLabelsError');
    expect(refused.message).toContain('many.jsonl');
  });

  it('of no known names asks which field is what, and is read by a mapping of them', async () => {
    const content = jsonl({ schlecht: ['n', 'm'], frage: 'q', gut: 'p', quelle: 'bm25' });
    const refused = refusedOf(await load('other.jsonl', content));
    expect(refused).toMatchObject({
      error: 'FieldsUnclearError',
      fields: ['schlecht', 'frage', 'gut', 'quelle'],
      read: 0,
      rejected: 0,
    });
    const outcome = await load('other.jsonl', content, {
      mapping: { query: 'frage', positive: 'gut', negatives: ['schlecht'], queryId: null },
      label: { kind: 'column', column: 'quelle' },
    });
    const [source] = loadedOf(outcome).sources;
    expect(source).toMatchObject({ name: 'bm25', counts: { records: 1, pairs: 2 } });
  });
});

describe('ids', () => {
  const ids = (positive: string, ...negatives: string[]) => ({
    query_id: `q${positive}`,
    query_text: `query ${positive}`,
    positive_document_ids: [positive],
    negative_document_ids: negatives,
  });

  it('that no corpus has reject their records, by name; the others are loaded', async () => {
    await load('corpus.jsonl', corpus('1', '2', '3'));
    const outcome = await load('ids.jsonl', jsonl(ids('1', '2', '3'), ids('2', '8412682'), ids('9', '1')));
    const source = sourceOf(outcome);
    expect(source.counts).toMatchObject({ read: 3, records: 1, rejected: 2 });
    expect((await bench.recordsOf(source))[0]).toMatchObject({
      positive: 'T1 text 1',
      negatives: ['T2 text 2', 'T3 text 3'],
    });
    const rejects = bench.store.rejects.all([outcome.id]);
    expect(rejects.map(({ code, record }) => [code, record])).toEqual([
      ['unknown-id', 'q2'],
      ['unknown-id', 'q9'],
    ]);
    expect(rejects[0]?.message).toContain('needs a corpus with docid 8412682');
  });

  it('none of which a corpus has let the file wait for another one', async () => {
    await load('corpus.jsonl', corpus('1'));
    const waiting = await load('ids.jsonl', jsonl(ids('77', '78')));
    expect(waiting).toMatchObject({
      status: 'waiting',
      waiting: { needs: [{ kind: 'corpus', example: '77' }] },
    });
    await load('more.jsonl', corpus('77', '78'));
    expect(sourceOf(await load('ids.jsonl', jsonl(ids('77', '78')))).counts.records).toBe(1);
  });

  it('where texts are due ask for the corpus', async () => {
    const content = jsonl({ query: 'who', pos: [8412682], neg: [8412683] });
    const waiting = await load('numbers.jsonl', content);
    expect(waiting).toMatchObject({ status: 'waiting', waiting: { needs: [{ kind: 'corpus' }] } });
    await load('corpus.jsonl', corpus('8412682', '8412683'));
    const [record] = await bench.recordsOf(sourceOf(await load('numbers.jsonl', content)));
    expect(record).toMatchObject({ query: 'who', positive: 'T8412682 text 8412682' });
  });

  it('of a corpus with faults are read all the same; the faults are rejects of the corpus', async () => {
    const companion = await load('corpus.jsonl', `${corpus('1', '2')}{"docid": "3"}\n\nnot JSON\n`);
    expect(companion).toMatchObject({
      status: 'companion',
      companion: { kind: 'corpus', read: 4, entries: 2, rejected: 2, blankLines: 1 },
    });
    const rejects = bench.store.rejects.all([companion.id]);
    expect(rejects.map(({ place, code }) => [place, code])).toEqual([
      [3, 'missing-field'],
      [5, 'broken-json'],
    ]);
  });
});

describe('a sample of a file', () => {
  const records = Array.from({ length: 500 }, (_, i) => ({ query: `q${i}`, pos: ['p'], neg: [`n${i}`] }));

  it('is counted to the last line, and the same every time', async () => {
    const content = `${jsonl(...records)}broken\n`;
    const sample = { records: 50, seed: 42 };
    const first = sourceOf(await load('all.jsonl', content, { sample }));
    expect(first.counts).toMatchObject({ read: 501, loaded: 50, records: 50, leftOut: 450, rejected: 1 });
    const again = sourceOf(await load('all.jsonl', content, { sample }));
    expect(await bench.recordsOf(again)).toEqual(await bench.recordsOf(first));
  });

  it('of rows takes whole records', async () => {
    const rows = records.flatMap(({ query, neg }) => [`${query},p,${neg[0] ?? ''}`, `${query},p,m`]);
    const content = `query,positive,negative\n${rows.join('\n')}\n`;
    const source = sourceOf(await load('rows.csv', content, { sample: { records: 50, seed: 42 } }));
    expect(source.counts).toMatchObject({ read: 1000, loaded: 50, merged: 500, leftOut: 450, pairs: 100 });
    const lines = sourceOf(
      await load('lines.jsonl', jsonl(...records), { sample: { records: 50, seed: 42 } }),
    );
    const queries = async (of: typeof lines) => (await bench.recordsOf(of)).map(({ query }) => query);
    expect(await queries(source)).toEqual(await queries(lines));
  });

  it('asks companions only for what it takes', async () => {
    await load('corpus.jsonl', corpus('1', '2'));
    const content = jsonl(
      ...records.map(({ query }) => ({
        query_id: query,
        query,
        positive_document_ids: ['1'],
        negative_document_ids: ['2'],
      })),
    );
    const source = sourceOf(await load('ids.jsonl', content, { sample: { records: 7, seed: 1 } }));
    expect(source.counts).toMatchObject({ records: 7, leftOut: 493, rejected: 0 });
  });
});

describe('rejects', () => {
  it('are found by file and code, and counted by code', async () => {
    const bad = await load(
      'bad.jsonl',
      jsonl(
        { query: 'q', pos: ['p'], neg: ['n'] },
        { query: 'q', pos: 'Text', neg: ['n'], query_id: 'r7' },
        { query: 'q', pos: ['p'], neg: [] },
        { query: ' ', pos: ['p'], neg: ['n'] },
        { query: 'q', pos: ['p'], neg: [''] },
      ),
    );
    expect(bench.store.rejects.all([bad.id]).map(({ place }) => place)).toEqual([2, 3, 4, 5]);
    const counts = bench.store.rejects.counts().filter(({ id }) => id === bad.id);
    expect(counts.map(({ file, code, count, first }) => [file, code, count, first.place])).toEqual([
      ['bad.jsonl', 'no-negatives', 2, 3],
      ['bad.jsonl', 'blank-query', 1, 4],
      ['bad.jsonl', 'wrong-type', 1, 2],
    ]);
  });
});

describe('a sample', () => {
  const record = (i: number, id: number) => ({
    query_id: `q${i}`,
    query: `q${i}`,
    positive_document_ids: ['1'],
    negative_document_ids: [String(id)],
  });

  it('of records that name ids is taken from those that are loaded', async () => {
    await load('corpus.jsonl', corpus('1', '2'));
    const content = jsonl(...Array.from({ length: 100 }, (_, i) => record(i, i % 2 === 0 ? 2 : 900 + i)));
    const source = sourceOf(await load('half.jsonl', content, { sample: { records: 20, seed: 42 } }));
    expect(source.counts).toMatchObject({ read: 100, records: 20, leftOut: 30, rejected: 50 });
    const none = jsonl(...Array.from({ length: 5 }, (_, i) => record(i, 900 + i)));
    const waiting = await load('none.jsonl', none, { sample: { records: 2, seed: 42 } });
    expect(waiting).toMatchObject({ status: 'waiting', waiting: { needs: [{ kind: 'corpus' }] } });
  });

  it('is as large where lines are at fault, and all of those are rejects', async () => {
    const lines = Array.from({ length: 100 }, (_, i) => ({
      query: `q${i}`,
      pos: [i % 2 ? 'p' : ''],
      neg: ['n'],
    }));
    const source = sourceOf(
      await load('blanks.jsonl', jsonl(...lines), { sample: { records: 40, seed: 42 } }),
    );
    expect(source.counts).toMatchObject({ read: 100, records: 40, leftOut: 10, rejected: 50 });
  });
});

describe('rejects of a file without a usable record', () => {
  const bad = { query_id: 'q', query: 'q', positive_document_ids: ['1'], negative_document_ids: [] };

  it('are kept where companions or a sample were asked for first', async () => {
    await load('corpus.jsonl', corpus('1'));
    const ids = await load('empty-lists.jsonl', jsonl(bad, bad));
    expect(refusedOf(ids)).toMatchObject({ error: 'NoUsablePairsError', read: 2, rejected: 2 });
    const flag = { query: 'q', pos: ['p'], neg: [] };
    const sampled = await load('sampled.jsonl', jsonl(flag, flag, flag), { sample: { records: 1, seed: 1 } });
    expect(refusedOf(sampled)).toMatchObject({ error: 'NoUsablePairsError', read: 3, rejected: 3 });
    for (const [outcome, total] of [
      [ids, 2],
      [sampled, 3],
    ] as const) {
      expect(bench.store.rejects.all([outcome.id])).toHaveLength(total);
    }
  });
});

describe('companions of several data sets', () => {
  it('are those of the nearest folder', async () => {
    const at = (path: string, content: Content) => load(path.split('/').at(-1) ?? path, content, { path });
    for (const [name, relevant] of [
      ['alpha', 1],
      ['beta', 2],
    ] as const) {
      const corpus = ['1', '2', '3'].map((id) => ({ _id: id, title: name, text: id }));
      await at(`${name}/corpus.jsonl`, jsonl(...corpus));
      await at(`${name}/queries.jsonl`, jsonl({ _id: 'q', text: `query of ${name}` }));
      await at(`${name}/qrels/test.tsv`, `query-id\tcorpus-id\tscore\nq\t${relevant}\t1\n`);
    }
    const run = 'q Q0 1 1 9 t\nq Q0 2 2 8 t\nq Q0 3 3 7 t\n';
    for (const [name, positive, negatives] of [
      ['alpha', 'alpha 1', ['alpha 2', 'alpha 3']],
      ['beta', 'beta 2', ['beta 1', 'beta 3']],
    ] as const) {
      expect(await bench.recordsOf(sourceOf(await at(`${name}/runs/bm25.trec`, run)))).toMatchObject([
        { query: `query of ${name}`, positive, negatives },
      ]);
    }
  });
});
