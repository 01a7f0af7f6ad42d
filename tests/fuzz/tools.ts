/**
 * Whole files as other tools write them, with what must be read of them: small generators, each after its tool's own
 * documentation or source, which `documented` names.
 */

import { Field, Float64, Int64, List, Struct, Utf8, type DataType } from 'apache-arrow';

import type { LoadOptions } from '../../src/candidates/reading';
import { parquetFixture } from '../candidates/parquet-fixtures';
import type { Bytes, Input } from './grammar';

export interface ToolRecord {
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
}

export interface ToolFile {
  readonly tool: string;
  readonly documented: string;
  readonly file: string;
  readonly bytes: Bytes;
  readonly companions: Input['companions'];
  readonly options: Partial<LoadOptions>;
  /** The records, or what is said instead: a question, or a refusal. */
  readonly expected: readonly ToolRecord[] | 'asks' | 'refused';
}

const QUERIES = [
  'who wrote the play about the doctor',
  'which river runs past the old mill',
  'when was the new bridge opened',
];
const POSITIVES = [
  'The poet of Weimar wrote the play in two parts.',
  'The mill stands on the upper Neckar.',
  'The bridge was opened in the spring of 1908.',
];
/** Two for each query. */
const NEGATIVES = [
  ['A playwright of Marbach wrote about a general.', 'The doctor saw many patients that winter.'],
  ['The new mill was built beside a railway.', 'Rivers carry sand to the sea.'],
  ['The bridge is painted every ten years.', 'A tunnel was opened under the hill in 1931.'],
] as const;

const RECORDS: readonly ToolRecord[] = QUERIES.map((query, i) => ({
  query,
  positive: POSITIVES[i] as string,
  negatives: NEGATIVES[i] as readonly string[],
}));

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
const jsonl = (rows: readonly unknown[]): Bytes =>
  bytesOf(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
const tsv = (rows: readonly (readonly unknown[])[]): Bytes =>
  bytesOf(rows.map((row) => `${row.join('\t')}\n`).join(''));
const each = <T>(make: (record: ToolRecord, index: number) => T): T[] => RECORDS.map(make);
const list = (type: DataType): List => new List(new Field('element', type, true));
const text = new Utf8();

/** Ids of passages: positives 100, 101 …; negatives 200, 201 … two for each query. */
const positiveId = (i: number): string => String(100 + i);
const negativeIds = (i: number): string[] => [String(200 + 2 * i), String(201 + 2 * i)];
const queryId = (i: number): string => String(7001 + i);

/** Every passage under its id. */
const PASSAGES: readonly (readonly [string, string])[] = RECORDS.flatMap(({ positive, negatives }, i) => [
  [positiveId(i), positive] as const,
  ...negatives.map((negative, k) => [negativeIds(i)[k] as string, negative] as const),
]);

const beirCorpus = {
  path: 'corpus.jsonl',
  bytes: jsonl(PASSAGES.map(([id, body]) => ({ _id: id, title: '', text: body }))),
};
const beirQueries = {
  path: 'queries.jsonl',
  bytes: jsonl(QUERIES.map((query, i) => ({ _id: queryId(i), text: query }))),
};
const beirQrels = {
  path: 'qrels/test.tsv',
  bytes: tsv([['query-id', 'corpus-id', 'score'], ...each((_, i) => [queryId(i), positiveId(i), 1])]),
};
const trecQrels = {
  path: 'qrels.test.txt',
  bytes: bytesOf(each((_, i) => `${queryId(i)} 0 ${positiveId(i)} 1\n`).join('')),
};
const collection = { path: 'collection.tsv', bytes: tsv(PASSAGES) };
const topics = { path: 'queries.tsv', bytes: tsv(QUERIES.map((query, i) => [queryId(i), query])) };

const passage = (id: string, body: string) => ({ docid: id, title: '', text: body });

type Given = Pick<ToolFile, 'tool' | 'documented' | 'file' | 'bytes'> & Partial<ToolFile>;

const given: readonly Given[] = [
  {
    tool: 'sentence-transformers mine_hard_negatives, triplet',
    documented:
      'https://sbert.net/docs/package_reference/util.html#sentence_transformers.util.mine_hard_negatives',
    file: 'triplets.jsonl',
    bytes: jsonl(
      RECORDS.flatMap(({ query, positive, negatives }) =>
        negatives.map((negative) => ({ query, positive, negative })),
      ),
    ),
    expected: RECORDS.flatMap(({ query, positive, negatives }) =>
      negatives.map((negative) => ({ query, positive, negatives: [negative] })),
    ),
  },
  {
    tool: 'sentence-transformers mine_hard_negatives, n-tuple',
    documented:
      'https://sbert.net/docs/package_reference/util.html#sentence_transformers.util.mine_hard_negatives',
    file: 'tuples.jsonl',
    bytes: jsonl(
      each(({ query, positive, negatives: [a, b] }) => ({
        query,
        answer: positive,
        negative_1: a,
        negative_2: b,
      })),
    ),
  },
  {
    tool: 'sentence-transformers mine_hard_negatives, labeled-pair',
    documented:
      'https://sbert.net/docs/package_reference/util.html#sentence_transformers.util.mine_hard_negatives',
    file: 'pairs.jsonl',
    bytes: jsonl(
      RECORDS.flatMap(({ query, positive, negatives }) => [
        { query, answer: positive, label: 1 },
        ...negatives.map((answer) => ({ query, answer, label: 0 })),
      ]),
    ),
  },
  {
    tool: 'sentence-transformers mine_hard_negatives, labeled-list',
    documented:
      'https://sbert.net/docs/package_reference/util.html#sentence_transformers.util.mine_hard_negatives',
    file: 'lists.jsonl',
    bytes: jsonl(
      each(({ query, positive, negatives }) => ({
        query,
        answer: [positive, ...negatives],
        labels: [1, 0, 0],
      })),
    ),
  },
  {
    tool: 'Hugging Face datasets, to_parquet of triplets',
    documented:
      'https://huggingface.co/docs/datasets/package_reference/main_classes#datasets.Dataset.to_parquet',
    file: 'train-00000-of-00001.parquet',
    bytes: parquetFixture(
      [
        { name: 'anchor', type: text, values: QUERIES },
        { name: 'positive', type: text, values: POSITIVES },
        { name: 'negative_1', type: text, values: NEGATIVES.map(([a]) => a) },
        { name: 'negative_2', type: text, values: NEGATIVES.map(([, b]) => b) },
      ],
      { codec: 'snappy' },
    ),
  },
  {
    tool: 'Tevatron',
    documented: 'https://github.com/texttron/tevatron',
    file: 'train.jsonl',
    bytes: jsonl(
      each(({ query, positive, negatives }, i) => ({
        query_id: queryId(i),
        query,
        positive_passages: [passage(positiveId(i), positive)],
        negative_passages: negatives.map((body, k) => passage(negativeIds(i)[k] as string, body)),
      })),
    ),
  },
  {
    tool: 'rlhn',
    documented: 'https://huggingface.co/datasets/rlhn/rlhn-680K',
    file: 'rlhn-680K.parquet',
    bytes: (() => {
      const passages = list(
        new Struct(['docid', 'text', 'title'].map((name) => new Field(name, text, true))),
      );
      return parquetFixture([
        { name: 'query_id', type: text, values: QUERIES.map((_, i) => queryId(i)) },
        { name: 'query', type: text, values: QUERIES },
        {
          name: 'positive_passages',
          type: passages,
          values: each(({ positive }, i) => [passage(positiveId(i), positive)]),
        },
        {
          name: 'negative_passages',
          type: passages,
          values: each(({ negatives }, i) =>
            negatives.map((body, k) => passage(negativeIds(i)[k] as string, body)),
          ),
        },
        { name: 'subset', type: text, values: ['nq', 'nq', 'nq'] },
      ]);
    })(),
  },
  {
    tool: 'FlagEmbedding hn_mine',
    documented: 'https://github.com/FlagOpen/FlagEmbedding/tree/master/examples/finetune/embedder',
    file: 'toy_finetune_data_minedHN.jsonl',
    bytes: jsonl(
      each(({ query, positive, negatives }) => ({
        query,
        pos: [positive],
        neg: negatives,
        prompt: 'Represent this sentence for searching relevant passages: ',
        type: 'normal',
      })),
    ),
  },
  {
    tool: 'RocketQA',
    documented: 'https://github.com/PaddlePaddle/RocketQA/tree/main/examples',
    file: 'dual.train.tsv',
    bytes: tsv(
      RECORDS.flatMap(({ query, positive, negatives }) =>
        negatives.map((negative) => [query, '', positive, '', negative, 0]),
      ),
    ),
  },
  {
    tool: 'ColBERT triples of ids',
    documented: 'https://github.com/stanford-futuredata/ColBERT#overview',
    file: 'triples.jsonl',
    bytes: jsonl(each((_, i) => [Number(queryId(i)), Number(positiveId(i)), ...negativeIds(i).map(Number)])),
    companions: [collection, topics],
  },
  {
    tool: 'RAGatouille export_data',
    documented:
      'https://github.com/AnswerDotAI/RAGatouille/blob/main/ragatouille/data/training_data_processor.py',
    file: 'triples.train.colbert.jsonl',
    bytes: jsonl(
      RECORDS.flatMap((_, i) =>
        negativeIds(i).map((id) => [Number(queryId(i)), Number(positiveId(i)), Number(id)]),
      ),
    ),
    companions: [
      { path: 'corpus.train.colbert.tsv', bytes: tsv(PASSAGES) },
      { path: 'queries.train.colbert.tsv', bytes: topics.bytes },
    ],
    expected: RECORDS.flatMap(({ query, positive, negatives }) =>
      negatives.map((negative) => ({ query, positive, negatives: [negative] })),
    ),
  },
  {
    tool: 'BEIR, a run as JSON',
    documented: 'https://github.com/beir-cellar/beir/wiki/Load-your-custom-dataset',
    file: 'run.json',
    bytes: bytesOf(
      JSON.stringify(
        Object.fromEntries(
          each((_, i) => [
            queryId(i),
            {
              [positiveId(i)]: 12.5,
              [negativeIds(i)[0] as string]: 11.25,
              [negativeIds(i)[1] as string]: 3.5,
            },
          ]),
        ),
      ),
    ),
    companions: [beirCorpus, beirQueries, beirQrels],
  },
  {
    tool: 'Pyserini, a TREC run',
    documented: 'https://github.com/castorini/pyserini/blob/master/docs/usage-search.md',
    file: 'run.bm25.trec',
    bytes: bytesOf(
      each((_, i) =>
        [positiveId(i), ...negativeIds(i)]
          .map((id, rank) => `${queryId(i)} Q0 ${id} ${rank + 1} ${(14 - rank).toFixed(6)} Anserini\n`)
          .join(''),
      ).join(''),
    ),
    companions: [collection, topics, trecQrels],
  },
  {
    tool: 'Pyserini, a run in the form of MS MARCO',
    documented: 'https://github.com/castorini/pyserini/blob/master/docs/experiments-msmarco-passage.md',
    file: 'run.msmarco-passage.bm25.tsv',
    bytes: tsv(
      RECORDS.flatMap((_, i) =>
        [positiveId(i), ...negativeIds(i)].map((id, rank) => [queryId(i), id, rank + 1]),
      ),
    ),
    companions: [collection, topics, trecQrels],
  },
  {
    tool: 'MTEB reranking',
    documented: 'https://github.com/embeddings-benchmark/mteb',
    file: 'test.jsonl',
    bytes: jsonl(
      each(({ query, positive, negatives }) => ({ query, positive: [positive], negative: negatives })),
    ),
  },
  {
    tool: 'DPR',
    documented: 'https://github.com/facebookresearch/DPR#retriever-input-data-format',
    file: 'nq-train.json',
    bytes: bytesOf(
      JSON.stringify(
        each(({ query, positive, negatives }, i) => ({
          dataset: 'nq_train',
          question: query,
          answers: ['x'],
          positive_ctxs: [
            { title: '', text: positive, score: 1000, title_score: 1, passage_id: positiveId(i) },
          ],
          negative_ctxs: [],
          hard_negative_ctxs: negatives.map((body, k) => ({
            title: '',
            text: body,
            score: 10,
            title_score: 0,
            passage_id: negativeIds(i)[k],
          })),
        })),
        null,
        4,
      ),
    ),
  },
  {
    tool: 'MS MARCO, triples of texts',
    documented: 'https://microsoft.github.io/msmarco/Datasets.html',
    file: 'triples.train.small.tsv',
    bytes: tsv(
      RECORDS.flatMap(({ query, positive, negatives }) =>
        negatives.map((negative) => [query, positive, negative]),
      ),
    ),
    options: { byOrder: true },
  },
  {
    tool: 'GPL, hard negatives by miner',
    documented: 'https://github.com/UKPLab/gpl',
    file: 'hard-negatives.jsonl',
    bytes: jsonl(each((_, i) => ({ qid: queryId(i), pos: [positiveId(i)], neg: { bm25: negativeIds(i) } }))),
    companions: [beirCorpus, { path: 'qgen-queries.jsonl', bytes: beirQueries.bytes }],
  },
  {
    tool: 'PyLate, knowledge distillation',
    documented: 'https://lightonai.github.io/pylate/documentation/training/',
    file: 'train.parquet',
    bytes: parquetFixture([
      { name: 'query_id', type: new Int64(), values: QUERIES.map((_, i) => BigInt(queryId(i))) },
      {
        name: 'document_ids',
        type: list(new Int64()),
        values: QUERIES.map((_, i) => [positiveId(i), ...negativeIds(i)].map(BigInt)),
      },
      { name: 'scores', type: list(new Float64()), values: QUERIES.map(() => [0.95, 0.4, 0.2]) },
    ]),
    companions: [
      { path: 'documents.tsv', bytes: tsv([['document_id', 'text'], ...PASSAGES]) },
      {
        path: 'queries.tsv',
        bytes: tsv([['query_id', 'text'], ...QUERIES.map((query, i) => [queryId(i), query])]),
      },
    ],
  },
  {
    tool: 'sentence-transformers, pairs with a similarity (STS)',
    documented: 'https://sbert.net/docs/sentence_transformer/dataset_overview.html',
    file: 'stsb.jsonl',
    bytes: jsonl(
      each(({ query, positive }, i) => ({ sentence1: query, sentence2: positive, score: 0.25 * (i + 1) })),
    ),
    expected: 'refused',
  },
  {
    tool: 'pandas to_csv of columns without telling names',
    documented: 'https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_csv.html',
    file: 'frame.csv',
    bytes: bytesOf(
      [
        'left,middle,right',
        ...each(({ query, positive, negatives: [a] }) =>
          [query, positive, a].map((cell) => `"${cell}"`).join(','),
        ),
      ].join('\n'),
    ),
    expected: 'asks',
  },
];

export const toolFiles: readonly ToolFile[] = given.map((file) => ({
  companions: [],
  options: {},
  expected: RECORDS,
  ...file,
}));
