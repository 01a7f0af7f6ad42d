import { describe, expect, it } from 'vitest';

import { Ref, type Text } from '../../src/candidates/formats/format';
import { planFile } from '../../src/candidates/formats/plan';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { FORM_IDS, writeForm, type FormId, type WrittenRecord } from '../../src/mining/forms';
import { atOnce } from '../../src/scoring/sliced';
import { expectWords } from '../support/golden-words';

const passage = (id: string, text: string, score: number | null = null) => ({ id, text, score });

const RECORDS: readonly WrittenRecord[] = [
  {
    queryId: 'q1',
    query: 'What is asked first?',
    positives: [passage('d1', 'The answer to it.', 0.9), passage('d2', 'Another answer to it.', 0.8)],
    negatives: [passage('d3', 'No answer at all.', 0.7), passage('d4', 'Something else again.', 0.25)],
  },
  {
    queryId: 'q2',
    query: 'What is asked second?',
    positives: [passage('d4', 'Something else again.', 0.5)],
    negatives: [passage('d1', 'The answer to it.', 0.4)],
  },
  {
    queryId: 'q3',
    query: 'What has no negative?',
    positives: [passage('d3', 'No answer at all.', 0.5)],
    negatives: [],
  },
];

function write(form: FormId, withScores: boolean, records = RECORDS) {
  const scored = (passages: WrittenRecord['positives']) =>
    passages.map(({ score, ...each }) => ({ ...each, score: withScores ? score : null }));
  const given = records.map((record) => ({
    ...record,
    positives: scored(record.positives),
    negatives: scored(record.negatives),
  }));
  const { pieces, ...counts } = atOnce(writeForm(given.length, (at) => given[at] as WrittenRecord, form, 2));
  return { text: pieces.join(''), ...counts };
}

/** Longer than as many negatives as an n-tuple has columns for. */
const LONG: readonly WrittenRecord[] = RECORDS.slice(0, 1).map((record) => ({
  ...record,
  negatives: [...record.negatives, passage('d5', 'A third one.')],
}));

it('writes each form as forms.txt has it, with and without scores, and counts what has no negative', () => {
  const said = ({ text, ...counts }: ReturnType<typeof write>) => `${JSON.stringify(counts)}\n${text}`;
  const forms = FORM_IDS.flatMap((form) =>
    [true, false].map((scored) => [`${form}, scores: ${scored}`, write(form, scored)] as const),
  );
  const cases = Object.fromEntries([
    ...forms,
    ['n-tuple of a longer record', write('n-tuple', false, LONG)],
    ['triplets of nothing', write('triplet', true, [])],
  ]);
  return expectWords('forms.txt', cases, said);
});

describe.each(FORM_IDS)('a file of form %s', (form) => {
  // Scores in place of labels say of no text that it is a positive: such files are for training, and are asked about.
  const scored = form === 'labeled-pair' || form === 'labeled-list' ? [false] : [false, true];
  it.each(scored)('is read again by its own fields (scores: %s)', async (withScores) => {
    const { text } = write(form, withScores);
    const file = new File([text], 'mined.jsonl');
    const plan = await planFile(file, defaultLoadOptions(file.name), new AbortController().signal);
    if (!('format' in plan)) throw new Error(`not read: ${JSON.stringify(plan)}`);
    const [draft] = plan.drafts;
    const name = (found: Text | null | undefined) => (found instanceof Ref ? found.id : found);
    expect(name(draft?.query)).toBe('What is asked first?');
    if (form === 'labeled-pair') return;
    expect(name(draft?.positives[0])).toBe('The answer to it.');
    expect(name(draft?.lists[0]?.texts[0])).toBe('No answer at all.');
  });
});
