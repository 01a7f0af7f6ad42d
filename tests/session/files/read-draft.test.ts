import '../runes';

import { describe, expect, it } from 'vitest';

import { defaultLoadOptions, type LoadOptions } from '../../../src/candidates/reading';
import { knownOf, ReadDraft, withSample } from '../../../src/session/files/read-draft.svelte';
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

const keyed = interpretation({
  format: 'msmarco-hard-negatives',
  fields: ['qid', 'pos', 'neg'],
  label: { kind: 'keys' },
  labels: [{ kind: 'keys' }, { kind: 'file' }],
});

const unknown = knownOf({ status: 'refused', id: 1, refused: refusedFile('a.csv', { fields: FIELDS }) });

function mapped(options: LoadOptions = OPTIONS): ReadDraft {
  const draft = new ReadDraft(options, unknown);
  draft.setRole('q', 'query');
  draft.setRole('good', 'positive');
  draft.setRole('bad_2', 'negative');
  draft.setRole('bad_1', 'negative');
  return draft;
}

describe('ReadDraft', () => {
  it('asks for the same again where nothing is changed', () => {
    expect(new ReadDraft(OPTIONS, tevatron).options()).toEqual(OPTIONS);
    const chosen: LoadOptions = {
      ...OPTIONS,
      label: { kind: 'column', column: 'subset' },
      sample: { records: 50, seed: 42 },
    };
    const known = { ...tevatron, label: { kind: 'column', column: 'subset' } as const };
    expect(new ReadDraft(chosen, known).options()).toEqual(chosen);
  });

  it('leaves the label to another format, whose choices it does not know', () => {
    const draft = new ReadDraft({ ...OPTIONS, label: { kind: 'file' } }, keyed);
    draft.format = 'run';
    expect(draft.labels).toEqual([]);
    expect(draft.options()).toMatchObject({ format: 'run', label: null });
  });

  it('takes K of a run, and of nothing else', () => {
    const run = new ReadDraft(OPTIONS, interpretation({ format: 'run', topK: 10 }));
    expect(run.hasTopK).toBe(true);
    run.topK = 25;
    expect(run.options()?.topK).toBe(25);
    run.topK = 2.5;
    expect(run.problems).toEqual(['Negatives per query (K): a whole number from 1 up.']);
    expect(run.options()).toBeNull();
    const other = new ReadDraft(OPTIONS, tevatron);
    expect(other.hasTopK).toBe(false);
    other.format = 'run';
    expect(other.hasTopK).toBe(true);
  });

  it('takes a seeded sample, or all records', () => {
    const draft = new ReadDraft(OPTIONS, tevatron);
    draft.sample = 5000;
    expect(draft.options()?.sample).toEqual({ records: 5000, seed: 42 });
    draft.sample = 0;
    expect(draft.problems).toEqual(['Sample: a whole number from 1 up, or nothing for all records.']);
    draft.sample = null;
    expect(draft.options()?.sample).toBeNull();
    draft.sample = 10;
    draft.format = 'corpus';
    expect(draft.givesRecords).toBe(false);
    expect(draft.options()).toMatchObject({ format: 'corpus', sample: null });
    expect(withSample(OPTIONS, 70).sample).toEqual({ records: 70, seed: 42 });
  });

  it('starts from a mapping where the fields of a refused file are known', () => {
    const draft = new ReadDraft(OPTIONS, unknown);
    expect(draft.format).toBe('mapped');
    expect(draft.problems).toEqual([
      'Say which column is the query.',
      'Say which column is the positive.',
      'Say which columns are negatives, or which one is the label.',
    ]);
    expect(draft.options()).toBeNull();
    const nothing = new ReadDraft(OPTIONS, { ...unknown, fields: [] });
    expect(nothing.format).toBe('');
    expect(nothing.options()).toEqual(OPTIONS);
  });

  it('makes a mapping, its negatives in the order of the file, and labels from columns that are left', () => {
    const draft = mapped();
    expect(draft.options()).toEqual({
      ...OPTIONS,
      format: null,
      mapping: { query: 'q', positive: 'good', negatives: ['bad_1', 'bad_2'], queryId: null, label: null },
      label: { kind: 'file' },
    });
    expect(draft.labels).toEqual([{ kind: 'file' }]);
    draft.setRole('id', 'id');
    expect(draft.otherColumns).toEqual(['miner']);
    draft.label = 'column:miner';
    expect(draft.options()).toMatchObject({
      mapping: { queryId: 'id' },
      label: { kind: 'column', column: 'miner' },
    });
    draft.setRole('bad_1', 'none');
    expect(draft.options()?.mapping?.negatives).toEqual(['bad_2']);
    draft.label = '';
    draft.setRole('miner', 'label');
    expect(draft.options()?.mapping).toMatchObject({ positive: 'good', negatives: [], label: 'miner' });
  });

  it('offers the fields of negatives as labels where they have different names', () => {
    const draft = mapped();
    draft.setRole('miner', 'negative');
    expect(draft.labels).toEqual([{ kind: 'fields' }, { kind: 'file' }]);
    expect(draft.options()?.label).toEqual({ kind: 'fields' });
    draft.label = 'file';
    expect(draft.options()?.label).toEqual({ kind: 'file' });
  });

  it('has one thing for each column, and one column for each thing but negatives', () => {
    const draft = mapped();
    draft.setRole('bad_1', 'positive');
    expect(['good', 'bad_1', 'bad_2'].map((field) => draft.roleOf(field))).toEqual([
      'none',
      'positive',
      'negative',
    ]);
  });

  it('shows the mapping again with which a file was read, and drops it for a format', () => {
    const options = mapped().options() as LoadOptions;
    const taken = interpretation({ format: 'mapped', fields: FIELDS });
    const byUser = { ...taken, roles: { ...taken.roles, by: 'user' as const } };
    const again = new ReadDraft(options, byUser);
    expect(again.format).toBe('mapped');
    expect(again.options()).toEqual(options);
    again.format = '';
    expect(again.options()).toMatchObject({ format: null, mapping: null, label: null });

    const draft = mapped();
    draft.setRole('miner', 'label');
    const ofPairs = draft.options() as LoadOptions;
    const labeled = new ReadDraft(ofPairs, { ...byUser, format: 'labeled-pairs' });
    labeled.sample = 100;
    expect(labeled.options()).toEqual({ ...ofPairs, sample: { records: 100, seed: 42 } });
    const lacking = new ReadDraft(ofPairs, { ...tevatron, fields: FIELDS });
    expect([lacking.format, lacking.options()?.mapping]).toEqual(['', null]);
  });
});
