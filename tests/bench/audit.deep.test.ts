/** The figures of docs/AUDIT.md: its tables of single pairs and one row of its detection, measured again. */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { Contaminator } from '../../bench/audit/contaminate';
import {
  detectionRow,
  judgedDistinct,
  judgedWays,
  leakyWays,
  openFiles,
  plantedPairs,
  RUNS,
} from '../../bench/audit/main';
import type { AuditFile } from '../../bench/audit/real-files';
import { detectionTable, distinctTable, waysTable } from '../../bench/audit/tables';
import type { SourceData } from '../../src/engine/source-data';
import { pairGeometry } from '../../src/scoring/gates';
import { seededRandom } from '../../src/scoring/random';
import { potionIsHere } from '../support/folders';

const SHARED = resolve(import.meta.dirname, '../../../shared');
const isHere = potionIsHere && existsSync(join(SHARED, 'data/xquad/leaky_truth.tsv'));

const DOCUMENT = readFileSync(resolve(import.meta.dirname, '../../docs/AUDIT.md'), 'utf8');

/** Cells of the lines of a table in the document; the widths of columns are the formatter's. */
function printed(name: string): string[][] {
  const begin = `<!-- table: ${name} -->`;
  const from = DOCUMENT.indexOf(begin) + begin.length;
  expect(from, name).toBeGreaterThan(begin.length);
  return cells(DOCUMENT.slice(from, DOCUMENT.indexOf('<!-- end -->', from)));
}

function cells(table: string): string[][] {
  const lines = table.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| --'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe.skipIf(!isHere)('what docs/AUDIT.md says of the files in ../shared', () => {
  let dl1920: AuditFile;
  let xquad: AuditFile;

  beforeAll(async () => {
    ({ dl1920, xquad } = await openFiles(SHARED));
  });

  it('of judged and of planted pairs is so', () => {
    expect(printed('judged')).toEqual(cells(waysTable(judgedWays(dl1920), 'answers')));
    expect(printed('distinct')).toEqual(cells(distinctTable(judgedDistinct(dl1920))));
    expect(printed('leaky')).toEqual(cells(waysTable([leakyWays(xquad, SHARED)], 'planted')));
  });

  it('of mixes with random passages is so, for BM25 without itself among the references', async () => {
    const row = await detectionRow(dl1920, dl1920.names.indexOf('bm25'), 'random', 'others', RUNS);
    const [head, line] = cells(detectionTable('random', [row], RUNS));
    const [printedHead, first] = printed('random');
    expect(printedHead).toEqual(head);
    expect(first).toEqual(line);
  });

  it('finds the 121 planted copies of leaky.jsonl as the same text, and nothing else in any source', () => {
    const leaky = xquad.names.indexOf('leaky');
    const planted = plantedPairs(xquad, leaky, SHARED);
    expect(planted.reduce((sum, flag) => sum + flag, 0)).toBe(121);
    expect([...(xquad.findings.columns[leaky]?.same_text ?? [])]).toEqual([...planted]);
    const counts = xquad.findings.summary.sources.map((source) => source.counts.same_text);
    expect(counts).toEqual(xquad.names.map((name) => (name === 'leaky' ? 121 : 0)));
  });

  it('has the base rates of the judgements', () => {
    // SHARED's own account: 23 to 43 % of the mined negatives are relevant; none of the random ones is judged.
    const shares = judgedWays(dl1920).map(({ rows: [all] }) => (all?.true ?? NaN) / (all?.found ?? NaN));
    expect(shares[3]).toBe(0);
    expect(Math.round(100 * Math.min(...shares.slice(0, 3)))).toBe(24);
    expect(Math.round(100 * Math.max(...shares.slice(0, 3)))).toBe(43);
  });

  it('rests on sources with so many foreign pairs, measured as if they had been loaded, the others as they were', async () => {
    const base = dl1920.run.sources[0] as SourceData;
    const { source, foreign } = await new Contaminator(dl1920, 0, 'random').make(0.1, seededRandom(1));
    expect(foreign.reduce((sum, flag) => sum + flag, 0)).toBe(291);
    const { structure, columns, vectors } = source;
    const wrong: number[] = [];
    for (let record = 0; record < structure.queries.length; record++) {
      const from = structure.offsets[record] ?? 0;
      const own = [...structure.negatives.subarray(from, structure.offsets[record + 1])];
      const distinct = new Set(own).size === own.length && !own.includes(structure.positives[record] ?? -1);
      for (const k of own.keys()) {
        const pair = from + k;
        const kept = structure.negatives[pair] === base.structure.negatives[pair];
        const out = { margin: NaN, locality: NaN, distance: NaN };
        if (vectors)
          pairGeometry(vectors.query(record), vectors.positive(record), vectors.negative(pair), out);
        const measured = [columns.margin[pair], columns.locality[pair], columns.distance[pair]];
        const same = Object.values(out).every((value, i) => value === measured[i]);
        if (!distinct || !same || kept !== (foreign[pair] === 0)) wrong.push(pair);
      }
    }
    expect(wrong).toEqual([]);
  });
});
