import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Fault, type JsonObject } from '../../../src/candidates/fault';
import type { Format } from '../../../src/candidates/formats/format';
import { labelColumns } from '../../../src/candidates/formats/plan';
import type { LabelChoice } from '../../../src/candidates/reading';
import { assemble, type Companions, type ExpectedRecord, type Placed } from './assemble';
import { formatOf, open } from './support';

interface Expected {
  readonly format: string;
  readonly companions: readonly { file: string; kind: string; words: string; entries: number }[];
  readonly files: readonly {
    readonly file: string;
    readonly words: string;
    readonly label: LabelChoice;
    readonly topK?: number;
    readonly removed: {
      readonly blank: number;
      readonly duplicate: number;
      readonly furtherPositives: number;
    };
    readonly scores?: { readonly negative: number; readonly missing: number };
    readonly records: readonly ExpectedRecord[];
  }[];
}

const folder = join(import.meta.dirname, '..', 'fixtures');
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(names)('the fixture %s', (name) => {
  const text = (file: string): string => readFileSync(join(folder, name, file), 'utf8');
  const expected = JSON.parse(text('expected.json')) as Expected;

  it('has companions that are recognised and hold what they should', () => {
    for (const { file, kind, words, entries } of expected.companions) {
      const opened = open(`${name}/${file}`, text(file));
      const format = formatOf(opened);
      expect(format).toMatchObject({ kind });
      expect(`${kind} ${opened.hint.container}`).toBe(words);
      expect(opened.entries.filter((entry) => !(format?.read(entry) instanceof Fault))).toHaveLength(entries);
    }
  });

  it.each(expected.files.map((each) => [`${each.file} by ${each.label.kind}`, each] as const))(
    'gives the expected records: %s',
    (_, { file, words, label, topK = 10, removed, scores, records }) => {
      const opened = open(`${name}/${file}`, text(file));
      const format = formatOf(opened) as Format;
      expect(format.id).toBe(expected.format);
      expect(`${format.name} ${opened.hint.container}`).toBe(words);
      if (label.kind === 'column') expect(labelColumns(opened.hint.samples, format)).toContain(label.column);
      if (label.kind === 'keys' || label.kind === 'fields') expect(format.apart).toBe(label.kind);
      const drafts = draftsOf(format, opened.entries, label);
      const isTable = opened.hint.container === 'CSV' || opened.hint.container === 'TSV';
      const joins = format.joins === 'same-positive' && !isTable ? 'none' : format.joins;
      const apart = label.kind === 'keys' || label.kind === 'fields';
      const found = assemble(drafts, joins, apart, topK, companionsOf(expected, name, text));
      expect(found.records).toEqual(records);
      expect(found.removed).toEqual(removed);
      if (scores !== undefined) {
        const count = (check: string): number => drafts.filter(({ draft }) => draft.scores === check).length;
        expect({ negative: count('negative'), missing: count('missing') }).toEqual(scores);
      }
    },
  );
});

function draftsOf(format: Format, entries: readonly JsonObject[], label: LabelChoice): Placed[] {
  return entries.map((entry, index) => {
    const draft = format.read(entry);
    if (draft instanceof Fault) throw new Error(`entry ${index + 1}: ${draft.message}`);
    const source = label.kind === 'column' ? String(entry[label.column]) : null;
    return { place: index + 1, source, draft };
  });
}

function companionsOf(expected: Expected, name: string, text: (file: string) => string): Companions {
  const found: Companions = { corpus: new Map(), queries: new Map(), qrels: new Map() };
  for (const { file } of expected.companions) {
    const opened = open(`${name}/${file}`, text(file));
    const format = formatOf(opened);
    for (const value of opened.entries) {
      const entry = format?.read(value);
      if (entry === undefined || entry instanceof Fault) throw new Error(`${file} cannot be read`);
      if ('text' in entry && format !== null && 'kind' in format && format.kind !== 'qrels') {
        found[format.kind].set(entry.id, entry.text);
      } else if ('relevance' in entry && entry.relevance > 0) {
        found.qrels.set(entry.queryId, [...(found.qrels.get(entry.queryId) ?? []), entry.documentId]);
      }
    }
  }
  return found;
}
