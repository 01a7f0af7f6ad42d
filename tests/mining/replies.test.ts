import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { FormId } from '../../src/mining/forms';
import { PROMPT_DEFAULTS } from '../../src/mining/llm';
import { Mining } from '../../src/mining/mining';
import { jsonl } from '../support/jsonl';

const RECORDS = [
  { query: 'who wrote it', positive: 'Anna wrote it.', negatives: ['x y'] },
  { query: 'where is it', positive: 'It is in Rome.', negatives: ['z'] },
];

const never = () => {
  throw new Error('not asked for');
};

async function input(records: readonly object[] = RECORDS): Promise<Mining> {
  const cross = { open: never, score: never, cancel: never };
  const base = new URL('file:///');
  const mining = new Mining({ base, startWorker: never, cosines: never, cross, version: '0' });
  const file = new File([jsonl(...records)], 'records.jsonl');
  const settings = { sample: null, relevant: 1, mostCharacters: 1e6 };
  await mining.read([{ file, path: 'records.jsonl', as: 'queries' }], [], settings, () => undefined);
  return mining;
}

function fileOfReplies(mining: Mining, replies: File, form: FormId = 'flag-embedding', numNegatives = 1) {
  return mining.replies(replies, 'llm', form, numNegatives);
}

async function promptLines(mining: Mining, form: 'plain' | 'openai', model = ''): Promise<string[]> {
  return (await (await mining.prompts(PROMPT_DEFAULTS, form, model)).text()).trim().split('\n');
}

async function keys(records?: readonly object[]): Promise<string[]> {
  const asked = await promptLines(await input(records), 'plain');
  return asked.map((line) => (JSON.parse(line) as { key: string }).key);
}

const answer = (text: string) => ({ hard_negative_document_1: text });

describe('prompts and replies', () => {
  it('are joined by key, whatever their order and form', async () => {
    const [first, second] = await keys();
    const batch = await promptLines(await input(), 'openai', 'qwen');
    expect(JSON.parse(batch[1] ?? '')).toMatchObject({ custom_id: second, body: { model: 'qwen' } });
    const content = JSON.stringify(answer('Rome is old.'));
    const replies = [
      { custom_id: second, response: { body: { model: 'qwen', choices: [{ message: { content } }] } } },
      { key: first, answer: answer('Bert did.'), model: 'other' },
    ];
    const file = await fileOfReplies(await input(), new File([jsonl(...replies)], 'replies.jsonl'));
    expect(
      (await file.content.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { query: 'who wrote it', pos: ['Anna wrote it.'], neg: ['Bert did.'] },
      { query: 'where is it', pos: ['It is in Rome.'], neg: ['Rome is old.'] },
    ]);
    expect(file.refused).toEqual([]);
    expect(file.card.written_by).toMatchObject({
      models: ['other', 'qwen'],
      counts: { lines: 2, records: 2 },
    });
  });

  it('may be packed', async () => {
    const [key] = await keys();
    const packed = Uint8Array.from(gzipSync(jsonl({ key, answer: answer('Bert did.') })));
    const file = await fileOfReplies(await input(), new File([packed], 'replies.jsonl.gz'));
    expect(await file.content.text()).toContain('Bert did.');
    expect(file.refused).toEqual([]);
  });

  it('that cannot be used are refused with line and key, and nothing is lost', async () => {
    const [first = '', second = ''] = await keys();
    const text = [
      JSON.stringify({ key: first, answer: answer('Bert did.') }),
      JSON.stringify({ key: 'of-others', answer: answer('Bert did.') }),
      JSON.stringify({ key: second, answer: answer('a') }),
      JSON.stringify({ key: second, answer: answer('b') }),
      `{"key": "${first}", "answer": {"hard_neg`,
    ].join('\n');
    const file = await fileOfReplies(await input(), new File([text], 'replies.jsonl'));
    expect(file.refused.map(({ line, key }) => [line, key])).toEqual([
      [2, 'of-others'],
      [3, second],
      [4, second],
      [5, first],
    ]);
    expect(file.card.written_by?.counts).toMatchObject({ lines: 5, records: 1, records_without_reply: 1 });
  });

  it('of two records with one query and positive have keys of their own', async () => {
    const [record] = RECORDS;
    const twice = [
      { query_id: 'a', ...record },
      { query_id: 'b', ...record },
    ];
    const both = await keys(twice);
    expect(new Set(both).size).toBe(2);
    const given = both.map((key, i) => ({ key, answer: answer(`Bert ${i} did.`) }));
    const replies = new File([jsonl(...given)], 'replies.jsonl');
    const { content, card, refused } = await fileOfReplies(await input(twice), replies, 'tevatron');
    const rows = (await content.text()).trim().split('\n');
    const found = rows.map(
      (row) => JSON.parse(row) as { query_id: string; negative_passages: { docid: string }[] },
    );
    expect(found.map(({ query_id }) => query_id)).toEqual(['a', 'b']);
    expect(
      new Set(found.flatMap(({ negative_passages }) => negative_passages.map(({ docid }) => docid))).size,
    ).toBe(2);
    expect(refused).toEqual([]);
    expect(card.written_by?.counts).toMatchObject({ lines: 2, records: 2, records_without_reply: 0 });
  });

  it('make n-tuples of as many columns as asked; a shorter one is left out and counted', async () => {
    const [first, second] = await keys();
    const four = (...texts: readonly string[]) =>
      Object.fromEntries(texts.map((text, i) => [`hard_negative_document_${i + 1}`, text]));
    const replies = [
      { key: first, answer: four('one', 'two', 'three', 'three') },
      { key: second, answer: four('a', 'a', 'a', 'a') },
    ];
    const made = (numNegatives: number) =>
      input().then((read) =>
        fileOfReplies(read, new File([jsonl(...replies)], 'replies.jsonl'), 'n-tuple', numNegatives),
      );
    const { content, card } = await made(2);
    expect(JSON.parse(await content.text())).toEqual({
      anchor: 'who wrote it',
      positive: 'Anna wrote it.',
      negative_1: 'one',
      negative_2: 'two',
    });
    expect(card.output).toMatchObject({ rows: 1, negatives: 2, left_out: 1 });
    expect((await made(4)).card.output).toMatchObject({ rows: 0, left_out: 2 });
  });

  it('of which none can be used make no file', async () => {
    const made = fileOfReplies(await input(), new File(['{}'], 'replies.jsonl'));
    await expect(made).rejects.toThrow('replies.jsonl: no reply can be used. Line 1: Expected "key"');
  });
});
