/** The audit report: its data, and its page, which runs nothing and fetches nothing whatever stands in a text. */

import { describe, expect, it } from 'vitest';

import { buildAuditReport } from '../../../src/report/audit/build';
import { escaped, html } from '../../../src/report/audit/markup';
import { auditPage } from '../../../src/report/audit/page';
import type { AuditAdditions, AuditReport, Decided, ListedPair } from '../../../src/report/audit/types';
import { buildReport } from '../../../src/report/build';
import type { ReportFalseNegatives, Report } from '../../../src/report/result';
import { reportInput, sourceResult } from '../../support/results';
import { additions } from './additions';

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

function made(names: readonly string[], changes: Partial<AuditAdditions> = {}): AuditReport {
  return buildAuditReport(
    report(names),
    additions({
      histograms: Object.fromEntries(names.map((name) => [name, HISTOGRAMS])),
      pairs: [pair()],
      pairs_in_all: 1,
      ...changes,
    }),
  );
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

describe('the page of the audit report', () => {
  it('says the flags, with value and edge, and lists the pairs by their places', () => {
    const page = auditPage(made(['one', 'two']), {});
    expect(page).toContain('η 0.90 &gt; 0.50');
    expect(page).toMatch(/<td class="number">\s*line 56\s*<\/td>/);
    expect(page).toContain('same text as the positive; nearly the words of the positive');
    expect(page).toContain('drop: see title');
    expect(page).toContain('Texts were left out');
    expectHarmless(page);
  });

  it('shows hostile names, notes and texts as text', () => {
    const texts = { query: HOSTILE, positive: 'ltr \u202e rtl \u0000', negative: 'x'.repeat(1_000_000) };
    const hostile = pair({ source: HOSTILE, note: HOSTILE, query_id: HOSTILE, texts });
    const page = auditPage(
      made(['one', HOSTILE], { pairs: [hostile], pairs_in_all: 12_000, texts_included: true }),
      {},
    );
    expectHarmless(page);
    expect(page).toContain(escaped(HOSTILE));
    expect(page).toContain('ltr ⟨U+202E⟩ rtl ␀');
    expect(page).toContain('(1,000,000 characters)');
    expect(page).toContain('The first 1 of 12,000 pairs');
    expect(page.length).toBeLessThan(60_000);
  });

  it('says what was kept of the files', () => {
    const retention = [
      {
        source: HOSTILE,
        records_before: 1200,
        records_after: 1190,
        negatives_before: 2000,
        negatives_after: 1900,
        share_kept: 0.95,
        reasons: { 'evaluation data': 100 },
      },
    ];
    const audit = made(['one', 'two'], { retention });
    const page = auditPage(audit, {});
    expect(page).toContain('1,200 → 1,190');
    expect(page).toContain('evaluation data 100');
    expectHarmless(page);
    expect(auditPage(made(['one']), {})).not.toContain('kept of');
  });
});

describe('the first page', () => {
  const memoOf = (page: string) => page.slice(page.indexOf('class="memo"'), page.indexOf('</section>'));
  const decided = (changes: Partial<Decided>): Decided => ({
    kept: 0,
    dropped: 0,
    false_negatives: 0,
    removed: 0,
    emptied: 0,
    eci_without: null,
    answers_left: null,
    out: [],
    ...changes,
  });

  it('says what was decided and what it changed', () => {
    const two = decided({
      kept: 3,
      dropped: 1,
      false_negatives: 1,
      removed: 2,
      emptied: 1,
      eci_without: 0.125,
    });
    const memo = memoOf(auditPage(made(['one', 'two'], { decided: { one: decided({}), two } }), {}));
    expect(memo).toMatch(/<b class="big">2<\/b>\s+pairs leave\s+1 source/);
    expect(memo).toContain('Marked: 1 to drop, 1 false negative and 3 to keep.');
    expect(memo).toContain('1 record is left without a negative and goes.');
    expect(memo).toMatch(/<b>2<\/b>\s*of 4\s*<small>score \+0\.0250<\/small>/);
    // Nothing was judged: nobody knows whether they may be trained on.
    expect(memo).toContain('Whether to train on the cleaned files is not known: no pair was judged.');
    expect(memo).not.toContain('Train on');
  });

  it('claims nothing where nothing was judged, marked or held against a reference', () => {
    const memo = memoOf(auditPage(made(['alone']), {}));
    expect(memo).toContain('No pair was judged');
    expect(memo).toContain('No pair was marked.');
    expect(memo).toMatch(/<b>–<\/b>\s*<small>not known<\/small>/);
    expect(memo).toMatch(/<b>–<\/b>\s*<small>none<\/small>/);
    expect(memo).toContain('has no rival');
    expect(memo).not.toContain('Cleaning keeps');
    expect(memo).not.toContain('are trusted');
  });

  it('says judges, rates with their intervals, and how often a finding was right', () => {
    const rate = { rate: 0.47, low: 0.37, high: 0.57, pairs: 2320, judged: 50, answers: 20, cannot_tell: 1 };
    const judged: ReportFalseNegatives = {
      method: '',
      seed: 7,
      sample: 200,
      judged: 150,
      counted: 150,
      sources: { one: rate, two: { ...rate, rate: null, low: null, high: null } },
      findings: { near_positive: { ...rate, rate: 0.71, low: 0.53, high: 0.85 } },
      judges: [{ judge: '<me>', judged: 150, answers: 70, 'does not answer': 79, 'cannot tell': 1 }],
      agreement: [],
      refused: [],
    };
    const memo = memoOf(auditPage({ ...made(['one', 'two']), false_negatives: judged }, {}));
    expect(memo).toContain('47\u00a0%');
    expect(memo).toContain('37 to 57\u00a0%');
    expect(memo).toContain(
      'Do not train on these files yet: about 47\u00a0% of the negatives of one answer their query.',
    );
    expect(memo).toMatch(/<b>–<\/b>\s*<small>not known/);
    expect(memo).toContain('&lt;me&gt;: 70 answer, 79 do not, 1 cannot be told.');
    expect(memo).toContain('near the positive: 71\u00a0% answer (53\u00a0% to 85\u00a0%).');
    expect(memo).toContain('Judge the other 50 pairs of the sample.');
    expectHarmless(auditPage({ ...made(['one', 'two']), false_negatives: judged }, {}));
  });

  it('has hashes, version, seed, and whether the page was sealed', () => {
    const page = auditPage(made(['one', 'two'], { sealed: { state: 'open', sent: 1, refused: 0 } }), {});
    const memo = memoOf(page);
    expect(memo).toContain('one.jsonl');
    expect(memo).toContain('seed 42');
    expect(memo).toMatch(/<b>not sealed<\/b>: 1 request\s+elsewhere\s+<\/p>/);
    const refused = { state: 'sealed', sent: 0, refused: 2 } as const;
    expect(memoOf(auditPage(made(['one', 'two'], { sealed: refused }), {}))).toMatch(/elsewhere, 2 refused/);
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
