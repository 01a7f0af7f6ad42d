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

  it('reads the query under its older name', () => {
    const older = { query: 'who', positive_document_ids: [1], negative_document_ids: [2] };
    expect(draftOf(format, older).query).toBe('who');
    expect(draftOf(jsonFormat(older), older)).toMatchObject({ query: 'who', fields: { query: 'query' } });
  });
});

describe('NeMo', () => {
  it('reads ids under another name', () => {
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
  });
});

describe('distillation', () => {
  const row = { query_id: 7, document_ids: [1, 2, 3], scores: [0.9, 0.95, 0.1] };
  const format = jsonFormat(row);

  it('checks scores', () => {
    expect(draftOf(format, { ...row, scores: [1, 1] }).scores).toBe('missing');
    expect(draftOf(format, { ...row, scores: [1, 1, -1] }).scores).toBe('fine');
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
