import { beforeAll, describe, expect, it } from 'vitest';

import { cellText } from '../../../src/pages/audit/sql/answer-words';
import { READY_QUESTIONS } from '../../../src/pages/audit/sql/ready-questions';
import { loadSource, openCandidates } from '../../candidates/support';
import { jsonl } from '../../support/jsonl';

describe('an answer in words', () => {
  it('shows cells as text, long ones in part, control characters as pictures', () => {
    expect([cellText(null), cellText(12n), cellText(true), cellText(0.25)]).toEqual([
      'null',
      '12',
      'true',
      '0.25',
    ]);
    expect(cellText('<b>\n\t&amp;')).toBe('<b>\n\t&amp;');
    expect(cellText('a\u0000\u001b\u007f\u0085\u202e👩‍👩‍👧 שלום')).toBe(
      'a⟨U+0000⟩⟨U+001B⟩⟨U+007F⟩⟨U+0085⟩⟨U+202E⟩👩‍👩‍👧 שלום',
    );
    const long = cellText('x'.repeat(1_048_576));
    expect(long).toBe(`${'x'.repeat(300)}… (1,048,576 characters)`);
  });
});

describe('a ready question', () => {
  const candidates = openCandidates();

  beforeAll(async () => {
    const content = jsonl({ query: 'q1', positive: 'p1', negatives: ['n1', 'n2'] });
    for (const name of ['a.jsonl', 'b.jsonl']) {
      await loadSource(candidates, name, content);
    }
  });

  it.each(READY_QUESTIONS.map(({ words, sql }) => [words, sql] as const))(
    '%s can be asked',
    async (_, sql) => {
      const answer = await candidates.query(sql(0.02), { limit: 10 });
      expect(answer.columns.length).toBeGreaterThan(1);
    },
  );
});
