import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../src/candidates/fault';
import { companionById, placed, recognised } from './support';
import { jsonl } from '../../support/jsonl';

const long =
  'A passage that is quite a bit longer than what people type into a search box, with a full stop.';

describe('companions', () => {
  it.each([
    ['a title makes a corpus', 'a.jsonl', { _id: '1', title: 'T', text: 'short' }, 'corpus'],
    ['a blank title tells nothing', 'a.jsonl', { _id: '1', title: ' ', text: 'short' }, 'queries'],
    ['the path comes before a title', 'beir/queries.jsonl', { _id: '1', title: 'T', text: 'x' }, 'queries'],
    ['docid makes a corpus', 'a.jsonl', { docid: 1, text: 'short' }, 'corpus'],
    ['document_text makes a corpus', 'a.jsonl', { id: 1, document_text: 'short' }, 'corpus'],
    ['contents makes a corpus', 'queries.jsonl', { id: 1, contents: 'short' }, 'corpus'],
    ['query_id makes queries', 'corpus.jsonl', { query_id: '1', text: long }, 'queries'],
    ['query makes queries', 'a.jsonl', { _id: '1', query: long }, 'queries'],
    ['question makes queries', 'a.jsonl', { id: '1', question: 'who' }, 'queries'],
    ['the name of the file', 'docs/queries.jsonl', { _id: '1', text: long }, 'queries'],
    ['the name of the folder', 'topics/a.jsonl', { _id: '1', text: long }, 'queries'],
    ['a corpus by its name', 'questions/corpus.jsonl', { _id: '1', text: 'short' }, 'corpus'],
    ['queries of GPL', 'qgen-queries.jsonl', { _id: '1', title: '', text: long }, 'queries'],
    ['short texts', 'a.jsonl', { _id: '1', text: 'short' }, 'queries'],
    ['long texts', 'a.jsonl', { _id: '1', text: long }, 'corpus'],
    ['texts with other fields', 'corpus.jsonl', { _id: '1', text: 'x', url: 'u', metadata: {} }, 'corpus'],
    ['labels do not matter to a text', 'corpus.jsonl', { _id: '1', text: 'x', lang: 'de' }, 'corpus'],
    ['a tuple is none', 'queries.jsonl', { id: 1, query: 'q', positive: 'p', negative: 'n' }, 'tuples'],
    ['a query beside a document is a pair', 'a.jsonl', { id: 1, query: 'q', document: 'd' }, null],
  ])('are told by fields, then path, then length: %s', async (_, path, entry, kind) => {
    expect(await recognised(path, jsonl(entry))).toBe(kind);
  });

  it('decide by the median length of the first texts', async () => {
    const entries = ['short', 'short too', long].map((text, id) => ({ _id: String(id), text }));
    expect(await recognised('a.jsonl', jsonl(...entries))).toBe('queries');
    expect(
      await recognised('a.jsonl', jsonl(...entries, { _id: 'x', text: long }, { _id: 'y', text: long })),
    ).toBe('corpus');
  });

  it.each([
    ['queries', 'a.tsv', '101\twho wrote it\n102\twhat for\n', 'queries'],
    ['a collection', 'collection.tsv', '101\twho wrote it\n102\twhat for\n', 'corpus'],
    ['a collection of long texts', 'a.tsv', `d1\t${long}\nd2\t${long}\n`, 'corpus'],
    ['a collection with titles', 'a.tsv', '0\ta text\ta title\n1\tb text\t\n', 'corpus'],
    ['a corpus of RAGatouille', 'corpus.train.colbert.tsv', '7\ta b\n8\tc d\n', 'corpus'],
    ['queries of RAGatouille', 'queries.train.colbert.tsv', `7\t${long}\n8\t${long}\n`, 'queries'],
    ['documents of PyLate', 'documents.tsv', 'document_id\ttext\n7\ta b\n', 'corpus'],
    ['queries of PyLate', 'queries.tsv', 'query_id\ttext\n7\ta b\n', 'queries'],
    ['texts without blanks', 'queries.tsv', '1\t東京の人口は\n2\t大阪の人口は\n', 'queries'],
    ['pairs of ids', 'truth.tsv', '56beb43\tp0-copy\n56d6f35\tp0-copy\n', null],
    ['ids that come twice', 'a.tsv', '1\tsome text\n1\tother text\n', null],
    ['a table with a header', 'a.csv', 'docid,text\n1,"a, b and c"\n', 'corpus'],
    ['triplets of words', 'a.tsv', 'cat\tthe cat sat\tthe dog\nsun\tthe sun set\tthe moon\n', null],
  ])('stand in tables: %s', async (_, path, content, kind) => {
    expect(await recognised(path, content)).toBe(kind);
  });

  it.each<['corpus' | 'queries', object, string]>([
    ['corpus', { _id: 8412682, title: 'T', text: ' x ' }, '8412682: T  x'],
    ['corpus', { docid: ' a ', title: null, text: ' x ' }, 'a: x'],
    ['corpus', { pid: '1', passage: 'x' }, '1: x'],
    ['corpus', { 'corpus-id': '1', text: '' }, '1: '],
    ['corpus', placed(['1', 'x', 'T']), '1: T x'],
    ['corpus', placed(['1', 'x']), '1: x'],
    ['queries', { 'query-id': 5, text: 'q ' }, '5: q'],
    ['queries', { qid: 5, query_text: 'q' }, '5: q'],
    ['queries', placed(['5', 'q']), '5: q'],
  ])('are read by id and text, with the title in front: %s %j', (kind, entry, expected) => {
    const { id, text } = companionById(kind).read(entry as JsonObject) as { id: string; text: string };
    expect(`${id}: ${text}`).toBe(expected);
  });
});
