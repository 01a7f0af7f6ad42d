import { expect, it } from 'vitest';

import { terminalText } from '../../scripts/lib/terminal-text.mjs';
import { HOSTILE_TEXTS } from '../support/hostile';

it('leaves no sign that a terminal obeys, and every line end', () => {
  const shown = terminalText(HOSTILE_TEXTS.join('\n'));
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(shown).toContain('□[31mred□[0m□');
  expect(shown.split('\n')).toHaveLength(HOSTILE_TEXTS.join('\n').split('\n').length);
});
