import { expect, it } from 'vitest';

import { CandidatesError } from '../../src/candidates/errors';

it('a message with a list keeps its parts', () => {
  const error = new CandidatesError('UnknownFormatError', {
    file: 'a.jsonl',
    found: 'It has no query.',
    expected: ['one: {"a"}', 'two'],
    advice: 'Rename. Or not.',
  });
  expect(error.message).toBe(
    'a.jsonl: It has no query. Expected one of these:\n  one: {"a"}\n  two\nRename. Or not.',
  );
  expect(error.summary).toBe('a.jsonl: It has no query. Rename. Or not.');
  expect(error.list).toEqual({ title: 'Expected one of these:', lines: ['one: {"a"}', 'two'] });
});

it('the reasons of rejects are a list', () => {
  const reasons = [{ code: 'blank-query', count: 2, place: 7, message: 'Blank.' }] as const;
  const { summary, list } = new CandidatesError('NoUsablePairsError', {
    file: 'a.jsonl',
    placeKind: 'line',
    read: 2,
    reasons,
  });
  expect(summary).not.toContain('blank-query');
  expect(list).toEqual({ title: 'Reasons:', lines: ['blank-query: 2 (first at line 7: Blank.)'] });
});

it('a message without a list is its own summary', () => {
  const error = new CandidatesError('EmptyFileError', { file: 'a.jsonl', found: 'The file is empty' });
  expect([error.summary, error.list]).toEqual([error.message, null]);
});
