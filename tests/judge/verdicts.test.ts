import { describe, expect, it } from 'vitest';

import { promptOf, sampleLine } from '../../src/judge/requests';
import { MOST_JUDGED } from '../../src/judge/sample';
import { agreements, readVerdicts, VERDICTS, type Verdict } from '../../src/judge/verdicts';
import { expectWords } from '../support/golden-words';

const SAMPLE = { seed: 7, size: 3, keys: ['a1', 'b2', 'c3', 'd4'] };
const line = (key: string, verdict: unknown, judge: unknown = 'me') =>
  JSON.stringify({ key, verdict, judge });

/** What many full stops make of an answer: nothing. */
const dots = `*".'`.repeat(100_000);

const openai = {
  custom_id: 'a1',
  response: { body: { model: 'large', choices: [{ message: { content: ' "Does not answer."\n' } }] } },
};
const anthropic = {
  custom_id: 'b2',
  result: {
    type: 'succeeded',
    message: { model: 'other', content: [{ type: 'text', text: 'answers' }] },
  },
};
const failed = { custom_id: 'c3', result: { type: 'errored' } };

/** Lines of a file of verdicts, and the keys of the order where they are others. */
const FILES: Readonly<Record<string, readonly [lines: readonly string[], keys?: readonly string[]]>> = {
  'by key': [
    [
      `\ufeff${line('b2', 'answers')}\r`,
      '',
      line('a1', 'does not answer'),
      line('b2', 'cannot tell', 'you'),
      '',
    ],
  ],
  'of another pair': [[line('c3', 'answers'), line('ffff', 'answers')]],
  'behind the sample': [[line('c3', 'answers'), line('d4', 'answers')]],
  'cut off': [[line('c3', 'answers'), '{"key":"a1","verdict":"answ']],
  'cut off in its key': [[line('c3', 'answers'), '{"key":"a']],
  'no object': [[line('c3', 'answers'), '["a1","answers"]']],
  'without a key': [[line('c3', 'answers'), line('', 'answers')]],
  'with another word': [[line('c3', 'answers'), line('a1', 'yes')]],
  'with a number': [[line('c3', 'answers'), line('a1', 1)]],
  'without a verdict': [[line('c3', 'answers'), '{"key":"a1","judge":"me"}']],
  'without a judge': [[line('c3', 'answers'), line('a1', 'answers', ' ')]],
  'every pair of this run is in the order': [
    [line('ffff', 'answers')],
    Array.from({ length: MOST_JUDGED }, (_, i) => `k${i}`),
  ],
  'after a model’s thinking': [[line('a1', 'Is it?\n\nanswers, I think.\n</think>\n\ndoes not answer')]],
  'judged twice': [[line('a1', 'answers'), line('b2', 'answers'), line('a1', 'answers')]],
  'the answers of a batch': [[openai, anthropic, failed].map((each) => JSON.stringify(each))],
};

it('a file of verdicts is read, and lines refused with number and key, as verdicts.txt has it', () =>
  expectWords('verdicts.txt', FILES, ([lines, keys = SAMPLE.keys]) => {
    const { verdicts, refused } = readVerdicts(lines.join('\n'), { ...SAMPLE, keys });
    return { said: [...verdicts].map(([judge, own]) => [judge, ...own]), refused };
  }));

it('an answer is read among quotes and full stops, however many there are', () => {
  const text = [line('a1', `*"'"Answers${dots}`), line('b2', `answers${dots}x`), line('c3', dots)].join('\n');
  const { verdicts, refused } = readVerdicts(text, SAMPLE);
  expect(verdicts.get('me')).toEqual(new Map([['a1', 'answers']]));
  expect(refused.map(({ key }) => key)).toEqual(['b2', 'c3']);
});

describe('several judges', () => {
  const book = (said: Record<string, Verdict[]>) =>
    new Map(
      Object.entries(said).map(([judge, own]) => [
        judge,
        new Map(own.map((verdict, i) => [`k${i}`, verdict] as const)),
      ]),
    );
  const [yes, no] = VERDICTS;

  it('agree in a share of the pairs that both judged: one of them with each other one', () => {
    const said = book({ a: [yes, no], b: [yes, yes, no], c: [no] });
    expect(agreements(said, 'a')).toEqual([
      { judges: ['a', 'b'], pairs: 2, same: 0.5 },
      { judges: ['a', 'c'], pairs: 1, same: 0 },
    ]);
    expect(agreements(said, 'nobody')).toEqual([]);
  });
});

describe('a line of the sample', () => {
  const pair = { key: 'a1', query: 'Q?', positive: 'P.', negative: 'N.', sources: ['bm25', 'dense'] };

  it('has the texts, the sources and the prompt', () => {
    expect(JSON.parse(sampleLine(pair, 'plain', ''))).toEqual({ ...pair, prompt: promptOf(pair) });
    expect(promptOf(pair)).toContain('answers / does not answer / cannot tell');
  });

  it('is a request of a batch', () => {
    // Models that think refuse a temperature and a number of tokens.
    expect(JSON.parse(sampleLine(pair, 'openai', 'large'))).toEqual({
      custom_id: 'a1',
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'large', messages: [{ role: 'user', content: promptOf(pair) }] },
    });
    expect(JSON.parse(sampleLine(pair, 'anthropic', 'other'))).toMatchObject({
      custom_id: 'a1',
      params: { model: 'other', max_tokens: 8192 },
    });
  });
});
