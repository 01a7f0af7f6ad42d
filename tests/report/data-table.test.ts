import { expect, it } from 'vitest';

import { markdownLine } from '../../src/report/data-table';

it.each([
  ['# of pairs ranks first', '\\# of pairs ranks first'],
  ['## x', '\\## x'],
  ['1. a', '1\\. a'],
  ['- a', '\\- a'],
  ['-a 1.5 b', '-a 1.5 b'],
  ['2024-mined leads', '2024-mined leads'],
])('%j is a line of Markdown', (text, line) => {
  expect(markdownLine(text)).toBe(line);
});
