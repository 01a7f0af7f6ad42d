import { describe, expect, it } from 'vitest';

import type { TextPair } from '../../src/encoder/cross/known-pairs';
import { RunCancelledError } from '../../src/engine/errors';
import { comparedWith, readCard, requestOfCard, type SourceRequest } from '../../src/mining/card';
import { Mining } from '../../src/mining/mining';
import { copiesNotes, partNotes } from '../../src/mining/notes';
import { MINING_PRESETS, type MiningOptions } from '../../src/mining/options';
import type { GivenFile } from '../../src/mining/read';
import { BM25_PRESETS } from '../../src/mining/search/bm25';
import { jsonl } from '../support/jsonl';

/** BM25 puts the shorter one first where both have all words of the query; the positive is `a`. */
const TEXTS = {
  a: 'rain falls',
  b: 'rain falls here',
  c: 'rain falls here now',
  d: 'rain falls here now again',
  e: 'rain falls here now again today',
  f: 'banana',
};

/** Logits by hand. */
const LOGITS: Readonly<Record<string, number>> = { a: 4, b: 5, c: 3.9, d: -2, e: 3, f: -8 };

const file = (name: string, text: string): GivenFile => ({
  file: new File([text], name),
  path: name,
  as: null,
});

const silent = () => undefined;

const GIVEN = [
  file('corpus.jsonl', jsonl(...Object.entries(TEXTS).map(([_id, text]) => ({ _id, text })))),
  file('queries.jsonl', jsonl({ _id: 'q', text: 'rain falls' })),
  file('qrels.tsv', 'query-id\tcorpus-id\tscore\nq\ta\t1\n'),
];

const identity = {
  name: 'by-hand',
  onnx: 'onnx/model.onnx',
  dtype: 'fp32',
  activation: 'identity' as const,
  max_tokens: 512,
  files: [{ path: 'onnx/model.onnx', sha256: 'abc' }],
};

const MODELS = { encoder: null, crossEncoder: { kind: 'served', name: 'by-hand' } } as const;

/** The class with a corpus that was read; texts of pairs that its cross-encoder was asked for. */
async function opened(given: readonly GivenFile[] = GIVEN, evaluation: readonly GivenFile[] = []) {
  const asked: TextPair[] = [];
  let files: { path: string; sha256: string }[] = [...identity.files];
  let scorings = Infinity;
  const idOf = ({ passage }: TextPair) =>
    Object.entries(TEXTS).find(([, text]) => text === passage)?.[0] ?? '';
  const mining = new Mining({
    base: new URL('file:///'),
    startWorker: () => {
      throw new Error('not asked for');
    },
    cosines: () => Promise.reject(new Error('not asked for')),
    cross: {
      open: () => Promise.resolve({ ...identity, files }),
      score: (pairs: readonly TextPair[]) => {
        if (scorings-- === 0) return Promise.reject(new RunCancelledError());
        asked.push(...pairs);
        return Promise.resolve(Float64Array.from(pairs, (pair) => LOGITS[idOf(pair)] as number));
      },
      cancel: silent,
    },
    version: '1.0.0',
  });
  const settings = { sample: null, relevant: 1, mostCharacters: 1e6 };
  const input = await mining.read(given, evaluation, settings, silent);
  return {
    mining,
    input,
    asked,
    mine: (
      request: SourceRequest,
      crossEncoder: { kind: 'served'; name: string } | null = MODELS.crossEncoder,
    ) => mining.mine(request, { ...MODELS, crossEncoder }, silent),
    /** The next cross-encoder that is opened has other files. */
    changeFiles: () => (files = []),
    /** The user cancels after so many more records were scored. */
    cancelAfter: (records: number) => (scorings = records),
  };
}

const request = (options: Partial<MiningOptions>): SourceRequest => ({
  name: 'bm25',
  method: 'bm25',
  bm25: BM25_PRESETS.bm25s,
  options: { ...MINING_PRESETS['sentence-transformers'].options, ...options },
  form: 'flag-embedding',
  withScores: true,
});

async function mined(options: Partial<MiningOptions>) {
  const { mine, asked } = await opened();
  const { content, card } = await mine(request(options));
  const row = JSON.parse((await content.text()).trim() || 'null') as {
    readonly neg: readonly string[];
    readonly pos_scores: readonly number[];
    readonly neg_scores: readonly number[];
  } | null;
  const idOf = (text: string) => Object.entries(TEXTS).find(([, own]) => own === text)?.[0] ?? '';
  return { ids: row?.neg.map(idOf) ?? [], row, card, asked: asked.map(({ passage }) => idOf(passage)) };
}

const CROSS = { score_by: 'cross-encoder' } as const;

describe('score_by cross-encoder, as mine_hard_negatives has it', () => {
  it('replaces all scores before the margins: order, thresholds and what is written are the cross-encoder’s', async () => {
    // p = 4; 4 − 4 · 0.05 = 3.8 drops b and c, which BM25 has first.
    const { ids, row, card, asked } = await mined({ ...CROSS, relative_margin: 0.05 });
    expect(ids).toEqual(['e', 'd']);
    expect(row?.pos_scores).toEqual([4]);
    expect(row?.neg_scores).toEqual([3, -2]);
    expect(card.parts[0]?.counts.rules).toMatchObject({ own_positive: 1, relative_margin: 2, kept: 2 });
    expect(card.parts[0]).toMatchObject({ cross_encoder: identity, encoder: null });
    // The pool stays BM25's: f shares no word and is not asked for. The positive is, once.
    expect(asked.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('takes the pool that range_max gives, and no more', async () => {
    // The four best of BM25 are a, b, c and d; e is never seen.
    const { ids, asked } = await mined({ ...CROSS, max_score: 9, range_max: 3 });
    expect(ids).toEqual(['b', 'c', 'd']);
    expect(asked.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('scores random passages that fill a short record', async () => {
    const { ids, row } = await mined({ ...CROSS, absolute_margin: 1.5, short: 'fill', num_negatives: 5 });
    expect(ids[0]).toBe('d');
    expect(new Set(ids)).toEqual(new Set(['b', 'c', 'd', 'e', 'f']));
    expect(row?.neg_scores).toEqual(ids.map((id) => LOGITS[id]));
  });

  it('is refused without a margin or max_score, or without a cross-encoder', async () => {
    await expect(mined({ ...CROSS, min_score: 3 })).rejects.toThrow(
      'score_by cross-encoder: expected relative_margin, absolute_margin or max_score beside it.',
    );
    const { mine } = await opened();
    await expect(mine(request({ ...CROSS, max_score: 1 }), null)).rejects.toThrow(
      'score_by cross-encoder: expected one.',
    );
  });

  it('keeps scores: another option asks for no pair twice', async () => {
    const { mine, asked } = await opened();
    await mine(request({ ...CROSS, max_score: 3.9 }));
    const before = asked.length;
    await mine(request({ ...CROSS, relative_margin: 0.1 }));
    expect(asked).toHaveLength(before);
  });

  it('keeps the scores of the records before a cancel: mined again, no pair is asked for twice', async () => {
    const [corpus] = GIVEN as [GivenFile];
    const queries = file(
      'queries.jsonl',
      jsonl({ _id: 'q0', text: 'rain falls' }, { _id: 'q1', text: 'falls here' }),
    );
    const qrels = file('qrels.tsv', 'query-id\tcorpus-id\tscore\nq0\ta\t1\nq1\ta\t1\n');
    const { mine, asked, cancelAfter } = await opened([corpus, queries, qrels]);
    cancelAfter(1);
    await expect(mine(request({ ...CROSS, max_score: 3.9 }))).rejects.toThrow(RunCancelledError);
    expect(asked.map(({ query }) => query)).toEqual(Array(5).fill('rain falls'));
    await mine(request({ ...CROSS, max_score: 3.9 }));
    const pairs = asked.map(({ query, passage }) => `${query}: ${passage}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs.length).toBeGreaterThan(5);
  });
});

describe('a card', () => {
  it('asks for the same again, and says which files are others', async () => {
    const { mine, input, changeFiles } = await opened();
    const options = { ...CROSS, max_score: 3.9 };
    const first = await mine(request(options));
    const recipe = readCard(await first.cardContent.text());
    expect(requestOfCard(recipe)).toEqual(request(options));
    const again = await mine(requestOfCard(recipe));
    expect(again.card).toEqual(first.card);
    expect(comparedWith(recipe, input.files, again.card)).toEqual({ same: true, others: [] });
    changeFiles();
    const other = await mine(requestOfCard(recipe), { kind: 'served', name: 'other' });
    expect(comparedWith(recipe, input.files.slice(1), other.card).others).toEqual([
      expect.stringMatching(/^\S+ of the card \(sha256 \w{64}\) is not among the files given$/),
      'onnx/model.onnx of by-hand is not the file of the card',
    ]);
  });
});

it('a card of an earlier version is made again, unless it has another method, form or formula of BM25', async () => {
  const { mine } = await opened();
  const { card } = await mine(request({}));
  const old = { ...card, parts: [{ ...card.parts[0], bm25: { ...BM25_PRESETS.bm25s, delta: 0.5 } }] };
  expect(requestOfCard(readCard(JSON.stringify(old)))).toEqual(request({}));
  const plus = JSON.stringify(old).replace('"lucene"', '"bm25+"');
  expect(() => readCard(plus)).toThrow('variant: expected lucene');
  const random = JSON.stringify(old).replace('"method":"bm25"', '"method":"random"');
  expect(() => readCard(random)).toThrow(
    'parts.0.method: expected bm25 or dense; the Lab makes a random control.',
  );
  const nemo = JSON.stringify(old).replace('"form":"flag-embedding"', '"form":"nemo"');
  expect(() => readCard(nemo)).toThrow('output.form: expected one of flag-embedding, triplet, ');
  for (const parts of [[], [card.parts[0], card.parts[0]]]) {
    const refused = () => readCard(JSON.stringify({ ...card, parts }));
    expect(refused).toThrow(
      'parts: expected one method; the Lab makes unions, and a language model its file by --replies.',
    );
  }
});

it.each(['../scifact/corpus', '/etc/x', 'a\\b', '..', '.bashrc', 'C:x', 'a\n', ''])(
  'a card whose source is %j is refused: it would name a file elsewhere',
  async (source) => {
    const { mine } = await opened();
    const { card } = await mine(request({ ...CROSS, max_score: 3.9 }));
    expect(readCard(JSON.stringify({ ...card, source: 'a+b' })).source).toBe('a+b');
    expect(() => readCard(JSON.stringify({ ...card, source }))).toThrow(
      /field source: expected a name, not a path/,
    );
  },
);

it('queries without a negative are told beside the other notes, with what helps', async () => {
  const said = async (options: Partial<MiningOptions>) => {
    const { mine } = await opened();
    const { card } = await mine(request(options));
    return card.parts.flatMap(partNotes).join(', ');
  };
  expect(await said({ max_score: -1, range_max: 3 })).toBe(
    '1 query got no negative: max_score dropped every candidate; search deeper: range_max above 4, 1 record with fewer than 3',
  );
});

describe('documents that are relevant for an evaluation', () => {
  const mined = async (name: string, text: string) => {
    const evaluation = name === '' ? [] : [{ ...file(name, text), as: 'evaluation' as const }];
    const { mine, input } = await opened(GIVEN, evaluation);
    const made = await mine(request({ ...MINING_PRESETS.paper.options, num_negatives: 2 }));
    const record = JSON.parse(await made.content.text()) as { neg: string[] };
    return { negatives: record.neg, card: made.card, files: input.files, notes: input.notes };
  };

  it('are never mined, by judgements or by texts, and are counted', async () => {
    const without = await mined('', '');
    expect(without.negatives).toEqual([TEXTS.b, TEXTS.c]);
    expect(without.card.parts[0]?.counts.rules.evaluation).toBe(0);
    const judged = 'query-id\tcorpus-id\tscore\nq\tb\t1\nq\tc\t0\n';
    const records = jsonl({ query: 'x', positive: 'Rain falls, here!', negatives: ['y'] });
    for (const [name, text] of [
      ['dev.tsv', judged],
      ['dev.jsonl', records],
    ] as const) {
      const { negatives, card, files } = await mined(name, text);
      expect(negatives, name).toEqual([TEXTS.c, TEXTS.d]);
      expect(card.parts[0]?.counts.rules.evaluation, name).toBe(1);
      expect(files.at(-1)).toMatchObject({ name, words: 'evaluation' });
    }
  });

  it('are told with their number, and so are its queries that are mined for', async () => {
    const { notes } = await mined(
      'dev.jsonl',
      jsonl({ query: 'Rain falls', positive: TEXTS.b, negatives: ['y'] }),
    );
    expect(notes).toEqual([
      '1 passage relevant for the evaluation, never negatives',
      '1 query of the evaluation among those mined for: training leaks the evaluation',
    ]);
  });

  it('that nothing names are an error', async () => {
    const judged = 'query-id\tcorpus-id\tscore\nq\tnowhere\t1\n';
    await expect(mined('dev.tsv', judged)).rejects.toThrow(/names no relevant document/);
    await expect(mined('dev.jsonl', jsonl({ query: 'x' }))).rejects.toThrow(/names no relevant document/);
  });
});

describe('near copies of positives', () => {
  const body = (i: number) =>
    `topic${i} report says that water level ${i} rose over night in the old harbour while boats lay still there`;
  const copied = () =>
    opened([
      file('corpus.jsonl', jsonl(...[0, 1, 2, 3, 4].map((i) => ({ _id: `d${i}`, text: body(i) })))),
      file(
        'pairs.jsonl',
        jsonl(
          ...[0, 1, 2].map((i) => ({ query: `topic${i} water level`, positive: `Harbour news. ${body(i)}` })),
        ),
      ),
    ]);
  const firsts = async (content: Blob) =>
    (await content.text())
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { neg: string[] }).neg[0]);

  it('with another title are found before mining, and are never the first negative of their own query', async () => {
    const { mine, input } = await copied();
    const { copies } = input;
    // Two words of twenty differ: each positive lacks its title in the corpus. Topics 3 and 4 differ in their number, too.
    expect(copies.examples[0]).toEqual({ positive: `Harbour news. ${body(0)}`, passage: body(0) });
    expect(copies.passages).toBeGreaterThanOrEqual(3);
    const left = request(MINING_PRESETS.paper.options);
    const made = await mine(left);
    expect(made.card.parts[0]?.counts.rules.near_copy).toBeGreaterThanOrEqual(3);
    const first = await firsts(made.content);
    expect([0, 1, 2].filter((i) => first[i] === body(i))).toEqual([]);
    expect(copiesNotes(copies, [left])[0]).toContain('They are left out as negatives of its query');
  });

  it('stay where a preset has them, as its miner does, and that is said', async () => {
    const { mine, input } = await copied();
    const kept = request({});
    const made = await mine(kept);
    expect(await firsts(made.content)).toEqual([0, 1, 2].map(body));
    expect(copiesNotes(input.copies, [kept])[0]).toContain('--exclude-copies 0.8 leaves them out');
    const pair = { positive: `${body(0)} here`, passage: `${body(0)} away` };
    expect(copiesNotes({ passages: 1, examples: [pair] }, [kept])[1]).toMatch(
      /^ {2}positive: ….{40}here\n.* ….{40}away$/,
    );
    expect(made.card.parts[0]?.counts.first_above_positives).toBe(3);
  });
});

it('another format of a mined source is what mining in it gives, and needs the corpus that it was mined from', async () => {
  const { mine, mining } = await opened();
  const tevatron = { ...request({}), form: 'tevatron' as const, withScores: false };
  await mine(request({}));
  const other = await mining.inForm('bm25', 'tevatron', false);
  const fresh = await opened();
  const direct = await fresh.mine(tevatron);
  expect(await other.content.text()).toBe(await direct.content.text());
  expect(other.card).toEqual(direct.card);
  const later = await opened();
  expect(() => later.mining.inForm('bm25', 'tevatron', false)).toThrow(
    'bm25 was not mined from the files that are read now. Choose its files, and make it again from its card.',
  );
});

it('an id with one query is one record, whether judgements or a record name its positives', async () => {
  const more = [{ query_id: 'q', query: 'rain falls', positive: TEXTS.b, negative: TEXTS.f }];
  const { input, mine } = await opened([...GIVEN, file('more.jsonl', jsonl(...more))]);
  expect(input.counts).toMatchObject({ records: 1, joined_rows: 1, queries_read: 2 });
  const { content } = await mine({ ...request({}), form: 'tevatron' });
  const passages = [{ docid: 'a' }, { docid: 'b' }];
  expect(JSON.parse(await content.text())).toMatchObject({ query_id: 'q', positive_passages: passages });
});
