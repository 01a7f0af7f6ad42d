/** Error classes in one line. */

import { expect, it } from 'vitest';

import { named } from '../src/named-error';

class GoneError extends named('GoneError', (what: string, count: number) => `${count} ${what} are gone.`) {}
class PlainError extends named('PlainError') {}

it('an error has its name, its message, and is one of its class alone', () => {
  const [gone, plain] = [new GoneError('texts', 3), new PlainError('As given.')];
  expect([gone.name, gone.message]).toEqual(['GoneError', '3 texts are gone.']);
  expect([plain.name, plain.message]).toEqual(['PlainError', 'As given.']);
  expect([gone instanceof Error, gone instanceof GoneError, gone instanceof PlainError]).toEqual([
    true,
    true,
    false,
  ]);
});
