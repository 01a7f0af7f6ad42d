import '../runes';

import { expect, it } from 'vitest';

import { defaultLoadOptions, type LoadOptions } from '../../../src/candidates/reading';
import { knownOf, ReadDraft, withSample } from '../../../src/session/files/read-draft.svelte';
import { expectWords } from '../../support/golden-words';
import { interpretation, refusedFile } from '../../support/results';

const OPTIONS = defaultLoadOptions('a.jsonl');
const FIELDS = ['id', 'q', 'good', 'bad_1', 'bad_2', 'miner'];

const tevatron = interpretation({
  format: 'tevatron',
  words: 'Tevatron JSONL',
  fields: ['query', 'positive_passages', 'negative_passages', 'subset'],
  label: { kind: 'file' },
  labels: [{ kind: 'file' }, { kind: 'column', column: 'subset' }],
});
const bySubset = { ...tevatron, label: { kind: 'column', column: 'subset' } as const };
const keyed = interpretation({
  format: 'msmarco-hard-negatives',
  fields: ['qid', 'pos', 'neg'],
  label: { kind: 'keys' },
  labels: [{ kind: 'keys' }, { kind: 'file' }],
});
const run = interpretation({ format: 'run', topK: 10 });
const unknown = knownOf({ status: 'refused', id: 1, refused: refusedFile('a.csv', { fields: FIELDS }) });
/** Read by a mapping of the user's. */
const byUser = interpretation({
  format: 'mapped',
  fields: FIELDS,
  roles: { ...interpretation().roles, by: 'user' },
});

type Known = ConstructorParameters<typeof ReadDraft>[1];

/** A draft after what the user did. */
function draft(known: Known, act: (made: ReadDraft) => void = () => undefined, options = OPTIONS): ReadDraft {
  const made = new ReadDraft(options, known);
  act(made);
  return made;
}

/** A mapping of the unknown fields, and what follows. */
const mapped = (act: (made: ReadDraft) => void = () => undefined) =>
  draft(unknown, (made) => {
    made.setRole('q', 'query');
    made.setRole('good', 'positive');
    made.setRole('bad_2', 'negative');
    made.setRole('bad_1', 'negative');
    act(made);
  });

const chosen: LoadOptions = { ...OPTIONS, label: bySubset.label, sample: { records: 50, seed: 42 } };
const mapping = mapped().options() as LoadOptions;
const ofPairs = mapped((made) => made.setRole('miner', 'label')).options() as LoadOptions;

const DRAFTS: Readonly<Record<string, ReadDraft>> = {
  'nothing is changed': draft(tevatron),
  'nothing is changed of what was chosen': draft(bySubset, undefined, chosen),
  'another format, whose labels it does not know': draft(keyed, (made) => (made.format = 'run'), {
    ...OPTIONS,
    label: { kind: 'file' },
  }),
  'a run': draft(run),
  'K of a run': draft(run, (made) => (made.topK = 25)),
  'half a K': draft(run, (made) => (made.topK = 2.5)),
  'a run in place of another format': draft(tevatron, (made) => (made.format = 'run')),
  'a sample': draft(tevatron, (made) => (made.sample = 5000)),
  'a sample taken back': draft(bySubset, (made) => (made.sample = null), chosen),
  'a sample of nothing': draft(tevatron, (made) => (made.sample = 0)),
  'a sample of a corpus': draft(tevatron, (made) => {
    made.sample = 10;
    made.format = 'corpus';
  }),
  'a refused file with fields': draft(unknown),
  'a refused file without fields': draft({ ...unknown, fields: [] }),
  'a mapping: negatives in the order of the file': mapped(),
  'a mapping with an id, and a label from a column that is left': mapped((made) => {
    made.setRole('id', 'id');
    made.label = 'column:miner';
  }),
  'a mapping with a negative less': mapped((made) => made.setRole('bad_1', 'none')),
  'a mapping with a label in place of negatives': mapped((made) => made.setRole('miner', 'label')),
  'negatives of different names': mapped((made) => made.setRole('miner', 'negative')),
  'negatives of different names, by the file': mapped((made) => {
    made.setRole('miner', 'negative');
    made.label = 'file';
  }),
  'a column for another thing': mapped((made) => made.setRole('bad_1', 'positive')),
  'the mapping again with which a file was read': draft(byUser, undefined, mapping),
  'the mapping dropped for a format': draft(byUser, (made) => (made.format = ''), mapping),
  'pairs with labels, and a sample': draft(
    { ...byUser, format: 'labeled-pairs' },
    (made) => (made.sample = 100),
    ofPairs,
  ),
  'a mapping that the reading did not take': draft({ ...tevatron, fields: FIELDS }, undefined, ofPairs),
};

it('asks for what read-draft.txt has after what the user did, and says what is missing', () =>
  expectWords('read-draft.txt', DRAFTS, (made) => {
    const { format, labels, hasTopK, givesRecords, otherColumns, problems } = made;
    const roles = made.format === 'mapped' ? FIELDS.map((field) => made.roleOf(field)).join() : '';
    return JSON.stringify({
      format,
      labels,
      hasTopK,
      givesRecords,
      roles,
      otherColumns,
      problems,
      options: made.options(),
    });
  }));

it('a sample that a refusal advises is seeded', () => {
  expect(withSample(OPTIONS, 70).sample).toEqual({ records: 70, seed: 42 });
});
