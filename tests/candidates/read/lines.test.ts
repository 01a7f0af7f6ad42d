import { expect, it } from 'vitest';

import { columnLines } from '../../../src/candidates/read/lines';
import type { Fault } from '../../../src/candidates/fault';

it('reads columns with blanks or tabs between them; blank lines are counted, other widths are faults', () => {
  const reader = columnLines(6);
  const bytes = new TextEncoder().encode('q1 Q0 d1 1 9.5 tag\n\nq1\tQ0  d2\t2 8 tag \nq1 Q0 d3\n');
  const entries = [...reader.push(bytes), ...reader.finish()];
  expect(reader.blankLines).toBe(1);
  expect(entries.map(({ place }) => place)).toEqual([1, 3, 4]);
  expect(entries[1]?.value).toEqual({ 1: 'q1', 2: 'Q0', 3: 'd2', 4: '2', 5: '8', 6: 'tag' });
  const fault = entries[2]?.value as Fault;
  expect([fault.code, fault.message]).toEqual([
    'broken-row',
    'The line has 3 columns, most lines have 6. Expected as many in every line. Correct or remove the line.',
  ]);
});
