import { describe, expect, it } from 'vitest';

import { Ref } from '../../../src/candidates/formats/format';
import { draftOf, faultOf, formatFor, jsonFormat, placed, recognised } from './support';

const corpus = (id: string): Ref => new Ref('corpus', id);

describe('Tevatron with document ids', () => {
  const row = {
    query_id: 'q',
    query_text: 'who',
    positive_document_ids: [1, '2'],
    negative_document_ids: ['3', null],
  };
  const format = jsonFormat(row);

  it('reads the query under its older name, and names it in messages', () => {
    const older = { query: 'who', positive_document_ids: [1], negative_document_ids: [2] };
    expect(draftOf(format, older).query).toBe('who');
    expect(draftOf(jsonFormat(older), older)).toMatchObject({ query: 'who', fields: { query: 'query' } });
    expect(faultOf(format, { ...older, query: 5 })).toEqual(['wrong-type', 'query']);
    expect(faultOf(format, { positive_document_ids: [1], negative_document_ids: [2] })).toEqual([
      'missing-field',
      'query_text',
    ]);
    expect(faultOf(format, { ...older, negative_document_ids: [{}] })).toEqual([
      'wrong-type',
      'negative_document_ids[0]',
    ]);
    expect(faultOf(format, { ...older, positive_document_ids: [''] })).toEqual([
      'wrong-type',
      'positive_document_ids[0]',
    ]);
  });
});

describe('msmarco-hard-negatives', () => {
  const row = { qid: 1, pos: [2, 3], neg: { bm25: [4], 'a.b': ['5', 6] } };
  const format = jsonFormat(row);

  it('names the system at fault', () => {
    expect(faultOf(format, { ...row, neg: { bm25: 'text' } })).toEqual(['wrong-type', 'neg.bm25']);
    expect(faultOf(format, { ...row, neg: { bm25: [1, true] } })).toEqual(['wrong-type', 'neg.bm25[1]']);
    expect(faultOf(format, { ...row, neg: [1] })).toEqual(['wrong-type', 'neg']);
    expect(faultOf(format, { ...row, neg: {} })).toEqual(['no-negatives', 'neg']);
    expect(faultOf(format, { pos: [1], neg: {} })).toEqual(['missing-field', 'qid']);
  });
});

describe('NeMo', () => {
  it('reads ids under another name, and names the item at fault', () => {
    const row = {
      question_id: 5,
      question: 'q',
      corpus_id: 'c',
      pos_doc: [{ id: 1 }],
      neg_doc: [{ id: 'x' }, 'y', 2],
    };
    const format = jsonFormat(row);
    expect(draftOf(format, { ...row, neg_doc: [{ docid: 1 }] }).lists).toMatchObject([
      { texts: [corpus('1')] },
    ]);
    expect(faultOf(format, { ...row, neg_doc: [{ name: 1 }] })).toEqual(['missing-field', 'neg_doc[0].id']);
    expect(faultOf(format, { ...row, neg_doc: [[1]] })).toEqual(['wrong-type', 'neg_doc[0]']);
  });
});

describe('distillation', () => {
  const row = { query_id: 7, document_ids: [1, 2, 3], scores: [0.9, 0.95, 0.1] };
  const format = jsonFormat(row);

  it('checks scores, and refuses lists written as texts', () => {
    expect(draftOf(format, { ...row, scores: [1, 1] }).scores).toBe('missing');
    expect(draftOf(format, { ...row, scores: [1, 1, -1] }).scores).toBe('fine');
    expect(faultOf(format, { ...row, document_ids: '[1, 2]' })).toEqual(['wrong-type', 'document_ids']);
    expect(faultOf(format, { ...row, document_ids: [] })).toEqual(['no-positive', 'document_ids']);
  });

  it('takes every list of positives beside the documents: none of them is a negative', () => {
    const told = (changes: object) => {
      const { positives, lists } = draftOf(format, { ...row, ...changes });
      return [positives, lists.flatMap(({ texts }) => texts)];
    };
    const ids = (...all: string[]) => all.map(corpus);
    expect(told({})).toEqual([ids('1'), ids('2', '3')]);
    expect(told({ positive_ids: [2] })).toEqual([ids('2'), ids('1', '3')]);
    expect(told({ positive_ids: [2], gold_ids: ['3'] })).toEqual([ids('2', '3'), ids('1')]);
    expect(told({ relevant_docids: [3, 9] })).toEqual([ids('3', '9'), ids('1', '2')]);
    // Neither empty lists nor negatives change what is the positive.
    expect(told({ gold_ids: [], negative_ids: [2] })).toEqual([ids('1'), ids('2', '3')]);
  });
});

describe('ColBERT', () => {
  it('is told from texts, and names the item at fault', () => {
    expect(recognised('a.jsonl', '["a cat", "the cat sat", "the dog ran"]\n')).toBeNull();
    expect(recognised('a.jsonl', '["cat", "dog", "fish"]\n')).toBeNull();
    expect(recognised('a.jsonl', '["a cat", "1", "2"]\n')).toBeNull();
    expect(recognised('a.jsonl', '[1, 2, 3]\n')).toBe('colbert');
    const samples = [placed([1, 2, 3])];
    const format = formatFor({ path: 'a.jsonl', container: 'JSONL', named: false, samples });
    expect(format).not.toBeNull();
    if (format === null) return;
    expect(faultOf(format, placed([1, 2, 3, true]))).toEqual(['wrong-type', '4']);
    expect(faultOf(format, placed([1, null, 3]))).toEqual(['null-field', '2']);
    expect(faultOf(format, placed([1]))).toEqual(['missing-field', '2']);
  });
});
