/**
 * Every layout, fixture and shared file loses a middle negative and is read again: the same texts without that one. What
 * else must be left is found here without the code of the page: by JSON.parse, PapaParse, Arrow's own reader and another reader of Parquet.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { fixtureBytes, fixtures, optionsFor } from '../fixtures';
import { layouts, type ExpectedRoles, type Layout } from '../formats/layouts';
import { bytesOf, type Content } from '../support';
import { readBack } from './parquet-support';
import {
  byTexts,
  cleanedAgain,
  ofIds,
  pairs,
  recordsOf,
  roundTrip,
  stored,
  withStore,
  type Again,
  type Loading,
  type RoundTrip,
} from './support';

withStore();

type Row = Readonly<Record<string, unknown>>;

/** The entries of a file: JSON values, or lists of cells. */
function entriesOf(name: string, bytes: Uint8Array): unknown[] {
  if (name.endsWith('.parquet')) return readBack(bytes).rows;
  // What is cleaned of it is JSON Lines.
  if (name.endsWith('.arrow') && bytes[0] === 0xff)
    return JSON.parse(JSON.stringify(tableFromIPC(bytes).toArray(), asNumber)) as unknown[];
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

function asNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
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

/** All single values of an entry, also those of lists that stand as a text. */
const leaves = (value: unknown): unknown[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  if (typeof value !== 'string') return [value];
  if (/^\w*\d(,\w*\d)+$/.test(value)) return value.split(',');
  if (!/^\[['"]/.test(value)) return [value];
  return Array.from(value.matchAll(/'([^']*)'|"([^"]*)"/g), ([, single, double]) => single ?? double);
};

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

interface Cut {
  /** The records that must be read in what is left. */
  readonly left: readonly Again[];
  /** The entry that changed or went, before and after (null: gone). */
  readonly before: unknown;
  readonly after: unknown;
  readonly negative: string;
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

const plain = (name: string, bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(name.endsWith('.gz') ? gunzipSync(bytes) : bytes);

/** What is left of two lists without what both begin and end with. */
function different<Item>(one: readonly Item[], other: readonly Item[]): [Item[], Item[]] {
  const limit = Math.min(one.length, other.length);
  let start = 0;
  while (start < limit && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < limit - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

/** Of megabytes `toEqual` takes a minute. */
function expectUntouched(bytes: Uint8Array, { bytes: cleaned }: RoundTrip): void {
  expect(Buffer.compare(cleaned, bytes)).toBe(0);
}

/** Expects that a file lost characters, of one line only where entries are lines, and gained none. */
function expectOneCut(name: string, before: string, after: string): void {
  const [lines, cutLines] = different(before.split('\n'), after.split('\n'));
  if (/\.(jsonl|csv|tsv)(\.gz)?$/.test(name)) expect([lines.length, cutLines.length <= 1]).toEqual([1, true]);
  const [lost, instead] = different([...before], [...after]);
  let at = 0;
  for (const character of instead) at = lost.indexOf(character, at) + 1 || NaN;
  expect(at, `${lost.join('')} became ${instead.join('')}`).not.toBeNaN();
}

/** Takes one negative out: a middle one where a record has three. Null where nothing would be left. */
async function cutOne(name: string, content: Content, loading: Loading = {}): Promise<Cut | null> {
  const file = await stored(name, content, loading);
  const records = await recordsOf(file.loaded);
  const own = records[0] ?? [];
  const most = Math.max(...own.map(({ negatives }) => negatives.length));
  const record = own.findIndex(({ negatives }) => negatives.length === most);
  const position = most > 2 ? 1 : most - 1;
  const negative = own[record]?.negatives[position];
  if (negative === undefined || (most === 1 && records.flat().length === 1)) return null;
  const cleaning = cleanedAgain(file, [[record, position]], loading);
  if (file.store.file(file.id).plan.open.isHeld === true) {
    await expect(cleaning).rejects.toThrow('is one JSON object cannot be copied in part');
    return null;
  }
  const { bytes, again, left } = await cleaning;
  expect(byTexts(again)).toEqual(byTexts(left));
  const [had, has] = [entriesOf(name, bytesOf(content)), entriesOf(name, bytes)];
  const changed = missing(had, has).map((entry): unknown => JSON.parse(entry));
  const made = missing(has, had).map((entry): unknown => JSON.parse(entry));
  // Of a run the hits that were not read go too, and of rows of one query those without a negative.
  const ofRows = ['run', 'labeled-pairs'].includes(file.loaded.interpretation.format);
  if (!ofRows) expect(changed).toHaveLength(1);
  if (!ofRows && !/\.(parquet|arrow)$/.test(name))
    expectOneCut(name, plain(name, bytesOf(content)), plain(name, bytes));
  if (!ofRows) expect(made.length).toBe(1 - (had.length - has.length));
  const [before, after = null] = [changed[0], made[0]];
  if (after !== null) expectAligned(before as Row, after as Row);
  return { left, before, after, negative };
}

/** Companions in which every short value without blanks is an id. */
function companionsOf(name: string, content: string): Record<string, string> {
  const ids = entriesOf(name, new TextEncoder().encode(content))
    .flatMap(leaves)
    .map(String)
    .filter((id) => /^\S{1,12}$/.test(id));
  const all = [...new Set([...ids, 'd1', 'd9'])];
  return ofIds(all, all, { 4: 'd1', 100: 'd1', q1: 'd9' });
}

/** A layout with two records at least: a record of one negative goes with it. */
function doubled({ file, content, expected }: Layout): string {
  const negatives = ((expected as ExpectedRoles).negatives ?? []).filter(Boolean);
  const [negative = ''] = negatives;
  const lines = content.trimEnd().split('\n');
  if (lines.length > 1 || !file.endsWith('l') || negative === '') return content;
  const others = negatives.map(
    (text) => [JSON.stringify(text).slice(1, -1), `${text}${/^\d+$/.test(text) ? 1 : 'x'}`] as const,
  );
  return content + others.reduce((text, [from, to]) => text.replaceAll(from, to), content);
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

describe.each(fixtures)('the fixture $name', (fixture) => {
  const companions = Object.fromEntries(
    fixture.companions.map(({ file }) => [file, new TextDecoder().decode(fixtureBytes(fixture, file))]),
  );

  it.each([...fixture.files])('$file', async (expected) => {
    const name = expected.file.split('/').at(-1) ?? '';
    const bytes = fixtureBytes(fixture, expected.file);
    const loading = { ...optionsFor(expected), companions };
    const cut = await cutOne(name, bytes, loading);
    // Its records have one negative each.
    if (fixture.name !== 'contrastors') expect(cut).not.toBeNull();
    // A run without a removed pair keeps only the hits that were read.
    if (fixture.format !== 'run') expectUntouched(bytes, await roundTrip(name, bytes, [], loading));
  });
});

const ST6 = new URL('../../../../shared/data/st6/', import.meta.url);

describe.skipIf(!existsSync(ST6))('files that sentence-transformers 6 has mined', () => {
  const all = existsSync(ST6) ? readdirSync(ST6, { recursive: true }).map(String) : [];
  const files = all.filter((name) => /\.(jsonl|csv|parquet|arrow)$/.test(name));

  it.each(files.filter((name) => !/-list.*csv$|labeled-pair-scores/.test(name)))('%s', async (name) => {
    expect(await cutOne(name, new Uint8Array(readFileSync(new URL(name, ST6))))).not.toBeNull();
  });
});

const FORMATS = new URL('../../../../shared/data/formats/', import.meta.url);

describe.skipIf(!existsSync(FORMATS))('shared files of other shapes', () => {
  it.each([
    ...['dpr_bm25.json', 'nq.jsonl', 'nli.jsonl', 'msmarco.jsonl', 'triplets_bm25.csv'].map((name) => ({
      name,
    })),
    { name: 'triplets_dense.tsv', byOrder: true },
  ])(
    '$name, also packed',
    async ({ name, ...loading }) => {
      const content = new Uint8Array(readFileSync(new URL(name, FORMATS)));
      const { again, left } = await roundTrip(name, content, pairs('0:0'), loading);
      expect(byTexts(again)).toEqual(byTexts(left));
      expectUntouched(content, await roundTrip(name, content, [], loading));
      const packed = await roundTrip(`${name}.gz`, Uint8Array.from(gzipSync(content)), [], loading);
      expect(packed.text).toBe(new TextDecoder().decode(content));
    },
    480_000,
  );
});
