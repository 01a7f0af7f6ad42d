import { expect, it } from 'vitest';

import { terminalJson, terminalText } from '../../src/cli/terminal';
import { HOSTILE_TEXTS } from '../support/hostile';

// eslint-disable-next-line no-control-regex -- these are what is looked for
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

it('leaves no sign that a terminal obeys, and every line end', () => {
  const shown = terminalText(HOSTILE_TEXTS.join('\n'));
  expect(shown).not.toMatch(OBEYED);
  expect(shown).toContain('□[31mred□[0m□');
  expect(shown.split('\n')).toHaveLength(HOSTILE_TEXTS.join('\n').split('\n').length);
});

it('writes JSON of the same value without such a sign', () => {
  const texts = [...HOSTILE_TEXTS, '\u007f \u0085 \u009b31m \u009d \u2028 \u202e \u2066'];
  expect(terminalJson(texts)).not.toMatch(OBEYED);
  expect(JSON.parse(terminalJson(texts))).toEqual(texts);
});
