import { describe, expect, it } from 'vitest';

import type { Finding } from '../../src/report/findings';
import { runScript } from '../support/run-script';
import { temporaryFolder } from '../support/temporary';
import { jsonl } from '../support/jsonl';

const line = (id: string, negatives: string[]) =>
  jsonl({ query_id: id, query: `query ${id}`, pos: [`positive ${id}`], neg: negatives });
const texts = (name: string, count: number) =>
  jsonl(...Array.from({ length: count }, (_, i) => ({ _id: `${name}${i}`, text: `cafÃ© ${name} ${i}` })));
const NESTED = { task: { input: 'one query' }, gold: { body: 'its answer' } };
const WRONG = ['a', 'b', 'c', 'd', 'e'].map((body) => ({ body: `wrong ${body}` }));

const folder = temporaryFolder({
  'good.jsonl': line('1', ['text a', 'text b']) + line('2', ['text c', 'text d']),
  'leaky.jsonl': line('1', ['text a', 'text b']) + line('2', ['positive 2', 'text d']),
  'nested.json': JSON.stringify([{ ...NESTED, wrong: WRONG }]),
  'run.trec': Array.from({ length: 20 }, (_, i) => `q0 Q0 d${i} ${i + 1} ${20 - i} x\n`).join(''),
  'corpus.jsonl': texts('d', 20),
  'queries.jsonl': texts('q', 1),
  'qrels.txt': 'q0 0 d3 1\n',
  'broken.jsonl':
    line('1', ['the cafÃ© by the sea', 'itâ€™s late']) +
    line('2', ['NaÃ¯ve as ever', 'plain']) +
    jsonl({ query: 'how' }, { query: 'when' }),
  'dev.txt': 'QUERY 2?\nanother one\n',
  'beir/queries.jsonl': jsonl({ _id: 'a', text: 'query 1' }, { _id: 'b', text: 'query 2' }),
  'beir/corpus.jsonl': jsonl({ _id: 'x', text: 'other' }, { _id: 'y', text: 'yet another' }),
  // Queries of training are none of the evaluation.
  'beir/qrels/train.tsv': 'query-id\tcorpus-id\tscore\nb\ty\t1\n',
  'beir/qrels/test.tsv': 'query-id\tcorpus-id\tscore\na\tx\t1\n',
});

const read = (...args: string[]) => runScript('negscope.mjs', ['read', ...args], { cwd: folder });

describe('npm run read', { timeout: 180_000 }, () => {
  it('says in one line that no check found anything, and then ends with 0, strict or not', async () => {
    const { code, stdout } = await read('good.jsonl', '--strict');
    expect(stdout).toMatch(/^Checked before a run: 0 of \d+ checks found something\.$/m);
    expect(code).toBe(0);
  });

  it('says what fails, where, and ends with 4 where it is strict', async () => {
    const { code, stdout } = await read('good.jsonl', 'leaky.jsonl', '--strict');
    expect(stdout).toMatch(/^Checked before a run: 1 of \d+ checks found something\.$/m);
    expect(stdout).toContain(
      '✗ Positives of their own query. leaky has 1 copy of the positive, of 4 pairs. Drop these pairs.\n',
    );
    expect(stdout).toContain('leaky, line 2, “query 2”: “positive 2”\n');
    expect(code).toBe(4);
  });

  it('says what of an evaluation stands in the files, from a list and from the judgements of a BEIR folder', async () => {
    const list = await read('good.jsonl', '--evaluation', 'dev.txt', '--strict');
    expect(list.stdout).toContain(
      '✗ Evaluation data. good holds 1 of the 2 evaluation queries, in 1 record.',
    );
    expect(list.stdout).toContain('    good, query: “query 2”, in the evaluation “QUERY 2?”\n');
    expect(list.code).toBe(4);
    const beir = await read('good.jsonl', '--evaluation', 'beir');
    expect(beir.stdout).toContain('test.tsv: 1 query, 1 relevant document');
    expect(beir.stdout).toContain('✗ Evaluation data. good holds 1 of the 1 evaluation query, in 1 record.');
    expect(beir.stdout).not.toContain('Rejected');
  });

  it('asks for columns; says what it cuts and what is broken', async () => {
    const asked = await read('nested.json');
    expect(asked.stdout).toContain('which column is the query');
    expect(asked.stdout).toContain('Options: --map query=NAME,positive=gold,negative=wrong');
    expect(asked.code).toBe(2);
    const cut = await read('run.trec', 'corpus.jsonl', 'queries.jsonl', 'qrels.txt', 'broken.jsonl');
    expect(cut.stdout).toMatch(/broken\.jsonl, line 3, pos: `pos` is missing.* \(the first of 2\)/);
    expect(cut.stdout).toContain('top 2 of 19 hits of each query kept; --top-k 19 keeps all');
    expect(cut.stdout).toMatch(/· Broken letters\. .*; broken: \d pairs with letters of a broken encoding/);
  });

  it('ends with 0 where it is not strict, and says the checks for programs', async () => {
    const { code, stdout } = await read('leaky.jsonl', '--json');
    expect(code).toBe(0);
    const [file] = JSON.parse(stdout) as { findings: Record<string, Finding[]> }[];
    expect(file).toMatchObject({
      file: 'leaky.jsonl',
      status: 'read',
      same_bytes_as: null,
      top_k: null,
      sources: [
        { name: 'leaky', median_negatives: 2, embedding_dimension: null, signs_of_a_wrong_reading: [] },
      ],
      rejects: [],
    });
    const rejected = await read('broken.jsonl', '--json');
    expect(rejected.stdout).toContain('"rejects":');
    expect(rejected.stdout).not.toMatch(/"fileId"|"id": *\d/);
    expect(file?.findings['leaky']).toMatchObject([{ id: 'copies', severity: 'stop', count: 1 }]);
  });
});
