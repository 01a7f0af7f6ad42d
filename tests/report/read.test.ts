import { describe, expect, it } from 'vitest';

import { SAVED } from '../../src/experiments/result';
import { buildReport } from '../../src/report/build';
import { auditPlace, beginsAsReport, reportOfJson, writtenByNegscope } from '../../src/report/read';
import type { Report } from '../../src/report/result';
import { reportInput, sourceResult } from '../support/results';

const REPORT = buildReport(reportInput([sourceResult(1, 'bm25'), sourceResult(2, 'dense')], ['bm25']));
const TEXT = JSON.stringify(REPORT, null, 1);

/** Reads a text as the page does; null where it is no file of Negscope. */
function read(text: string): Report | null {
  const json = writtenByNegscope('report.json', text);
  return json && reportOfJson('report.json', json, SAVED);
}

const changed = (change: (json: Record<string, unknown>) => void): string => {
  const json = JSON.parse(TEXT) as Record<string, unknown>;
  change(json);
  return JSON.stringify(json);
};

describe('a report', () => {
  it('is read as it was written, whatever the order of its keys', () => {
    expect(read(TEXT)).toEqual(JSON.parse(TEXT));
    const turned = Object.fromEntries(Object.entries(JSON.parse(TEXT) as object).reverse());
    expect(read(JSON.stringify(turned))).toEqual(JSON.parse(TEXT));
  });

  it('is told from other JSON', () => {
    expect(read('{"query": ["a"], "positive": ["b"]}')).toBeNull();
    expect(read('{"query": "a"}\n{"query": "schema_version negscope"}')).toBeNull();
    expect(read('[]')).toBeNull();
    expect(read('null')).toBeNull();
    expect(beginsAsReport(TEXT)).toBe(true);
    expect(beginsAsReport('{"query": "a"}')).toBe(false);
  });

  it('shows what would hide or turn text', () => {
    const report = read(
      changed((json) => Object.assign(json['negscope'] as object, { version: '1\u202e2' })),
    );
    expect(report?.negscope.version).toBe('1⟨U+202E⟩2');
  });
});

describe('an audit report', () => {
  it('names the address at which it was made; nothing else is taken for one', () => {
    const place = '#audit?m=..0.05';
    expect(auditPlace({ kind: 'negscope-audit', place })).toBe(place);
    expect(auditPlace({ kind: 'negscope-audit', place: '#rank' })).toBeNull();
    expect(auditPlace({ kind: 'negscope-audit', place: 'https://example.com/#audit' })).toBeNull();
    expect(auditPlace({ place })).toBeNull();
  });
});

describe('refused are', () => {
  it.each([
    ['a part of the file', TEXT.slice(0, -200), /^report\.json is cut off or damaged: it is not whole JSON/],
    [
      'another form',
      changed((json) => (json['schema_version'] = 3)),
      /has the form 3; this page reads form 6 .* Open it with Negscope 0\.1\.0, or rank again/,
    ],
    ['an audit report', '{"schema_version":1,"kind":"negscope-audit","negscope":{}}', /is an audit report/],
    [
      'a key too few',
      changed((json) => delete json['certainty']),
      /at certainty, invalid key: Expected "certainty" but received undefined/,
    ],
    [
      'a key too many',
      changed((json) => (json['score'] = 1)),
      /at score, invalid key: Expected never but received "score"/,
    ],
    [
      'a text for a number',
      changed((json) => {
        const { bm25 } = json['sources'] as Record<string, Record<string, unknown>>;
        (bm25 as Record<string, unknown>)['eci'] = '0.1';
      }),
      /at sources\.bm25\.eci, invalid type: Expected number but received "0\.1"/,
    ],
    ['no source', changed((json) => (json['sources'] = {})), /at sources, expected at least one source/],
  ])('%s', (_what, text, words) => {
    expect(() => read(text)).toThrow(words);
  });
});
