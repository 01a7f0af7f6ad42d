import { expect, it } from 'vitest';

import { messageParts } from '../../../../src/pages/rank/files/refused-message';

it('parts a list from the sentence before it and the advice behind it', () => {
  const message =
    'a.jsonl: the record at line 1 has no query. Expected one of these shapes:\n  one: {"a"}\n  two\nRename. Or not.';
  expect(messageParts(message)).toEqual({
    text: 'a.jsonl: the record at line 1 has no query. Rename. Or not.',
    title: 'Expected one of these shapes:',
    list: ['one: {"a"}', 'two'],
  });
});

it('leaves a message without a list as it is', () => {
  expect(messageParts('a.jsonl: empty. Check it.')).toEqual({
    text: 'a.jsonl: empty. Check it.',
    title: '',
    list: [],
  });
});

it('takes a list with one sentence before it', () => {
  expect(messageParts('Reasons:\n  x')).toEqual({ text: '', title: 'Reasons:', list: ['x'] });
});
