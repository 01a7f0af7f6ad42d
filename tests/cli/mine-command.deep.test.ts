import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { writeModel } from '../browser/model-folders';
import { overlapFolder } from '../support/cross-encoder';
import { MINI } from '../support/folders';
import { runScript } from '../support/run-script';
import { temporaryFolder } from '../support/temporary';
import { jsonl } from '../support/jsonl';

const WORDS = 'rain river sea snow wind stone field song king law doctor planet wool market train'.split(' ');

const texts = Array.from({ length: 30 }, (_, i) =>
  [i, i + 1, 2 * i + 1].map((place) => WORDS[place % WORDS.length]).join(' '),
);
const corpus = texts.map((text, i) => ({ _id: `d${i}`, title: `Passage ${i}`, text: `${text} number ${i}` }));
const queries = texts.slice(0, 6).map((text, i) => ({ _id: `q${i}`, text: `which ${text}?` }));
const judged = queries.map(({ _id }, i) => `${_id}\td${i}\t1\n`).join('');

const folder = temporaryFolder({
  'beir/corpus.jsonl': `${jsonl(...corpus)}{"_id": "broken"\n`,
  'beir/queries.jsonl': jsonl(...queries, { _id: 'q6', text: 'unjudged rain?' }),
  'beir/qrels/test.tsv': `query-id\tcorpus-id\tscore\n${judged}q0\td99\t1\n`,
  'empty.jsonl': '',
});

const mine = (...args: string[]) => runScript('negscope.mjs', ['mine', ...args], { cwd: folder });

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('mines a BEIR folder, says what was left, and makes the files again from their cards', async () => {
  const args = ['--method', 'bm25,dense', '--num-negatives', '3', '--model', MINI, '--out', 'mined'];
  const { code, stdout, stderr } = await mine('beir', ...args);
  expect(stderr).toContain('corpus.jsonl: 1 of 31 rejected');
  expect(stderr).toContain('corpus.jsonl, line 31: ');
  expect(stderr).toContain('1 query without a positive, not mined for');
  expect(stderr).toContain('1 judged document that no corpus has');
  expect(stdout).toContain('30 passages, 6 records');
  expect(code).toBe(2);
  const rows = read('mined/bm25.jsonl').trim().split('\n');
  expect(rows).toHaveLength(6);
  const first = JSON.parse(rows[0] as string) as Record<string, readonly unknown[]>;
  expect(Object.keys(first)).toEqual(['query', 'pos', 'neg', 'pos_scores', 'neg_scores']);
  expect(first['pos']).toHaveLength(1);
  expect(first['neg_scores']).toHaveLength(3);
  for (const method of ['bm25', 'dense']) {
    const card = `--card mined/${method}.card.json --out again --model`.split(' ');
    const again = await mine('beir', ...card, MINI);
    expect(again.stdout).toContain('bit for bit');
    expect(read(`again/${method}.jsonl`)).toBe(read(`mined/${method}.jsonl`));
    expect(read(`again/${method}.card.json`)).toBe(read(`mined/${method}.card.json`));
  }
});

it('takes prefixes, pooling and length from the card, and says which limits BM25 has no use for', async () => {
  const args = ['--method', 'bm25,dense', '--preset', 'nv-abs', '--model', MINI, '--out', 'abs'];
  const { stderr } = await mine('beir', ...args);
  expect(stderr).toContain('max_score 0.7 limits cosines. BM25 scores are not cosines');
  const card = JSON.parse(read('abs/dense.card.json')) as { parts: { encoder: object }[] };
  const encoder = { ...card.parts[0]?.encoder, query_prefix: 'query: ', max_tokens: 7 };
  const parts = card.parts.map((part) => ({ ...part, encoder }));
  writeFileSync(join(folder, 'prefixed.card.json'), JSON.stringify({ ...card, parts }));
  await mine('beir', '--card', 'prefixed.card.json', '--model', MINI, '--out', 'prefixed');
  const made = JSON.parse(read('prefixed/dense.card.json')) as typeof card;
  expect(made.parts[0]?.encoder).toMatchObject({ query_prefix: 'query: ', max_tokens: 7 });
  expect(read('prefixed/dense.jsonl')).not.toBe(read('abs/dense.jsonl'));
});

it('mines by a cross-encoder’s scores, and says what is wrong with its folder', async () => {
  writeModel(join(folder, 'overlap'), overlapFolder({ texts: [WORDS.join(' ')] }));
  const args = ['--num-negatives', '2', '--max-score', '1.9', '--cross-encoder'];
  const { stdout, code } = await mine('beir', ...args, 'overlap', '--out', 'crossed');
  expect(stdout).toMatch(/bm25: .* max_score \d+/);
  expect(code).toBe(2);
  const rows = read('crossed/bm25.jsonl').trim().split('\n');
  const scores = rows.flatMap((row) => (JSON.parse(row) as { readonly neg_scores: number[] }).neg_scores);
  expect(scores.every((score) => score >= -4 && score <= 1.9)).toBe(true);
  const { parts } = JSON.parse(read('crossed/bm25.card.json')) as {
    readonly parts: readonly { readonly cross_encoder: object; readonly options: object }[];
  };
  expect(parts[0]).toMatchObject({
    cross_encoder: { name: 'overlap', activation: 'identity', dtype: 'fp32' },
    options: { score_by: 'cross-encoder', max_score: 1.9 },
  });
  const card = ['--card', 'crossed/bm25.card.json', '--out', 'again'];
  expect((await mine('beir', ...card)).stderr).toContain('expected --cross-encoder DIR');
  const again = await mine('beir', ...card, '--cross-encoder', 'overlap');
  expect(again.stdout).toContain('bit for bit');
  const encoder = await mine('beir', ...args, MINI, '--out', 'none');
  expect(encoder.stderr).toContain('is not used as a cross-encoder.');
  expect(encoder.code).toBe(1);
  const plain = await mine('beir', '--cross-encoder', 'overlap', '--out', 'none');
  expect(plain.stderr).toContain(
    '--cross-encoder: expected --relative-margin, --absolute-margin or --max-score beside it.',
  );
  // Five commands, each with a start of its own.
}, 180_000);

it('refuses options that do not fit, and an empty corpus', async () => {
  const wrong = await mine('beir', '--range-min', '5', '--range-max', '6', '--out', 'none');
  expect(wrong.stderr).toContain(
    '--num-negatives 10: expected at most --range-max − --range-min = 6 − 5 = 1.',
  );
  expect(wrong.code).toBe(1);
  const empty = await mine('--corpus', 'empty.jsonl', '--queries', 'beir/queries.jsonl', '--out', 'none');
  expect(empty.stderr).toContain('empty.jsonl: The file is empty.');
  expect(empty.code).toBe(1);
});
