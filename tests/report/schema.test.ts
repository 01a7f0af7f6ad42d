/** The form of what is saved: JSON Schema and docs/REPORT.md are those of the schema, and built reports keep to them. */

import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { jsonSchema, withKeys } from '../../scripts/lib/result-keys.mjs';
import { SAVED } from '../../src/experiments/result';
import { buildReport } from '../../src/report/build';
import words from '../../src/report/keys.json';
import { REPORT_SCHEMA, schemaFaults } from '../support/report-schema';
import { reportInput, sourceResult } from '../support/results';

const RESULTS = [sourceResult(1, 'bm25'), sourceResult(2, 'dense', { records: 1 })];

describe('the schema', () => {
  it('and the keys of docs/REPORT.md are as npm run build -- --make schema writes them', () => {
    expect(REPORT_SCHEMA).toEqual(jsonSchema(SAVED, words));
    const document = readFileSync(new URL('../../docs/REPORT.md', import.meta.url), 'utf8');
    const squeezed = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---').trim();
    expect(squeezed(document)).toBe(squeezed(withKeys(document, words)));
  });

  it('refuses a key that nobody described, at any depth', () => {
    const report = buildReport(reportInput(RESULTS, ['bm25']));
    expect(schemaFaults(report)).toEqual([]);
    expect(schemaFaults({ ...report, more: 1 })).not.toEqual([]);
    const bm25 = { ...report.sources['bm25'], score: 1 };
    expect(schemaFaults({ ...report, sources: { bm25 } })).not.toEqual([]);
    expect(schemaFaults({ ...report, created: undefined })).not.toEqual([]);
  });
});
