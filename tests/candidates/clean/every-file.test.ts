/**
 * Every layout, fixture and shared file loses a middle negative and is read again: the same texts without that one. What
 * else must be left is found here without the code of the page: by JSON.parse, PapaParse and another reader of Parquet.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import type { DataType } from 'apache-arrow';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import type { CandidateRecord } from '../../../src/candidates/candidate-record';
import { fixtureBytes, fixtures, optionsFor } from '../fixtures';
import { layouts, type ExpectedRoles, type Layout } from '../formats/layouts';
import { jsonl, type Content } from '../support';
import { CleaningStore } from './cleaning-store';
import { parquet, readBack, types } from './parquet-support';
import { gzipped, ofIds, type Loading } from './support';

type Row = Readonly<Record<string, unknown>>;

/** The entries of a file: JSON values, or lists of cells. */
function entriesOf(name: string, bytes: Uint8Array): unknown[] {
  if (name.endsWith('.parquet')) return readBack(bytes).rows;
  const plain = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const text = new TextDecoder().decode(plain);
  if (/^\s*[[{]/.test(text)) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const values = lines.map(parsed);
    const [first] = values;
    const isList =
      Array.isArray(first) &&
      first.some((item) => typeof item === 'object' && item !== null && 'query' in item);
    if (!isList && values.every((value) => value !== undefined)) return values;
    const whole = parsed(text);
    return Array.isArray(whole) ? whole : listIn(whole as Row);
  }
  return Papa.parse<string[]>(text.trimEnd(), { delimiter: text.includes('\t') ? '\t' : ',' }).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll('-Infinity', '-1e999'));
  } catch {
    return undefined;
  }
}

/** The entries of an object around a list; one object is one entry. */
function listIn(whole: Row): unknown[] {
  const list = Object.values(whole).find((value) => Array.isArray(value) && typeof value[0] === 'object');
  return 'query' in whole || list === undefined ? [whole] : (list as unknown[]);
}

/** All single values of an entry. */
const leaves = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

/** As JSON; whole numbers beyond 2^53 too. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)) ?? 'null';

/** Values of `from` that `by` has not, each as often as it is missing. */
function missing(from: readonly unknown[], by: readonly unknown[]): string[] {
  const left = by.map(written);
  return from.map(written).filter((value) => {
    const at = left.indexOf(value);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** What is read of a record, without its place: that moves where lines go. */
type Again = Pick<CandidateRecord, 'label' | 'queryId' | 'query' | 'positive' | 'negatives' | 'scores'>;

interface Cut {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The records that must be read in what is left. */
  readonly left: readonly Again[];
  /** The entry that changed or went, before and after (null: gone). */
  readonly before: unknown;
  readonly after: unknown;
  readonly negative: string;
}

const readOf = ({ label, queryId, query, positive, negatives, scores }: CandidateRecord): Again => ({
  label,
  queryId,
  query,
  positive,
  negatives,
  scores,
});

/** A record without one of its negatives, and the score of it. */
function withoutAt(record: Again, position: number): Again {
  const { scores, negatives } = record;
  return {
    ...record,
    negatives: negatives.toSpliced(position, 1),
    scores: scores && { ...scores, negatives: scores.negatives.toSpliced(position, 1) },
  };
}

/** Fields of layouts, fixtures and shared files whose items belong to those of a list of passages. */
const BELONG = ['neg_scores', 'negative_embeddings', 'labels', 'scores'];

/** Expects that such a list has lost the items of the passages that went, by their places. */
function expectAligned(before: Row, after: Row): void {
  for (const [field, list] of Object.entries(before)) {
    const left = after[field];
    if (BELONG.includes(field) || !Array.isArray(list) || !Array.isArray(left) || left.length === list.length)
      continue;
    const stays = (_: unknown, at: number): boolean => missing([list[at]], left).length === 0;
    const beside = BELONG.filter(
      (name) => Array.isArray(before[name]) && (before[name] as unknown[]).length === list.length,
    );
    for (const name of beside) expect(after[name], name).toEqual((before[name] as unknown[]).filter(stays));
  }
}

/** Takes one negative out: a middle one where a record has three. Null where nothing would be left. */
async function cutOne(name: string, content: Content, loading: Loading = {}): Promise<Cut | null> {
  const file = await CleaningStore.load(name, content, loading);
  const records = file.records.map(readOf);
  const [first] = file.loaded.sources;
  // A record's scores are read where all of them are there.
  const compared = (all: readonly Again[]): Again[] =>
    records.every(({ scores }) => scores) ? [...all] : all.map((each) => ({ ...each, scores: undefined }));
  const own = records.filter(({ label }) => label === first?.label);
  const most = Math.max(...own.map(({ negatives }) => negatives.length));
  const record = own.findIndex(({ negatives }) => negatives.length === most);
  const position = most > 2 ? 1 : most - 1;
  const negative = own[record]?.negatives[position];
  if (negative === undefined || (most === 1 && records.length === 1)) return null;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const cleaned = await file.clean([[record, position]]);
  const written = new Uint8Array(await cleaned.content.arrayBuffer());
  const again = await CleaningStore.load(name, written, loading);
  const left = records
    .map((each, at) => (at === record ? withoutAt(each, position) : each))
    .filter(({ negatives }) => negatives.length > 0);
  const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  expect(compared(again.records.map(readOf)).toSorted(byText)).toEqual(compared(left).toSorted(byText));
  const [had, has] = [entriesOf(name, bytes), entriesOf(name, written)];
  const changed = missing(had, has).map((entry): unknown => JSON.parse(entry));
  const made = missing(has, had).map((entry): unknown => JSON.parse(entry));
  // Of a run the hits that were not read go too, and of rows of one query those without a negative.
  const ofRows = ['run', 'labeled-pairs'].includes(file.loaded.interpretation.format);
  if (!ofRows) expect(changed).toHaveLength(1);
  if (!ofRows) expect(made.length).toBe(1 - (had.length - has.length));
  const [before, after = null] = [changed[0], made[0]];
  if (after !== null) expectAligned(before as Row, after as Row);
  return { bytes: written, left, before, after, negative };
}

/** Companions in which every short value without blanks is an id. */
function companionsOf(name: string, content: string): Record<string, string> {
  const ids = entriesOf(name, new TextEncoder().encode(content))
    .flatMap(leaves)
    .map(String)
    .filter((id) => /^\S{1,12}$/.test(id));
  const all = [...new Set(ids)];
  return ofIds(all, all, { 4: 'd1' });
}

/** A layout with two records at least: a record of one negative goes with it. */
function doubled({ file, content, expected }: Layout): string {
  const [negative = ''] = (expected as ExpectedRoles).negatives ?? [];
  const lines = content.trimEnd().split('\n');
  if (lines.length > 1 || !file.endsWith('l') || negative === '') return content;
  return content + content.replaceAll(JSON.stringify(negative).slice(1, -1), `${negative}x`);
}

const isRead = ({ expected }: Layout): boolean =>
  typeof expected === 'object' && expected.query !== undefined;

describe('every layout', () => {
  let cuts = 0;

  it.each(layouts.filter(isRead))('$name', async (layout) => {
    const content = doubled(layout);
    const name = layout.file;
    const cut = await cutOne(name, content, { companions: companionsOf(name, content) });
    if (cut === null) return;
    cuts += 1;
    if (cut.after === null) return;
    const lost = missing(leaves(cut.before), leaves(cut.after)).map((value): unknown => JSON.parse(value));
    // What is lost is the negative, and what belongs to it: nothing of the query, the positive or other negatives.
    expect(lost.some((value) => cut.negative.replace(/^#/, '').includes(String(value)))).toBe(true);
    const kept = [...cut.left.flatMap(({ query, positive, negatives }) => [query, positive, ...negatives])];
    expect(kept.filter((text) => lost.includes(text) && text !== cut.negative)).toEqual([]);
    expect(missing(leaves(cut.after), leaves(cut.before)).filter((value) => value !== '""')).toEqual([]);
  });

  it('of which most lose a negative', () => {
    expect(cuts).toBeGreaterThan(60);
  });
});

/** Layouts and fixtures with a list of negatives, by that list's field. */
const LISTS: readonly { readonly name: string; readonly field: string; readonly ids?: boolean }[] = [
  { name: 'Cohere', field: 'hard_negatives' },
  { name: 'MTEB reranking', field: 'negative' },
  { name: 'ms-swift', field: 'negative_messages' },
  { name: 'ms-swift, older', field: 'rejected_response' },
  { name: 'GritLM', field: 'neg' },
  { name: 'NeMo AutoModel inline', field: 'neg_doc' },
  { name: 'NeMo AutoModel inline, objects', field: 'neg_doc' },
  { name: 'passages with titles', field: 'hard_negatives' },
  { name: 'passages under contents', field: 'negatives' },
  { name: 'ids beside the query', field: 'neg_ids', ids: true },
  { name: 'negatives as objects with an id and a score', field: 'negatives', ids: true },
  { name: 'negatives under two names', field: 'negatives' },
];

/** A passage with another text, or another id. */
function other(item: unknown, mark: string): unknown {
  return JSON.parse(
    JSON.stringify(item, (key, value: unknown) => {
      const isText = typeof value === 'string' && value.length > 1 && !['role', 'title'].includes(key);
      return isText && !/^(user|assistant)$/.test(value) ? value + mark : value;
    }),
  );
}

/** Records of three and four negatives with lists of all kinds beside them, some of which go along. */
function withLists(row: Row, field: string): Row[] {
  const [item] = row[field] as readonly unknown[];
  return [3, 4].map((count) => {
    const each = <Item>(make: (at: number) => Item): Item[] =>
      Array.from({ length: count }, (_, at) => make(at));
    const asked = ['query', 'question', 'messages', 'query_id'].find((name) => name in row) ?? '';
    return {
      ...row,
      [asked]: other(row[asked], `-${count}`),
      [field]: each((at) => other(item, `-${count}${at}`)),
      [`${field}_scores`]: each((at) => 0.5 + at),
      [`${field}_labels`]: each((at) => `label ${at}`),
      [`${field}_titles`]: each((at) => `title ${at}`),
      margins: each((at) => at / 8 + 0.0625),
      teacher: [9.5, ...each((at) => at + 0.25)],
      tags: ['x', 'y', 'z'],
    };
  });
}

/** What must be left of the first of these records without its second negative. */
function cutRow(row: Row, field: string): Row {
  const along = [field, `${field}_scores`, `${field}_labels`, `${field}_titles`, 'margins'];
  const cutAt = (name: string, value: unknown): unknown =>
    along.includes(name)
      ? (value as unknown[]).toSpliced(1, 1)
      : name === 'teacher'
        ? (value as unknown[]).toSpliced(2, 1)
        : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cutAt(name, value)]));
}

/** The type of some values of a Parquet column. */
function typeOf(values: readonly unknown[]): DataType {
  const filled = values.filter((value) => value !== null && value !== undefined);
  if (filled.some(Array.isArray)) return types.list(typeOf(filled.flat()));
  if (filled.every((value) => typeof value === 'number')) return types.double;
  if (filled.every((value) => typeof value === 'string')) return types.text;
  const names = [...new Set(filled.flatMap((value) => Object.keys(value as object)))];
  return types.struct(
    Object.fromEntries(names.map((name) => [name, typeOf(filled.map((value) => (value as Row)[name]))])),
  );
}

function parquetOf(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name] ?? null);
    return [name, [typeOf(values), values]] as const;
  });
  return parquet(Object.fromEntries(columns));
}

describe('lists beside the negatives of every layout', () => {
  it.each(LISTS)('$name', async ({ name, field, ids = false }) => {
    const { content = '' } = layouts.find((layout) => layout.name === name) ?? {};
    const [row = {}] = entriesOf('a.jsonl', new TextEncoder().encode(content)) as Row[];
    const rows = withLists(row, field);
    const text = jsonl(...rows);
    const companions = ids ? companionsOf('a.jsonl', text) : {};
    const first = rows[0] as Row;
    // Records of four negatives lose their second one.
    const expected = [first, cutRow(rows[1] as Row, field)];
    for (const [file, bytes] of [
      ['a.jsonl', text],
      ['a.jsonl.gz', gzipped(text)],
      ['a.json', JSON.stringify(rows, null, 1)],
      ['a.parquet', parquetOf(rows)],
    ] as const) {
      const cut = await cutOne(file, bytes, { companions });
      expect(entriesOf(file, cut?.bytes ?? new Uint8Array()), file).toEqual(
        file === 'a.parquet' ? readBack(parquetOf(expected)).rows : expected,
      );
    }
  });
});

describe.each(fixtures)('the fixture $name', (fixture) => {
  const companions = Object.fromEntries(
    fixture.companions.map(({ file }) => [file, new TextDecoder().decode(fixtureBytes(fixture, file))]),
  );

  it.each([...fixture.files])('$file', async (expected) => {
    const name = expected.file.split('/').at(-1) ?? '';
    const cut = await cutOne(name, fixtureBytes(fixture, expected.file), {
      ...optionsFor(expected),
      companions,
    });
    // Its records have one negative each.
    if (fixture.name !== 'contrastors') expect(cut).not.toBeNull();
  });
});

const ST6 = new URL('../../../../shared/data/st6/', import.meta.url);

describe.skipIf(!existsSync(ST6))('files that sentence-transformers 6 has mined', () => {
  const files = existsSync(ST6) ? readdirSync(ST6).filter((name) => /\.(jsonl|csv|parquet)$/.test(name)) : [];

  it.each(files.filter((name) => !/-list.*csv$|labeled-.*-scores/.test(name)))('%s', async (name) => {
    expect(await cutOne(name, new Uint8Array(readFileSync(new URL(name, ST6))))).not.toBeNull();
  });
});
