/**
 * Small layouts of files as public repositories have them, with own texts, and how each is to be read: the roles of its
 * fields, "asks" where names do not tell, or "refused" where the file holds no candidates.
 */

import { jsonl } from '../../support/jsonl';

/** Roles that a layout must be read with. */
export interface ExpectedRoles {
  /** The format's id; a companion's kind. */
  readonly format: string;
  /** Texts (or ids) of the first record. Left out for companions. */
  readonly query?: string;
  readonly positive?: string;
  readonly negatives?: readonly string[];
}

export interface Layout {
  readonly name: string;
  readonly file: string;
  readonly content: string;
  readonly expected: ExpectedRoles | 'asks' | 'refused';
}

const Q = 'who wrote the play about the doctor';
const P = 'The poet of Weimar wrote the play in two parts.';
const N = 'A playwright of Marbach wrote about a general.';
const M = 'The doctor saw many patients that winter.';
const Q2 = 'which river runs past the old mill';
const P2 = 'The mill stands on the upper Neckar.';
const N2 = 'The new mill was built beside a railway.';
const M2 = 'Rivers carry sand to the sea.';

/** A list with grades that are not those of passages. */
const facets = [
  { text: 'a play', score: 1 },
  { text: 'a poem', score: 0 },
];

/** What a search found. */
const hits = [
  { content: P, qid: 4, docid: 'd1', score: 9.5 },
  { content: N, qid: 4, docid: 'd2', score: 8 },
];

type Row = Readonly<Record<string, unknown>>;

const cell = (text: unknown): string =>
  /[",\n]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text);
const csv = (names: readonly string[], ...rows: unknown[][]): string =>
  [names, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
const tsv = (...rows: unknown[][]): string => rows.map((row) => `${row.join('\t')}\n`).join('');

/** A negative and a positive, of which something says which is which. */
const told = <Told>(make: (text: string, is: boolean) => Told): Told[] => [make(N, false), make(P, true)];
/** The same with the positive first. */
const judged = (make: (text: string, is: boolean) => Row): string => jsonl(...told(make).reverse());

const said = (role: string) => (content: string) => ({ role, content });
const [user, assistant] = [said('user'), said('assistant')];

/** A JSONL file of two rows under given names: query, positive, negatives. */
function named(query: string, positive: string, ...negatives: string[]): string {
  const row = (q: string, p: string, ns: string[]): Row =>
    Object.fromEntries([[query, q], [positive, p], ...negatives.map((name, i) => [name, ns[i]])]);
  return jsonl(row(Q, P, [N, M]), row(Q2, P2, [N2, M2]));
}

const triplet: ExpectedRoles = { format: 'tuples', query: Q, positive: P, negatives: [N] };
const two: ExpectedRoles = { ...triplet, negatives: [N, M] };
const byName: ExpectedRoles = { ...triplet, format: 'named' };
const list = { ...byName, negatives: [N, M] };

const labeled: ExpectedRoles = { ...byName, format: 'labeled-pairs', negatives: [] };

/** A content under a name that tells something; one without is named by what it is: lines of JSON, one JSON, a table. */
type Content = string | { readonly file: string; readonly content: string };

const as = (file: string, content: string): Content => ({ file, content });

function layout(name: string, given: Content, expected: Layout['expected']): Layout {
  if (typeof given !== 'string') return { name, ...given, expected };
  const table = given.includes('\t') ? 'a.tsv' : 'a.csv';
  const json = given.endsWith('\n') ? 'a.jsonl' : 'a.json';
  return { name, file: /^[[{]/.test(given) ? json : table, content: given, expected };
}

/** Names of the three roles, each read right. */
const NAMED: readonly (readonly [string, string, ...string[]])[] = [
  ['query', 'positive', 'negative'],
  ['anchor', 'positive', 'negative'],
  ['question', 'positive', 'negative'],
  ['Query', 'Positive', 'Hard Negative'],
  ['query', 'pos', 'neg'],
  ['query', 'positive', 'hard_negative'],
  ['query_en', 'positive', 'hard_negative'],
  ['query', 'positive_passage', 'negative_passage'],
  ['question', 'positive_ctx', 'hard_negative_ctx'],
  ['query_text', 'positive_text', 'negative_text'],
  ['queryText', 'positiveDoc', 'negativeDoc'],
  ['prompt', 'chosen', 'rejected'],
  ['question', 'chosen', 'rejected'],
  ['query', 'response', 'rejected_response'],
  ['question', 'answer', 'hard_negative'],
  ['query', 'document', 'negative'],
  ['query', 'passage', 'hard_neg'],
  ['question', 'relevant', 'irrelevant'],
  ['query', 'relevant_document', 'non_relevant_document'],
  ['sent0', 'sent1', 'hard_neg'],
  ['sentence1', 'sentence2', 'negative'],
  ['sentence', 'positive', 'negative'],
  ['premise', 'entailment', 'contradiction'],
  ['claim', 'positive', 'negative'],
  ['anchor_text', 'pos_text', 'neg_text'],
  ['query', 'good', 'bad'],
  ['question', 'gold_passage', 'distractor'],
  ['query', 'positive_chunk', 'negative_chunk'],
  ['query', 'positive_code', 'negative_code'],
  ['question', 'positive_article', 'negative_article'],
  ['query', 'positive_snippet', 'hard_negative_snippet'],
  ['query_txt', 'pos_txt', 'neg_txt'],
  ['anc', 'pos', 'neg'],
  ['prompt', 'pos_resp', 'neg_resp'],
  ['text', 'text_pos', 'text_neg'],
  ['instruction', 'chosen', 'rejected'],
];

const IDS = [
  ['query_paper_id', 'positive_id', 'negative_id'],
  ['question_id', 'pos_ans_id', 'neg_ans_id'],
  ['qid', 'pos_pmid', 'neg_pmid'],
  ['query_id', 'gold_chunk_id', 'hard_negative_chunk_id'],
  ['query_id', 'passage_id', 'neg_1_id'],
];

/** Contents of which the same is expected, by the names of their layouts. */
const GROUPS: readonly (readonly [Layout['expected'], Readonly<Record<string, Content>>])[] = [
  [
    two,
    {
      'hard_neg_1, hard_neg_2': named('query', 'pos', 'hard_neg_1', 'hard_neg_2'),
      'negative_0, negative_1': named('anchor', 'positive', 'negative_0', 'negative_1'),
      'neg1, neg2': named('query', 'positive', 'neg1', 'neg2'),
      'negative_1_text, negative_2_text': named(
        'query',
        'positive_text',
        'negative_1_text',
        'negative_2_text',
      ),
      SciQ: jsonl({ question: Q, correct_answer: P, distractor1: N, distractor2: M, support: `${P} ${M}` }),
    },
  ],
  [
    byName,
    {
      'miners apart': named('query', 'positive', 'bm25_negative', 'random_negative'),
      'preference pairs as messages': jsonl({
        prompt: [user(Q)],
        chosen: [assistant(P)],
        rejected: [assistant(N)],
      }),
      'preference pairs, conversations': jsonl({
        prompt: Q,
        chosen: [user(Q), assistant(P)],
        rejected: [user(Q), assistant(N)],
        score_chosen: 8,
        score_rejected: 3,
      }),
      MEDI: jsonl({
        query: ['Represent the question: ', Q],
        pos: ['Represent the passage: ', P],
        neg: ['Represent the passage: ', N],
        task_id: 4,
      }),
      'LLaMA-Factory, messages': jsonl({
        conversations: [{ from: 'human', value: Q }],
        chosen: { from: 'gpt', value: P },
        rejected: { from: 'gpt', value: N },
      }),
      'LLaMA-Factory, texts beside messages': jsonl({
        conversations: [{ from: 'human', content: Q }],
        chosen: P,
        rejected: N,
      }),
      'preferences of OpenAI': jsonl({
        input: { messages: [user(Q)], tools: [] },
        preferred_output: [assistant(P)],
        non_preferred_output: [assistant(N)],
      }),
      UltraFeedback: jsonl({
        prompt: Q,
        prompt_id: 'a1',
        chosen: [user(Q), assistant(P)],
        rejected: [user(Q), assistant(N)],
        messages: [user(Q), assistant(P)],
        score_chosen: 8.5,
        score_rejected: 4,
      }),
      'preference pairs with the prompt inside, and instructions': jsonl(
        { instruction: M, chosen: [user(Q), assistant(P)], rejected: [user(Q), assistant(N)] },
        { instruction: M2, chosen: [user(Q2), assistant(P2)], rejected: [user(Q2), assistant(N2)] },
      ),
      'preference pairs with the prompt inside': jsonl({
        chosen: [user(Q), assistant(P)],
        rejected: [user(Q), assistant(N)],
      }),
      'negatives by system': jsonl({ query: Q, positive: P, negatives: { bm25: [N], dense: [M, M2] } }),
    },
  ],
  [
    triplet,
    {
      'extra columns are left alone': jsonl({
        reason: 'both are about a play and its author',
        query: Q,
        explanation: 'The negative names another author of the time.',
        positive: P,
        signals: ['lexical overlap', 'same topic'],
        source_path: 'corpus/weimar/plays.txt',
        hard_negative: N,
        title: 'A play',
        metadata: { split: 'train' },
      }),
      'a label beside a triplet': jsonl(
        { query: Q, positive: P, negative: N, label: 1 },
        { query: Q2, positive: P2, negative: N2, label: 0 },
      ),
      'key order changes': jsonl(
        { hard_negative: N, id: 'r1', positive: P, url: 'https://x.org/a', query: Q },
        { query: Q2, positive: P2, hard_negative: N2 },
      ),
      'query, pos, neg as strings in CSV': csv(['query', 'pos', 'neg'], [Q, P, N], [Q2, P2, N2]),
      'header in capitals': csv(['QUERY', 'POSITIVE', 'NEGATIVE'], [Q, P, N], [Q2, P2, N2]),
      'an index column in front': csv(['', 'question', 'answer', 'negative'], [0, Q, P, N], [1, Q2, P2, N2]),
      'names of sentence-transformers loaders': jsonl({ sentence_0: Q, sentence_1: P, sentence_2: N }),
      'one record over several lines': JSON.stringify({ query: Q, positive: P, negative: N }, null, 2),
      'a list of triplets in an object over several lines': JSON.stringify(
        { name: 'mined', triplets: [{ anchor: Q, positive: P, negative: N }] },
        null,
        2,
      ),
      'other texts of things beside each passage': jsonl({
        query: Q,
        document: P,
        negative: N,
        snippet: 'The poet of',
        negative_code: 'of 1808',
      }),
      'a list with grades beside a triplet': jsonl({
        query: Q,
        positive: P,
        negative: N,
        facets,
      }),
      'one instruction for all inputs': jsonl(
        { instruction: 'Find it.', input: Q, positive: P, negative: N },
        { instruction: 'Find it.', input: Q2, positive: P2, negative: N2 },
      ),
      'records, and queries that were left out': JSON.stringify({
        data: [{ query: Q, positive: P, negative: N }],
        skipped: [{ query: Q2 }],
      }),
      'columns of pandas': JSON.stringify({
        id: { 0: 7, 1: 8 },
        query: { 0: Q, 1: Q2 },
        positive: { 0: P, 1: P2 },
        negative: { 0: N, 1: N2 },
      }),
      'columns as lists': JSON.stringify({
        query: [Q, Q2, M],
        positive: [P, P2, M2],
        negative: [N, N2, N],
      }),
      'the positive in another script, and a negative': jsonl({
        query: Q,
        positive: P,
        positive_devanagari: 'पानी सौ डिग्री पर उबलता है',
        negative: N,
      }),
      'other languages beside': jsonl({
        query: Q,
        query_en: 'x',
        positive: P,
        positive_en: 'y',
        hard_negative: N,
      }),
      'a best answer beside the passages': jsonl({
        question: Q,
        best_answer: 'the poet',
        passage: P,
        negative_passage: N,
      }),
    },
  ],
  [
    list,
    {
      Cohere: jsonl({ query: Q, relevant_passages: [P], hard_negatives: [N, M] }),
      'MTEB reranking': jsonl({ query: Q, positive: [P], negative: [N, M] }),
      'ms-swift': jsonl({
        messages: [user(Q)],
        positive_messages: [[assistant(P)]],
        negative_messages: [[assistant(N)], [assistant(M)]],
      }),
      'ms-swift, older': jsonl({ query: Q, response: P, rejected_response: [N, M] }),
      GritLM: jsonl({
        query: ['Find the author', Q],
        pos: [['', P]],
        neg: [
          ['', N],
          ['', M],
        ],
      }),
      'NeMo AutoModel inline': jsonl({ query: Q, pos_doc: P, neg_doc: [N, M] }),
      'NeMo AutoModel inline, objects': jsonl({
        question: Q,
        pos_doc: [{ text: P }],
        neg_doc: [{ text: N }, { text: M }],
        corpus_id: 'c',
      }),
      'passages under contents': jsonl({
        question: Q,
        positive: { docid: 'd1', contents: P },
        negatives: [
          { docid: 'd2', contents: N },
          { docid: 'd3', contents: M },
        ],
      }),
      'negatives with labels and titles in lists beside them': jsonl({
        query: Q,
        gold_passage: P,
        hard_negatives: [N, M],
        hard_negatives_labels: [0, 0],
        hard_negatives_titles: ['Marbach', 'Vienna'],
      }),
      'two turns as the query, and two negatives': jsonl({
        query: ['who is the doctor', Q],
        doc_pos: P,
        doc_negs: [N, M],
      }),
      'a query in a list of its own': jsonl({ query: [Q], pos: [P], neg: [N, M] }),
      'records under their ids': JSON.stringify({
        q1: { query: Q, positives: [{ pid: 'a', text: P }], hard_negatives: [{ text: N }, { text: M }] },
        q2: { query: Q2, positives: [{ pid: 'b', text: P2 }], hard_negatives: [{ text: N2 }] },
      }),
      'negatives with labels, and topics as a list of texts': jsonl({
        query: Q,
        gold_passage: P,
        hard_negatives: [N, M],
        negative_labels: [0, 0],
        subjects: ['Jena', 'war'],
      }),
      'LlamaIndex with negatives': JSON.stringify({
        queries: { q1: Q },
        corpus: { d1: P, d2: N, d3: M },
        relevant_docs: { q1: ['d1'] },
        negative_docs: { q1: ['d2', 'd3'] },
      }),
      TruthfulQA: jsonl({
        question: Q,
        best_answer: P,
        correct_answers: [P2, P],
        incorrect_answers: [N, M],
        category: 'plays',
      }),
      'an article that the question is about': jsonl({
        question: Q,
        answer: P,
        wrong_answers: [N, M],
        article: `${P} ${M} ${N2}`,
      }),
      'distractors that are numbers in one record': jsonl(
        { question: Q, answer: P, distractors: [N, M] },
        { question: Q2, answer: P2, distractors: ['1969', '1972'] },
        { question: Q2, answer: P2, distractors: [N2, M2] },
      ),
    },
  ],
  [
    'asks',
    {
      'triples without names': tsv([Q, P, N], [Q2, P2, N2]),
      'triples without names as JSON lists': jsonl([Q, P, N], [Q2, P2, N2]),
      'triples without names in CSV': csv([Q, P, N], [Q2, P2, N2]),
      'id triples without names': as('qidpidtriples.tsv', tsv([1185869, 0, 4917], [1185868, 16, 83210])),
      'RocketQA, cross encoder': tsv([Q, 'Weimar', P, 1], [Q, '', N, 0]),
      'id triples with a margin': as(
        'gpl-training-data.tsv',
        tsv(['q5', 'd122', 'd98', 18.46], ['q5', 'd122', 'd97', 3.5], ['q6', 'd3', 'd98', -0.25]),
      ),
      'id triples with a margin, small numbers': as(
        'gpl-training-data.tsv',
        tsv([5, 12, 98, 18.46], [5, 12, 97, 3.5], [6, 3, 98, 0.25]),
      ),
      'pairs with a label in a script without blanks': tsv(
        ['怎么开证明？', '证明怎么开？', 1],
        ['怎么开证明？', '今天天气好吗？', 0],
        ['磨坊在哪里？', '磨坊在河边。', 1],
      ),
      'a header of names with numbers over answers': csv(
        ['question_id', 'story', 'a1', 'a2', 'a3'],
        ['s1', Q, 42, N, M],
        ['s2', Q2, 17, N2, M2],
      ),
      'a story with its questions and answers': tsv(
        ...[1, 2].map((i) => [
          `${P} ${N} ${M} ${P2} ${i}`,
          `Who wrote play number ${i}?`,
          'The poet of Weimar wrote it.',
          `Where does mill number ${i} stand?`,
          'It stands on the upper Neckar.',
        ]),
      ),
      'rows of ANCE': as('ann_training_data_0', tsv([100, 16, '49170,49180'], [101, 17, '83210'])),
      'positives and negatives with blanks between ids': tsv([100, 16, '49 50 51'], [101, '17 18', '83']),
      'two passages with a margin': jsonl({ query: Q, passage1: P, passage2: N, label: 0.5 }),
      'two answers with a score each': jsonl({
        question: Q,
        answer_0: P,
        answer_1: N,
        score_0: 1,
        score_1: -1,
      }),
      'a label beside texts whose names do not say which asks': jsonl(
        { doc: Q, code: P, label: 1 },
        { doc: Q, code: N, label: 0 },
      ),
      'pairs with a grade, without names': tsv([Q, P, 3], [Q, N, 0]),
      'more columns than a tuple has': tsv(
        ...[1, 2].map((i) => Array.from({ length: 20 }, (_, at) => `${at % 2 === 0 ? P : N} ${i} ${at}`)),
      ),
      'a, b, c': named('a', 'b', 'c'),
      'text_a, text_b, text_c': named('text_a', 'text_b', 'text_c'),
      'left, right, other': named('left', 'right', 'other'),
      'unknown names in CSV': csv(['erste', 'zweite', 'dritte'], [Q, P, N], [Q2, P2, N2]),
      'two queries': jsonl({ query: Q, question: M, positive: P, negative: N }),
      'two positives': jsonl({ query: Q, positive: P, chosen: M, negative: N }),
      'names of two roles': jsonl({
        query_positive: Q,
        document_positive: P,
        query_negative: M,
        hard_negative_document_1: N,
      }),
      'question, context, answer, negative': jsonl({
        question: Q,
        context: P,
        answer: 'the poet wrote it',
        negative: N,
      }),
      'no name for the query': jsonl({ topic_sentence: Q, positive: P, negative: N }),
      'words over words': csv(['cat', 'dog', 'fish'], ['sun', 'moon', 'star']),
      'any names over texts': csv(['frage', 'gute antwort', 'schlechte'], [Q, P, N], [Q2, P2, N2]),
      'a numbered series over texts': csv(['text1', 'text2', 'text3'], [Q, P, N], [Q2, P2, N2]),
      'short words in columns without names': tsv(['red', 'green', 'blue'], ['one', 'two', 'three']),
      'headless rows with a class': tsv(
        ...[1, 2, 3, 4, 5, 6].map((i) => [
          `${Q} ${i}`,
          `${P} ${i}`,
          `${N} ${i}`,
          i % 2 === 0 ? 'news' : 'forum',
        ]),
      ),
      'sentence_0 … with a label': jsonl({ sentence_0: Q, sentence_1: P, sentence_2: N, label: 0 }),
      'nested JSON with five negatives': JSON.stringify([
        { task: { input: Q }, gold: { body: P }, wrong: [N, M, N2, M2, P2].map((body) => ({ body })) },
      ]),
      'lists of texts under a name that does not tell': jsonl(
        { question: Q, falsche: [N, M] },
        { question: Q2, falsche: [N2, M2] },
      ),
    },
  ],
  [
    labeled,
    {
      'labeled pairs beside a source': judged((text, is) => ({
        question: Q,
        text,
        source_doc: 'plays of the south',
        label: Number(is),
      })),
      'labeled pairs beside lists with grades': judged((document, is) => ({
        query: Q,
        document,
        label: Number(is),
        facets,
      })),
      'labeled answers beside texts of things': judged((answer, is) => ({
        question: Q,
        question_article: M,
        answer,
        positive_chunk: M2,
        label: Number(is),
      })),
      'labeled answers beside lists with grades': judged((answer, is_correct) => ({
        question: Q,
        answer,
        is_correct,
        facets,
      })),
      'graded pairs': jsonl({ query: Q, passage: P, relevance: 3 }, { query: Q, passage: N, relevance: 0 }),
      'qtext, label, atext': csv(['qtext', 'label', 'atext'], [Q, 1, P], [Q, 0, N]),
      'text_left, text_right, label': csv(
        ['id_left', 'text_left', 'id_right', 'text_right', 'label'],
        ['q1', Q, 'd1', P, 1],
        ['q1', Q, 'd2', N, 0],
      ),
      KTO: jsonl({ prompt: Q, completion: P, label: true }, { prompt: Q, completion: N, label: false }),
      'query, etalon, label': jsonl({ query: Q, etalon: P, label: 1 }, { query: Q, etalon: N, label: 0 }),
      'labels as words': judged((passage, is) => ({
        query: Q,
        passage,
        label: is ? 'relevant' : 'irrelevant',
      })),
    },
  ],
  [
    { format: 'qrels' },
    {
      'TREC qrels with Q0': as('a.txt', 'q1 Q0 d1 1\nq1 Q0 d2 0\n'),
      'TREC qrels with Q0 and tabs': tsv(['q1', 'Q0', 'doc one', 1], ['q2', 'Q0', 'doc two', 0]).replaceAll(
        'doc ',
        'doc-',
      ),
      'TREC qrels with an iteration': as(
        'qrels.txt',
        'q1 1 clueweb09-en0000-00-00000 2\nq2 2 clueweb09-en0000-00-00001 0\n',
      ),
      'judgements of products': csv(
        ['query_id', 'product_id', 'relevance'],
        ['q1', 'b1', 2],
        ['q1', 'b2', 0],
      ),
      'judgements of answers': csv(
        ['question_id', 'ans_id', 'cnt', 'label'],
        [100, 110, 0, 1],
        [100, 111, 1, 0],
      ),
      'JSON qrels': as('qrels.json', JSON.stringify({ q1: { d1: 1, d2: 0 } })),
      'judgements under a header cut by blanks': as(
        'judged.txt',
        'query_id iter doc_id relevance\nq1 0 d1 1\nq1 0 d2 0\n',
      ),
      'judgements under rating': csv(['query_id', 'doc_id', 'rating'], ['q1', 'd1', 2], ['q1', 'd2', 0]),
    },
  ],
  [
    { format: 'run' },
    {
      'a JSON run': as('run.json', JSON.stringify({ q1: { d1: 14.5, d2: 13.25 }, q2: { d3: 9.5 } })),
      'a JSON run over several lines': as(
        'bm25.json',
        JSON.stringify({ 7: { 12: 14.5, 13: 13.25 } }, null, 2),
      ),
      'a run of chunks': csv(['query_id', 'chunk_id', 'score'], ['q1', 'c1', 2.5], ['q1', 'c2', 1.5]),
      'a run of PyTerrier, with the query': csv(
        ['qid', 'docid', 'docno', 'rank', 'score', 'query'],
        ['q1', 11, 'd1', 0, 12.5, Q],
        ['q1', 12, 'd2', 1, 11.5, Q],
      ),
      'a run with a snippet of each hit': csv(
        ['query_id', 'doc_id', 'score', 'snippet'],
        ['q1', 'd1', 2.5, P],
        ['q1', 'd2', 1.5, N],
      ),
      'a JSON run of documents that are counted': as(
        'run.json',
        '{"q1":{"0":1.5,"1":2},"q2":{"0":3.5,"1":2}}',
      ),
      'a JSON run of titles': JSON.stringify({
        7: { Weimar: 14.5, Jena: 13.25 },
        9: { Jena: 9.5, Faust: 3.5 },
      }),
      'TREC run with tabs': tsv(['q1', 'Q0', 'd1', 1, 14.5, 'bm25'], ['q1', 'Q0', 'd2', 2, 13, 'bm25']),
    },
  ],
  [
    'refused',
    {
      'the positive in another script': jsonl({
        query: Q,
        positive: P,
        positive_devanagari: 'पानी सौ डिग्री पर उबलता है',
      }),
      'scores of runs by query': csv(['query_id', 'run_id', 'score'], ['q1', 'a', 0.5], ['q1', 'b', 0.25]),
      'scores of groups by query': csv(
        ['query_id', 'cluster_id', 'score'],
        ['q1', 'a', 0.5],
        ['q1', 'b', 0.25],
      ),
      'candidates that are counted': jsonl({
        question: Q,
        candidates: [P, N, M].map((text, label) => ({ text, label })),
        correct: 0,
      }),
      'numbered choices': jsonl({
        question: Q,
        choices: { text: [N, P, M], label: ['1', '2', '3'] },
        answer: '2',
      }),
      'candidates, and which of them is the positive': jsonl({
        query: Q,
        candidates: [N, P],
        positive_index: 1,
      }),
      'answers with a rank each': jsonl({
        prompt: Q,
        answers: [
          { answer: P, rank: 1 },
          { answer: N, rank: 2 },
        ],
      }),
      'lists in brackets without quotes': csv(['query', 'positive', 'negatives'], [Q, P, `[${N}, ${M}]`]),
      'lists of records under two names': JSON.stringify({
        train: [{ query: Q, positive: P, negative: N }],
        test: [{ query: Q2, positive: P2, negative: N2 }],
      }),
      'settings under names': JSON.stringify({
        train: { query: 'text', n: 3 },
        test: { query: 'title', n: 4 },
      }),
      'title, query, pos': jsonl({ title: 'A play', query: Q, pos: P }),
      'sentence pairs with a score': jsonl(
        { sentence1: Q, sentence2: P, score: 0.4 },
        { sentence1: Q2, sentence2: P2, score: 3.8 },
      ),
      'STS with genre and year': csv(
        ['genre', 'year', 'score', 'sentence1', 'sentence2'],
        ['main-news', 2012, 2.4, Q, P],
        ['main-forums', 2013, 4.8, Q2, P2],
      ),
      'question answering': jsonl({ id: '1', question: Q, context: P, answers: ['The poet of Weimar'] }),
      'a table of results': csv(
        ['model', 'ndcg@10', 'recall@100', 'mrr'],
        ['bm25', 0.41, 0.73, 0.35],
        ['dense', 0.52, 0.81, 0.44],
      ),
      'expected figures of several sources': as(
        'expected_potion-base-2M.json',
        JSON.stringify(
          {
            idf_corpus: { texts: 240, distinct_tokens: 6906 },
            sources: { bm25: { records: 97, eci: 0.14 }, tasb: { records: 97, eci: 0.22 } },
            ranking: ['tasb', 'bm25'],
          },
          null,
          1,
        ),
      ),
      'measures by query, as pytrec_eval writes them': JSON.stringify({
        q1: { map: 0.25, ndcg_cut_10: 0.41 },
        q2: { map: 0.5, ndcg_cut_10: 0.63 },
      }),
      classification: jsonl({ text: P, label: 'poetry' }, { text: N, label: 'drama' }),
      conversations: jsonl({
        messages: [user(Q), assistant(P)],
      }),
      'a preference pair of texts alone': jsonl({ chosen: P, rejected: N }),
      LlamaIndex: JSON.stringify({
        queries: { q1: Q },
        corpus: { d1: P, d2: N },
        relevant_docs: { q1: ['d1'] },
        mode: 'text',
      }),
      'LlamaIndex over several lines': JSON.stringify(
        { queries: { q1: Q }, corpus: { d1: P, d2: N }, relevant_docs: { q1: ['d1'] } },
        null,
        4,
      ),
      'a list of records inside an object': JSON.stringify({ items: [{ a: Q, b: P }] }),
      'queries with positives': jsonl({ anchor: Q, positive: P }),
      'records over several lines, one after the other': [Q, Q2]
        .map((query) => JSON.stringify({ query, positive: P, negative: N }, null, 2))
        .join('\n'),
      settings: JSON.stringify({ model: 'bm25', k1: 0.9, b: 0.4 }),
      'settings over several lines': JSON.stringify({ model: 'bm25', k1: 0.9, b: 0.4 }, null, 2),
      'questions with answers and predictions': csv(
        ['question', 'context', 'gold_answer', 'prediction'],
        [Q, P, 'the poet', 'a poet'],
        [Q2, P2, 'the Neckar', 'none'],
      ),
      'triples of knowledge': as(
        'triples.tsv',
        tsv(...Array.from({ length: 8 }, (_, i) => [`thing ${i}`, 'is located in', `place of ${i}`])),
      ),
      'words with tags': tsv(...Array.from({ length: 8 }, (_, i) => [`word${i}`, 'NN', 'B-NP', 'O'])),
      'parts of documents': csv(
        ['code', 'heading', 'summary', 'body'],
        ['a1', 'The play', N, P],
        ['a2', 'The mill', N2, P2],
      ),
      'labels as words of three kinds': csv(
        ['query', 'product', 'label'],
        [Q, P, 'Exact'],
        [Q, M, 'Partial'],
        [Q, N, 'Irrelevant'],
        [Q, N2, 'Irrelevant'],
      ),
      'the mood of texts': csv(
        ['query', 'text', 'label'],
        ['food', P, 'positive'],
        ['food', N, 'negative'],
        ['service', M, 'negative'],
      ),
      'names of labels in one object': JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 25 }, (_, i) => [`app.title.${'abcdefghijklmnopqrstuvwxyz'[i]}`, `${P} ${i}`]),
        ),
      ),
    },
  ],
  [
    { format: 'named', query: 'q1', positive: 'd1', negatives: ['d2', 'd3'] },
    {
      'ids in cells, with commas': csv(['query_id', 'positive_ids', 'negative_ids'], ['q1', 'd1', 'd2,d3']),
      'numbered ids with scores': jsonl({
        passage_id: 'd1',
        query_id: 'q1',
        pos_score: 0.5,
        neg_1_id: 'd2',
        neg_1_score: 0.25,
        neg_2_id: 'd3',
      }),
      'DPR with ids': jsonl({
        query_id: 'q1',
        positive_ctxs: [{ docidx: 'd1', score: 1 }],
        hard_negative_ctxs: [{ docidx: 'd2' }, { docidx: 'd3' }],
      }),
    },
  ],
  [
    { format: 'reranking', query: '100', positive: '', negatives: ['7', '8'] },
    {
      'negatives of OpenMatch': as('train.negatives.tsv', tsv([100, '7,8'], [101, '9,10,11'])),
      'what MTEB has reranked': jsonl({ 'query-id': '100', 'corpus-ids': ['7', '8'] }),
      'ids with a score each': jsonl({ query_id: 100, doc_ids: [7, 8], scores: [2.5, 1.5] }),
    },
  ],
  [
    { format: 'named', query: 'q1', positive: 'd1', negatives: ['d2'] },
    {
      ...Object.fromEntries(
        IDS.map((names) => [
          `ids as ${names.join(', ')}`,
          csv(names, ['q1', 'd1', 'd2'], ['q2', 'd3', 'd4']),
        ]),
      ),
      'negatives as objects with an id and a score': jsonl({
        query_id: 'q1',
        positives: ['d1'],
        negatives: [{ chunk_id: 'd2', score: 0.5 }],
      }),
      'id triples under names': jsonl({ query_id: 'q1', positive_id: 'd1', negative_id: 'd2' }),
      'id triples beside a rank': jsonl({
        query_id: 'q1',
        positive_id: 'd1',
        negative_id: 'd2',
        chunk_id: 'c1',
        rank: 1,
      }),
    },
  ],
  [
    { ...byName, format: 'labeled-lists' },
    {
      'turns that say which answer is chosen': jsonl({
        conversations: [
          { from: 'human', value: Q },
          { from: 'chosen_gpt', value: P },
          { from: 'rejected_gpt', value: N },
        ],
      }),
      'passages with flags beside lists with grades': jsonl({
        facets,
        query: Q,
        passages: told((passage_text, is) => ({ is_selected: Number(is), passage_text })),
      }),
      'candidates with a 0/1 score each': jsonl({
        query: { title: '', abstract: Q },
        candidates: told((abstract, is) => ({ title: '', abstract, score: Number(is) })),
      }),
      'MS MARCO, passages with a flag each': jsonl({
        query: Q,
        query_id: 1,
        answers: ['the poet'],
        passages: told((passage_text, is) => ({ is_selected: Number(is), passage_text, url: 'u' })),
      }),
      'MS MARCO of the hub, an object of lists': jsonl({
        query: Q,
        passages: { is_selected: [0, 1], passage_text: [N, P], url: ['u', 'v'] },
        query_type: 'PERSON',
      }),
      MuSiQue: jsonl({
        id: '2hop_1',
        question: Q,
        answer: 'the poet',
        paragraphs: told((paragraph_text, is) => ({
          idx: Number(is),
          title: '',
          paragraph_text,
          is_supporting: is,
        })),
      }),
      'lists of JSON in cells, with labels': csv(
        ['query', 'docs', 'labels'],
        [Q, JSON.stringify([N, P]), '[0, 1]'],
      ),
      'candidates with an id and a label each': jsonl({
        query: Q,
        candidates: told((abstract, is) => ({ doc_id: `d${is}`, title: '', abstract, score: Number(is) })),
      }),
      'hits with a label each': jsonl({
        query: Q,
        hits: told((content, is) => ({ content, label: is ? 2 : 0 })),
      }),
      'options with a flag each': jsonl({
        question: Q,
        options: told((text, is_correct) => ({ text, is_correct })),
      }),
    },
  ],
  [
    { format: 'reranking', query: Q, positive: '', negatives: [P, N] },
    {
      'hits beside lists with grades': jsonl({
        query: Q,
        hits,
        facets,
      }),
      RankGPT: JSON.stringify([{ query: Q, hits: hits.map((hit, i) => ({ ...hit, rank: i + 1 })) }]),
      rank_llm: jsonl({
        query: { text: Q, qid: '4' },
        candidates: hits.map(({ content: contents, docid, score }) => ({ docid, score, doc: { contents } })),
      }),
    },
  ],
  [
    { format: 'named', query: Q, positive: 'd1', negatives: ['d2', 'd3'] },
    {
      'ids beside the query': jsonl({ query: Q, pos_ids: ['d1'], neg_ids: ['d2', 'd3'], facets }),
      'SimLM, objects of ids and scores': jsonl({
        query_id: 'q1',
        query: Q,
        positives: { doc_id: ['d1'], score: [9] },
        negatives: { doc_id: ['d2', 'd3'], score: [4, 3] },
      }),
    },
  ],
  [
    { format: 'corpus' },
    {
      ...Object.fromEntries(
        ['arxiv_id', 'pmid', 'url', 'node_id'].map((id) => [
          `a corpus whose id is ${id}`,
          as('corpus.jsonl', jsonl(...[1, 2, 3].map((i) => ({ [id]: `a${i}`, text: `${P} ${i}` })))),
        ]),
      ),
      'corpus under doc': as('corpus.jsonl', jsonl({ id: 'd1', doc: P }, { id: 'd2', doc: N })),
      'corpus under contents': jsonl({ id: 'd1', contents: P }, { id: 'd2', contents: N }),
      'corpus under passage': jsonl({ pid: 'd1', passage: P }, { pid: 'd2', passage: N }),
      'a corpus in one object over several lines': as(
        'corpus.json',
        JSON.stringify({ d1: { title: 'Weimar', text: P }, d2: { title: '', text: N } }, null, 2),
      ),
      'a corpus of chunks of documents': jsonl(
        ...[1, 2, 3, 4].map((i) => ({ doc_id: 'd1', chunk_id: `d1-${i}`, text: `${P} ${i}` })),
      ),
      'answers under content': csv(
        ['ans_id', 'question_id', 'content'],
        [7, 100, P],
        [8, 100, N],
        [9, 100, M],
      ),
    },
  ],
  [
    { ...labeled, positive: `Weimar ${P}` },
    {
      'labeled pairs with titles': csv(
        ['query', 'title', 'text', 'label'],
        [Q, 'Weimar', P, 1],
        [Q, 'Marbach', N, 0],
      ),
      WikiQA: tsv(
        ['QuestionID', 'Question', 'DocumentID', 'DocumentTitle', 'SentenceID', 'Sentence', 'Label'],
        ['Q1', Q, 'D1', 'Weimar', 'D1-0', P, 1],
        ['Q1', Q, 'D1', 'Weimar', 'D1-1', N, 0],
      ),
    },
  ],
  [
    { format: 'queries' },
    {
      'texts by id in one object': JSON.stringify(
        Object.fromEntries(
          [1, 2, 3].flatMap((i) => [P, N, M, P2, N2].map((text, at) => [`${i}${at}`, text])),
        ),
      ),
      'queries with facets': jsonl({ query_id: 'q1', query: Q, facets }),
      'queries with their answers': jsonl({ query_id: 'q1', query: Q, gold_answer: 'the poet' }),
      'queries with evidence that has ids': jsonl(
        ...[1, 2, 3].map((i) => ({
          query_id: `q${i}`,
          query: `${Q} ${i}`,
          evidence: [{ doc_id: 'd1', text: P }],
        })),
      ),
      'questions under content': csv(['question_id', 'content'], [100, Q], [101, Q2]),
    },
  ],
  [
    { format: 'reranking', query: 'q1', positive: '', negatives: ['d1', 'd2'] },
    {
      'hits of a run in a list': jsonl({
        query_id: 'q1',
        results: [
          { rank: 1, doc_id: 'd1', score: 9 },
          { rank: 2, doc_id: 'd2', score: 8 },
        ],
      }),
      'mined ids of queries': jsonl({ query_id: 'q1', hard_negatives: ['d1', 'd2'] }),
    },
  ],
];

export const layouts: readonly Layout[] = [
  ...NAMED.map((names) => layout(names.join(', '), named(...names), triplet)),
  ...GROUPS.flatMap(([expected, contents]) =>
    Object.entries(contents).map(([name, content]) => layout(name, content, expected)),
  ),
  layout(
    'passages with titles',
    jsonl({ query: Q, positives: [{ title: 'Weimar', text: P }], hard_negatives: [{ title: '', text: N }] }),
    { ...byName, positive: `Weimar ${P}` },
  ),
  layout(
    'titles in columns of their own',
    csv(
      ['query', 'pos_title', 'pos', 'neg_title', 'neg'],
      [Q, 'Weimar', P, 'Marbach', N],
      [Q2, 'Neckar', P2, 'Rails', N2],
    ),
    { ...byName, positive: `Weimar ${P}`, negatives: [`Marbach ${N}`] },
  ),
  layout(
    'one column of titles for two negatives',
    csv(
      ['query', 'positive', 'hard_neg', 'neg_title', 'easy_neg'],
      [Q, P, N, 'Marbach', M],
      [Q2, P2, N2, 'Rails', M2],
    ),
    { ...byName, negatives: [`Marbach ${N}`] },
  ),
  layout(
    'a title without its negative',
    jsonl(
      { query: Q, positive: P, neg_1: '', neg_title_1: 'Marbach', neg_2: M, neg_title_2: 'Vienna' },
      { query: Q2, positive: P2, neg_1: N2, neg_title_1: 'Rails', neg_2: M2, neg_title_2: 'Sand' },
    ),
    { ...byName, negatives: ['', `Vienna ${M}`] },
  ),
  layout('negatives under two names', jsonl({ query: Q, positive: P, negatives: [N], hard_negatives: [M] }), {
    ...byName,
    negatives: [N],
  }),
  layout('RocketQA, dual encoder', tsv([Q, 'Weimar', P, '', N, 0], [Q2, '', P2, 'Rails', N2, 0]), {
    format: 'rocketqa',
    query: Q,
    positive: `Weimar ${P}`,
    negatives: [N],
  }),
  layout(
    'title with abstract',
    jsonl({
      query: { title: 'Weimar', abstract: Q },
      pos: { title: 'Faust', abstract: P },
      neg: { title: 'Marbach', abstract: N },
    }),
    { ...byName, query: `Weimar ${Q}`, positive: `Faust ${P}`, negatives: [`Marbach ${N}`] },
  ),
  layout(
    'scores of minus infinity',
    `${JSON.stringify({ query: Q, pos: [P], neg: [N, M], neg_scores: [0.5, 'x'] }).replace('"x"', '-Infinity')}\n`,
    { ...byName, format: 'flag-embedding', negatives: [N, ''] },
  ),
  layout(
    'DPR output',
    jsonl({
      question: Q,
      answers: ['the poet'],
      ctxs: [
        { id: 1, title: 'Marbach', text: N, score: '9', has_answer: false },
        { id: 2, title: 'Weimar', text: P, score: '8', has_answer: true },
      ],
    }),
    { format: 'labeled-lists', query: Q, positive: `Weimar ${P}`, negatives: [`Marbach ${N}`] },
  ),
  layout('lists of Python in cells', csv(['query', 'positive', 'negatives'], [Q, P, `['${N}', "${M}"]`]), {
    ...list,
    format: 'plain',
  }),
  layout(
    'lists of JSON as texts of JSON',
    jsonl({ query: Q, pos: JSON.stringify([P]), neg: JSON.stringify([N, M]) }),
    { ...list, format: 'flag-embedding' },
  ),
  layout(
    'correct answers beside the positive',
    jsonl({ query: Q, positive: P, negatives: [N], correct_answers: ['the poet'] }),
    { ...byName, format: 'plain' },
  ),
  layout(
    'a header that begins with a hash',
    `#id,query,positive,negative\n1,${cell(`${Q}, he`)},${cell(`${P}, yes`)},${N}\n2,${Q2},${P2},${N2}\n`,
    { ...triplet, query: `${Q}, he`, positive: `${P}, yes` },
  ),
  layout(
    'a pool of documents with named positives',
    jsonl({
      query_id: 'q1',
      positive_ids: ['d1', 'd3'],
      document_ids: ['d1', 'd2', 'd3'],
      scores: [3, 2, 1],
    }),
    { format: 'distillation', query: 'q1', positive: 'd1', negatives: ['d2'] },
  ),
  layout(
    'instructions before query and positive, and plain negatives',
    jsonl(
      { query: ['Answer.', Q], pos: ['Passage:', P], neg: [N, M, M2] },
      { query: ['Answer.', Q2], pos: ['Passage:', P2], neg: [N2, M2, N] },
    ),
    { ...byName, negatives: [N, M, M2] },
  ),
  layout(
    'a negative whose id is left out',
    csv(
      ['query_id', 'positive_id', 'neg_1_id', 'neg_2_id'],
      ['q1', 'd1', '', 'd2'],
      ['q2', 'd3', 'd4', 'd5'],
    ),
    { format: 'named', query: 'q1', positive: 'd1', negatives: ['', 'd2'] },
  ),
  layout(
    'texts in brackets',
    csv(
      ['query', 'positive', 'negative'],
      [Q, '[Jena, Saale]', '[no, never]'],
      [Q2, '[Weimar, Ilm]', '[a, b]'],
    ),
    { ...triplet, positive: '[Jena, Saale]', negatives: ['[no, never]'] },
  ),
  layout(
    'titles of the query too',
    csv(
      ['query_title', 'query_abstract', 'pos_title', 'pos_abstract', 'neg_abstract'],
      ['Author', Q, 'Weimar', P, N],
    ),
    { ...byName, query: `Author ${Q}`, positive: `Weimar ${P}` },
  ),
  layout(
    'LLaMA-Factory, an instruction with its input',
    jsonl(
      { instruction: 'Answer.', input: Q, chosen: P, rejected: N },
      { instruction: Q2, input: '', chosen: P2, rejected: N2 },
    ),
    { ...triplet, query: `Answer.\n${Q}` },
  ),
  layout(
    'DPR as objects of lists, one of them empty',
    jsonl({
      question: Q,
      positive_ctxs: { title: [''], text: [P] },
      negative_ctxs: { title: [], text: [] },
      hard_negative_ctxs: { title: ['', ''], text: [N, M] },
    }),
    { ...list, format: 'dpr' },
  ),
  layout(
    'passages with a grade each',
    jsonl({
      query: Q,
      passages: [
        { text: N, relevance: 0 },
        { text: P, relevance: 3 },
        { text: M, relevance: 0 },
      ],
    }),
    { ...list, format: 'labeled-lists' },
  ),
];
