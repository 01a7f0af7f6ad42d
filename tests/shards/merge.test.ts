/** Shards of the golden sources, merged: the figures of the whole; and parts that do not fit, refused. */

import { beforeAll, describe, expect, it } from 'vitest';

import type { TextRecord } from '../support/candidates';
import { differences } from '../support/compare';
import { goldenSource } from '../support/experiments';
import { goldenIsHere } from '../support/golden';
import { schemaFaults } from '../support/report-schema';
import type { RunResult } from '../../src/engine/result';
import { missingInWords, sumsPart } from '../../src/shards/merge';
import { readPart, type SumsHead } from '../../src/shards/part';
import {
  cut,
  MemoryFiles,
  mergedOf,
  ofReport,
  ofRun,
  partsOf,
  reportOf,
  SETTINGS,
  wholeRun,
  written,
} from './cut';

const NAMES = ['bm25', 'dense', 'llm', 'noise'];
const REFERENCE = ['bm25', 'dense', 'llm'];
const EXACT = { absolute: 1e-12, relative: 1e-12 };

describe.runIf(goldenIsHere)('the golden sources in shards', () => {
  const sources = goldenIsHere ? NAMES.map(goldenSource) : [];
  let whole: RunResult;
  let files: MemoryFiles;
  let parts: string[];

  beforeAll(async () => {
    whole = await wholeRun(sources);
    files = new MemoryFiles();
    const shards = sources.map((source) => cut(source, 3));
    const lists = [0, 1, 2].map((i) => shards.map((own) => own[i] ?? []).flat());
    parts = await partsOf(lists, files, { ...SETTINGS, reference: REFERENCE });
  });

  it('have the figures, intervals and flags of the whole, in any order of the parts', async () => {
    const [first, second, third] = parts as [string, string, string];
    const report = await reportOf([first, second, third], files);
    expect(differences(ofReport(report, whole), ofRun(whole), EXACT)).toEqual([]);
    const turned = await reportOf([third, first, second], files);
    expect(turned).toEqual(report);
    expect(schemaFaults(report)).toEqual([]);
  });

  it('have the figures of the whole for the first negatives of each record too', async () => {
    const first = await wholeRun(sources, { negatives: 2 });
    const own = new MemoryFiles();
    const shards = sources.map((source) => cut(source, 2));
    const lists = [0, 1].map((i) => shards.map((each) => each[i] ?? []).flat());
    const paths = await partsOf(lists, own, { ...SETTINGS, reference: REFERENCE, negatives: 2 });
    const report = await reportOf(paths, own);
    expect(differences(ofReport(report, first), ofRun(first), EXACT)).toEqual([]);
    expect(report.settings.negatives).toBe(2);
    expect(Object.values(report.sources).map(({ median_k }) => median_k)).toEqual([2, 2, 2, 2]);
    expect(report.sources['bm25']?.negatives).toBeLessThan(whole.sources[0]?.figures.negatives ?? 0);
    // Parts of the first negatives and of all are not added up.
    own.files.set('cut.json', await own.readBytes('part-0.json'));
    await partsOf([lists[1] ?? []], own, { ...SETTINGS, reference: REFERENCE });
    await expect(reportOf(['cut.json', 'part-0.json'], own)).rejects.toThrow(/the setting negatives null/);
  });

  it('have the units of the whole where queries share a positive, also over shards', async () => {
    const shared = sources.map(({ records, ...source }) => ({
      ...source,
      records: records.map((record, i) => {
        const { positive, rows } = records[i % Math.ceil(records.length / 2)] as TextRecord;
        return { ...record, positive, rows: { ...record.rows, positive: rows?.positive } } as TextRecord;
      }),
    }));
    const one = await wholeRun(shared);
    const own = new MemoryFiles();
    const shards = shared.map((source) => cut(source, 3));
    const lists = [0, 1, 2].map((i) => shards.map((each) => each[i] ?? []).flat());
    const report = await reportOf(await partsOf(lists, own, { ...SETTINGS, reference: REFERENCE }), own);
    expect(differences(ofReport(report, one), ofRun(one), EXACT)).toEqual([]);
    expect(report.certainty.units).toEqual(one.certainty.units);
    expect(report.certainty.units.kind).toBe('positive');
    expect(report.certainty.units.count).toBeLessThan(one.certainty.queries_used);
    const queries = await partsOf(lists, own, { ...SETTINGS, reference: REFERENCE, group: 'query' });
    expect((await reportOf(queries, own)).certainty.units.kind).toBe('query');
  });

  it('may be merged in groups', async () => {
    const [first, second, third] = parts as [string, string, string];
    const group = await written('group.json', sumsPart(await mergedOf([third, first], files)), files);
    const report = await reportOf([second, group], files);
    expect(differences(ofReport(report, whole), ofRun(whole), EXACT)).toEqual([]);
  });

  it('name a shard that is missing', async () => {
    const merged = await mergedOf(parts.slice(1), files);
    expect(missingInWords(merged)).toEqual(NAMES.map((name) => `${name}.part1.jsonl of ${name}`));
    expect(missingInWords(await mergedOf(parts, files))).toEqual([]);
  });

  describe('refuse', () => {
    const text = async (path: string) => files.readText(path);
    const put = async (path: string, content: string) => {
      files.files.set(path, new Uint8Array(await new Blob([content]).arrayBuffer()));
      return path;
    };
    const changed = async (path: string, change: (head: Record<string, unknown>) => object) =>
      put('changed.json', JSON.stringify(change(JSON.parse(await text(path)) as Record<string, unknown>)));
    const merge = (...paths: string[]) => reportOf(paths, files);

    it('the same shard twice', async () => {
      const [first, second] = parts as [string, string];
      await expect(merge(first, second, first)).rejects.toThrow(
        'bm25.part1.jsonl, a shard of bm25, is twice in part-0.json',
      );
      const group = await written('group.json', sumsPart(await mergedOf([first, second], files)), files);
      await expect(merge(group, second)).rejects.toThrow(
        /part2\.jsonl, a shard of bm25, is in group\.json and in part-1/,
      );
    });

    it('parts that are cut off, changed or without their columns', async () => {
      const [first] = parts as [string];
      await put('short.json', (await text(first)).slice(0, -100));
      await expect(merge('short.json')).rejects.toThrow(
        'short.json is cut off or damaged: it is no whole JSON',
      );
      const columns = await files.readBytes('part-0.columns');
      files.files.set('part-0.columns', columns.slice(0, -8));
      await expect(merge(first)).rejects.toThrow(/part-0\.columns is cut off: it has \d+ bytes/);
      const other = columns.slice();
      other[0] = (other[0] ?? 0) ^ 1;
      files.files.set('part-0.columns', other);
      await expect(merge(first)).rejects.toThrow('part-0.columns was changed');
      files.files.delete('part-0.columns');
      await expect(merge(first)).rejects.toThrow('part-0.columns is missing. It belongs beside part-0.json');
      files.files.set('part-0.columns', columns);
    });

    it('parts of another version, setting, encoder, table or pass, and what is no part', async () => {
      const [first, second] = parts as [string, string];
      const settings = (head: Record<string, unknown>) => head['settings'] as object;
      const cases: readonly (readonly [(head: Record<string, unknown>) => object, RegExp])[] = [
        [(head) => ({ ...head, schema_version: 0 }), /has the form 0, this program reads form 4/],
        [
          (head) => ({ ...head, negscope: { version: '0.0.9', commit: null } }),
          /was made by Negscope 0\.0\.9, this is/,
        ],
        [
          (head) => ({ ...head, settings: { ...settings(head), tau: 0.1 } }),
          /setting tau 0\.1, .* with 0\.05/,
        ],
        [(head) => ({ ...head, settings: { ...settings(head), reference: [] } }), /the setting reference/],
        [(head) => ({ ...head, encoder: 'e5' }), /is of the encoder e5, .* of none named/],
        [(head) => ({ ...head, idf: 'other' }), /different IDF tables/],
        [(head) => ({ ...head, encoder: 5 }), /no part of npm run partial, or it was changed: encoder/],
        [() => ({ sources: {} }), /no part of npm run partial/],
      ];
      for (const [change, words] of cases) {
        await expect(merge(first, await changed(second, change))).rejects.toThrow(words);
      }
      await expect(merge(first, 'idf-0.json')).rejects.toThrow(/Merge the parts of one pass/);
    });

    it('a reference that is no source', async () => {
      const [first] = parts as [string];
      const path = await changed(first, (head) => ({
        ...head,
        settings: { ...settingsOf(head), reference: ['splade'] },
      }));
      await expect(merge(path)).rejects.toThrow(
        'there is no source splade. The sources are bm25, dense, llm, noise.',
      );
    });
  });

  it('are written with all that a later merge checks', async () => {
    const head = (await readPart(parts[0] as string, files)) as SumsHead;
    expect(head.shards.map(({ file }) => file)).toEqual(NAMES.map((name) => `${name}.part1.jsonl`));
    expect(head.settings).toMatchObject({ tau: 0.05, weighting: 'full', reference: REFERENCE });
  });
});

function settingsOf(head: Record<string, unknown>): object {
  return head['settings'] as object;
}
