import { expect, it } from 'vitest';

import { CommandError, errorInWords } from '../../src/cli/terminal';

const called = (name: string, more: object = {}) => Object.assign(new Error('why'), { name }, more);

it('gives our sentences and those of the system', () => {
  expect(errorInWords(new CommandError('why'), 'Nothing.')).toBe('why');
  expect(errorInWords(called('MiningInputError'), 'Nothing.')).toBe('Nothing.\nwhy');
  expect(errorInWords(called('Error', { code: 'ENOENT' }), 'Nothing.')).toBe('Nothing.\nwhy');
});

it('leaves faults to be printed whole, those of WebAssembly too', () => {
  const faults = ['Error', 'TypeError', 'RuntimeError', 'CompileError', 'LinkError'].map((name) =>
    called(name),
  );
  for (const fault of [...faults, new DOMException('why', 'DataCloneError'), 'why'])
    expect(errorInWords(fault, 'Nothing.')).toBeNull();
});
