/** The audit report: its data, and its page, which runs nothing and fetches nothing whatever stands in a text. */

import { describe, expect, it } from 'vitest';

import { buildAuditReport } from '../../../src/report/audit/build';
import { escaped, html } from '../../../src/report/audit/markup';
import { auditPage } from '../../../src/report/audit/page';
import type { AuditAdditions, AuditReport, ListedPair } from '../../../src/report/audit/types';
import { buildReport } from '../../../src/report/build';
import type { Report } from '../../../src/report/types';
import { reportInput, sourceResult } from '../../support/results';

const HOSTILE = `</td><script src="https://example.org/x.js">alert(1)</script>" onload='x' &amp;`;

function report(names: readonly string[]): Report {
  const [own, other] = [{ mean_eta: 0.9 }, { mean_eta: 0.5 }];
  const results = names.map((name, i) => sourceResult(i, name, i === 0 ? other : own));
  return buildReport(reportInput(results, names.slice(0, 1)));
}

const pair = (changes: Partial<ListedPair> = {}): ListedPair => ({
  source: 'two',
  record: 55,
  position: 1,
  place: 56,
  query_id: 'q7',
  rho: 0.58,
  eta: 1,
  psi: 0.64,
  cos_positive: 0.994,
  findings: ['same_text', 'near_text'],
  mark: 'drop',
  note: 'see title',
  texts: null,
  ...changes,
});

const BINS = Array.from({ length: 24 }, (_, i) => i);
const HISTOGRAMS = { rho: BINS, eta: BINS, psi: BINS, weight: BINS };

function made(names: readonly string[], additions: Partial<AuditAdditions> = {}): AuditReport {
  return buildAuditReport(report(names), {
    histograms: Object.fromEntries(names.map((name) => [name, HISTOGRAMS])),
    pairs: [pair()],
    pairsInAll: 1,
    texts: false,
    decided: {},
    sealed: { state: 'sealed', sent: 0, refused: 0 },
    ...additions,
  });
}

/** What of a page could run or be fetched; elements are closed in their order. */
function expectHarmless(page: string): void {
  const tags = [...page.matchAll(/<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/g)];
  // Every "<" that is no text begins one of the tags looked at; the first is the document type.
  expect(page.split('<').length - 1).toBe(tags.length + 1);
  const open: string[] = [];
  for (const [whole, closing, name = '', attributes = '', empty] of tags) {
    expect(['script', 'iframe', 'object', 'embed', 'img', 'link', 'base', 'form', 'a']).not.toContain(
      name.toLowerCase(),
    );
    expect(attributes, whole).not.toMatch(/\s(?:src|href|srcset|action|on\w+|style|xlink:href)=/i);
    if (closing) expect(open.pop(), whole).toBe(name);
    else if (!empty) open.push(name);
  }
  expect(open).toEqual([]);
  expect(page).not.toMatch(/url\(|@import|javascript:/i);
}

describe('the audit report as data', () => {
  it('has envelope, flags, figures, findings, settings and the pairs', () => {
    const audit = made(['one', 'two']);
    expect(audit).toMatchObject({
      kind: 'negscope-audit',
      audited: true,
      reference: ['one'],
      envelope: { mean_eta_max: 0.5 },
      settings: { tau: 0.05 },
      texts_included: false,
      pairs_in_all: 1,
    });
    expect(audit.sources['two']).toMatchObject({ reference: false, flags: ['eta'], mean_eta: 0.9 });
    expect(audit.sources['two']?.histograms?.rho).toEqual(BINS);
    expect(audit.pairs).toEqual([pair()]);
    expect(JSON.parse(JSON.stringify(audit))).toEqual(audit);
  });
});

describe('the page of the audit report', () => {
  it('says the flags, with value and edge, and lists the pairs by their places', () => {
    const page = auditPage(made(['one', 'two']), {});
    expect(page).toContain('mean η 0.900 is above the largest reference value 0.500');
    expect(page).toMatch(/<td class="number">\s*line 56\s*<\/td>/);
    expect(page).toContain('same text as the positive; nearly the words of the positive');
    expect(page).toContain('drop: see title');
    expect(page).toContain('Texts were left out');
    expectHarmless(page);
  });

  it('shows hostile names, notes and texts as text', () => {
    const texts = { query: HOSTILE, positive: 'ltr \u202e rtl \u0000', negative: 'x'.repeat(1_000_000) };
    const hostile = pair({ source: HOSTILE, note: HOSTILE, query_id: HOSTILE, texts });
    const page = auditPage(made(['one', HOSTILE], { pairs: [hostile], pairsInAll: 12_000, texts: true }), {});
    expectHarmless(page);
    expect(page).toContain(escaped(HOSTILE));
    expect(page).toContain('ltr ⟨U+202E⟩ rtl ␀');
    expect(page).toContain('(1,000,000 characters)');
    expect(page).toContain('The first 1 of 12,000 pairs');
    expect(page.length).toBeLessThan(60_000);
  });

  it('says where nothing was held against a reference, and where no pair stands out', () => {
    const page = auditPage(made(['alone'], { pairs: [], pairsInAll: 0 }), {});
    expect(page).toContain('No source was held against a reference');
    expect(page).toContain('No pair has a finding or a mark.');
    expectHarmless(page);
  });
});

describe('markup', () => {
  it('escapes what is put in and keeps what is markup', () => {
    expect(html`<b title="${'"<\''}">${'a & b'}${1}${[html`<i></i>`]}</b>`.text).toBe(
      '<b title="&quot;&lt;&#39;">a &amp; b1<i></i></b>',
    );
    expect(escaped('tab\tline\n\u0007\ud800')).toBe('tab\tline\n␇⟨U+D800⟩');
  });
});
