import { describe, expect, it } from 'vitest';

import { promptOf, sampleLine } from '../../src/judge/requests';
import { MOST_JUDGED } from '../../src/judge/sample';
import { agreements, readVerdicts, VERDICTS, type Verdict } from '../../src/judge/verdicts';

const SAMPLE = { seed: 7, size: 3, keys: ['a1', 'b2', 'c3', 'd4'] };
const line = (key: string, verdict: unknown, judge: unknown = 'me') =>
  JSON.stringify({ key, verdict, judge });

describe('a file of verdicts', () => {
  it('is read by key', () => {
    const text = `\ufeff${line('b2', 'answers')}\r\n\n${line('a1', 'does not answer')}\n${line('b2', 'cannot tell', 'you')}\n`;
    const { verdicts, refused } = readVerdicts(text, SAMPLE);
    expect(refused).toEqual([]);
    expect(verdicts.get('me')).toEqual(
      new Map([
        ['b2', 'answers'],
        ['a1', 'does not answer'],
      ]),
    );
    expect(verdicts.get('you')).toEqual(new Map([['b2', 'cannot tell']]));
  });

  it.each([
    ['of another pair', line('ffff', 'answers'), 'ffff', /No pair of this run has this key/],
    [
      'behind the sample',
      line('d4', 'answers'),
      'd4',
      /Seed 7 draws this pair as number 4, and the sample has 3\. .* another seed/,
    ],
    ['cut off', '{"key":"a1","verdict":"answ', 'a1', /cut off/],
    ['cut off in its key', '{"key":"a', null, /cut off/],
    ['no object', '["a1","answers"]', null, /Expected a JSON object/],
    ['without a key', line('', 'answers'), null, /Expected "key"/],
    ['with another word', line('a1', 'yes'), 'a1', /The verdict is "yes"/],
    ['with a number', line('a1', 1), 'a1', /The verdict is 1/],
    ['without a verdict', '{"key":"a1","judge":"me"}', 'a1', /The verdict is missing/],
    ['without a judge', line('a1', 'answers', ' '), 'a1', /Expected "judge"/],
  ])('has a line %s refused with its number and key', (_, wrong, key, reason) => {
    const { verdicts, refused } = readVerdicts(`${line('c3', 'answers')}\n${wrong}`, SAMPLE);
    expect(refused).toEqual([{ line: 2, key, reason: expect.stringMatching(reason) as string }]);
    expect([...verdicts.values()].flatMap((own) => [...own.keys()])).toEqual(['c3']);
  });

  it('reads an answer among quotes and full stops, however many there are', () => {
    const dots = `*".'`.repeat(100_000);
    const text = [line('a1', `*"'"Answers${dots}`), line('b2', `answers${dots}x`), line('c3', dots)].join(
      '\n',
    );
    const { verdicts, refused } = readVerdicts(text, SAMPLE);
    expect(verdicts.get('me')).toEqual(new Map([['a1', 'answers']]));
    expect(refused.map(({ key }) => key)).toEqual(['b2', 'c3']);
  });

  it('says that a pair is of another run where every pair of this one is in the order', () => {
    const reason = (keys: readonly string[]) =>
      readVerdicts(line('ffff', 'answers'), { ...SAMPLE, keys }).refused[0]?.reason;
    expect(reason(SAMPLE.keys)).toBe(
      'No pair of this run has this key. Load the files that the sample was drawn from.',
    );
    expect(reason(Array.from({ length: MOST_JUDGED }, (_, i) => `k${i}`))).toBe(
      'None of the first 5000 pairs drawn with seed 7 has this key. Its sample was larger, had another seed, or came from other files.',
    );
  });

  it('takes the verdict after a model’s thinking', () => {
    const thought = 'Is it?\n\nanswers, I think.\n</think>\n\ndoes not answer';
    expect(readVerdicts(line('a1', thought), SAMPLE)).toMatchObject({ refused: [] });
    expect(readVerdicts(line('a1', thought), SAMPLE).verdicts.get('me')?.get('a1')).toBe('does not answer');
  });

  it('counts no verdict of a judge who judged a pair twice', () => {
    const text = [line('a1', 'answers'), line('b2', 'answers'), line('a1', 'answers')].join('\n');
    const { verdicts, refused } = readVerdicts(text, SAMPLE);
    expect(refused.map(({ line: number, key }) => [number, key])).toEqual([
      [1, 'a1'],
      [3, 'a1'],
    ]);
    expect(verdicts.get('me')).toEqual(new Map([['b2', 'answers']]));
  });

  it('may be the answers of a batch', () => {
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
    const text = [openai, anthropic, failed].map((each) => JSON.stringify(each)).join('\n');
    const { verdicts, refused } = readVerdicts(text, SAMPLE);
    expect(verdicts.get('large')).toEqual(new Map([['a1', 'does not answer']]));
    expect(verdicts.get('other')).toEqual(new Map([['b2', 'answers']]));
    expect(refused).toMatchObject([{ line: 3, key: 'c3' }]);
  });
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
