/** Entries at fault in every format: the code and the field that the reject names. */

import { expect, it } from 'vitest';

import type { Fault, JsonObject } from '../../../src/candidates/fault';
import type { CompanionReader, Format } from '../../../src/candidates/formats/format';
import { mappedFormat } from '../../../src/candidates/formats/mapped';
import { companionById, faultOf, jsonFormat } from './support';

/** A format, an entry that it reads, and what is changed in it: undefined takes a field away. */
interface Faulty {
  readonly format?: Format | CompanionReader;
  readonly good: JsonObject;
  readonly faults: readonly (readonly [change: JsonObject, code: string, field: string])[];
}

const none = undefined;
const mapping = { query: 'q', positive: 'p', negatives: ['n1', 'n2'], queryId: null };

const FORMATS: Readonly<Record<string, Faulty>> = {
  plain: {
    good: { query: ' q', positive: 'p', negatives: ['a', null, ''] },
    // The first field at fault, in the order query, positive, negatives, id.
    faults: [
      [{ id: { a: 1 } }, 'wrong-type', 'id'],
      [{ query: none, positive: null, negatives: 5 }, 'missing-field', 'query'],
      [{ query: null, positive: null }, 'null-field', 'query'],
      [{ positive: null, negatives: 5 }, 'null-field', 'positive'],
      [{ positive: none, negatives: 5 }, 'missing-field', 'positive'],
      [{ positive: true, negatives: [] }, 'wrong-type', 'positive'],
      [{ negatives: none, id: [] }, 'missing-field', 'negatives'],
      [{ negatives: null }, 'null-field', 'negatives'],
      [{ negatives: 5 }, 'wrong-type', 'negatives'],
      [{ negatives: [{ id: 1 }] }, 'missing-field', 'negatives[0].text'],
      [{ negatives: ['n', [1]] }, 'wrong-type', 'negatives[1]'],
    ],
  },
  'ids where texts are due': {
    good: { query: 9, document: 1, negatives: [2] },
    faults: [
      [{ document: 'd', negatives: ['n'] }, 'wrong-type', 'query'],
      [{ document: 'd', negatives: [4] }, 'wrong-type', 'query'],
    ],
  },
  tuples: {
    good: { anchor: 'q', positive: 'p', negative: 'n' },
    faults: [
      [{ anchor: none }, 'missing-field', 'anchor'],
      [{ positive: none }, 'missing-field', 'positive'],
      [{ negative: none }, 'missing-field', 'negative'],
      [{ positive: null }, 'null-field', 'positive'],
      [{ negative: [['n']] }, 'wrong-type', 'negative[0]'],
      [{ anchor: 5 }, 'wrong-type', 'anchor'],
      [{ positive: true }, 'wrong-type', 'positive'],
    ],
  },
  FlagEmbedding: {
    good: { query: 'q', pos: ['p1', 'p2'], neg: ['a', 'b'] },
    faults: [
      [{ pos: [] }, 'no-positive', 'pos'],
      [{ pos: [null, 'p'] }, 'null-field', 'pos[0]'],
      [{ pos: ['p', {}] }, 'missing-field', 'pos[1].text'],
      [{ pos: 'p' }, 'wrong-type', 'pos'],
      [{ neg: ['n', false] }, 'wrong-type', 'neg[1]'],
    ],
  },
  Tevatron: {
    good: { query: 'q', positive_passages: [{ text: 'p' }], negative_passages: [{ text: 'n' }] },
    faults: [
      [{ positive_passages: [] }, 'no-positive', 'positive_passages'],
      [{ positive_passages: [{ title: 'only' }] }, 'missing-field', 'positive_passages[0].text'],
      [{ positive_passages: [{ text: null }] }, 'null-field', 'positive_passages[0].text'],
      [{ negative_passages: [{ text: 'n' }, { text: 5 }] }, 'wrong-type', 'negative_passages[1].text'],
      [{ negative_passages: [{ title: 3, text: 'n' }] }, 'wrong-type', 'negative_passages[0].title'],
      [{ negative_passages: { text: 'n' } }, 'wrong-type', 'negative_passages'],
    ],
  },
  'Tevatron with document ids': {
    good: { query: 'who', positive_document_ids: [1], negative_document_ids: [2] },
    faults: [
      [{ query: none }, 'missing-field', 'query'],
      [{ negative_document_ids: [{}] }, 'missing-field', 'negative_document_ids[0].id'],
      [{ positive_document_ids: [''] }, 'wrong-type', 'positive_document_ids[0]'],
    ],
  },
  DPR: {
    good: { question: 'q', answers: [], positive_ctxs: [{ text: 'p' }], negative_ctxs: [{ text: 'n' }] },
    faults: [
      [{ negative_ctxs: none }, 'missing-field', 'negative_ctxs` or `hard_negative_ctxs'],
      [{ negative_ctxs: 'n' }, 'wrong-type', 'negative_ctxs'],
    ],
  },
  'msmarco-hard-negatives': {
    good: { qid: 1, pos: [2, 3], neg: { bm25: [4], 'a.b': ['5', 6] } },
    faults: [
      [{ neg: { bm25: 'text' } }, 'wrong-type', 'neg.bm25'],
      [{ neg: { bm25: [1, true] } }, 'wrong-type', 'neg.bm25[1]'],
      [{ neg: [1] }, 'wrong-type', 'neg'],
      [{ neg: {} }, 'no-negatives', 'neg'],
      [{ qid: none, neg: {} }, 'missing-field', 'qid'],
      [{ qid: ' ' }, 'null-field', 'qid'],
      [{ pos: [{ id: 7 }] }, 'wrong-type', 'pos[0]'],
    ],
  },
  NeMo: {
    good: { question_id: 5, question: 'q', corpus_id: 'c', pos_doc: [{ id: 1 }], neg_doc: [{ id: 'x' }] },
    faults: [
      [{ neg_doc: [{ name: 1 }] }, 'missing-field', 'neg_doc[0].id'],
      [{ neg_doc: [[1]] }, 'wrong-type', 'neg_doc[0]'],
    ],
  },
  distillation: {
    good: { query_id: 7, document_ids: [1, 2, 3], scores: [0.9, 0.95, 0.1] },
    faults: [
      [{ document_ids: '[1, 2]' }, 'wrong-type', 'document_ids'],
      [{ document_ids: [] }, 'no-positive', 'document_ids'],
    ],
  },
  'labeled pairs': {
    good: { sentence1: 'q', sentence2: 'd', label: 1 },
    faults: [
      [{ label: 0.5 }, 'wrong-type', 'label'],
      [{ label: 'maybe' }, 'wrong-type', 'label'],
      [{ label: '' }, 'wrong-type', 'label'],
      [{ label: null }, 'null-field', 'label'],
      [{ sentence2: null }, 'null-field', 'sentence2'],
    ],
  },
  'labeled lists': {
    good: { query: 'q', docs: ['a', 'b', 'c'], labels: [0, 1, 0] },
    faults: [
      [{ labels: [1, 0] }, 'wrong-type', 'labels'],
      [{ labels: [1, 0, 'x'] }, 'wrong-type', 'labels[2]'],
      [{ labels: [0, 0, 0] }, 'no-positive', 'labels'],
      [{ docs: 'a b c' }, 'wrong-type', 'docs'],
      [{ docs: ['a', null, 'c'] }, 'null-field', 'docs[1]'],
      [{ docs: ['a', 'b', {}] }, 'wrong-type', 'docs[2]'],
      [{ labels: none }, 'missing-field', 'labels'],
    ],
  },
  'a mapping': {
    format: mappedFormat(mapping),
    good: { q: 'q', p: 'p', n1: 'a' },
    faults: [
      [{ q: none }, 'missing-field', 'q'],
      [{ p: none }, 'missing-field', 'p'],
      [{ p: [] }, 'no-positive', 'p'],
      [{ p: ['a', false] }, 'wrong-type', 'p[1]'],
      [{ n1: none }, 'missing-field', 'n1` or `n2'],
      [{ n1: none, n2: { a: 'x', b: 'y' } }, 'missing-field', 'n2.text'],
    ],
  },
  corpus: {
    format: companionById('corpus'),
    good: { docid: '1', title: 'T', text: 'x' },
    faults: [
      [{ docid: none }, 'missing-field', 'docid'],
      [{ text: none }, 'missing-field', 'text'],
      [{ docid: '' }, 'null-field', 'docid'],
      [{ docid: true }, 'wrong-type', 'docid'],
      [{ text: null }, 'null-field', 'text'],
      [{ text: ['x'] }, 'wrong-type', 'text'],
      [{ title: 5 }, 'wrong-type', 'title'],
    ],
  },
};

const CASES = Object.entries(FORMATS).flatMap(([name, { format, good, faults }]) =>
  faults.map(([change, code, field]) => ({
    name,
    field,
    code,
    format: format ?? jsonFormat(good),
    // A field without a value is none.
    entry: JSON.parse(JSON.stringify({ ...good, ...change })) as JsonObject,
  })),
);

it.each([
  ['negatives', { query: 'q', positive: 'p', negatives: ['n'] }, 'a list'],
  ['neg', { query: 'q', pos: ['p'], neg: ['n'] }, 'a list'],
  ['negative_passages', FORMATS['Tevatron']?.good, 'a list'],
  ['negative_document_ids', FORMATS['Tevatron with document ids']?.good, 'a list'],
  ['neg_doc', FORMATS['NeMo']?.good, 'a list'],
  ['negative_ctxs', FORMATS['DPR']?.good, 'a list'],
  ['negatives', { query: 'q', document: 'd', negatives: ['n'] }, 'a list'],
  ['negative', FORMATS['tuples']?.good, 'a text or a list of texts'],
])('negatives are asked for as they are read: %s in %j is %s', (field, good = {}, expected) => {
  const entry = Object.fromEntries(Object.entries(good).filter(([name]) => name !== field)) as JsonObject;
  const fault = jsonFormat(good as JsonObject).read(entry);
  expect(fault).toMatchObject({ code: 'missing-field' });
  expect((fault as Fault).message).toMatch(new RegExp(`xpected ${expected}[.,;]`));
});

it.each(CASES)('$name: $entry is $code of $field', ({ format, entry, code, field }) => {
  expect(faultOf(format, entry)).toEqual([code, field]);
});
