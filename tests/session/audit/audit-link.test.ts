import { describe, expect, it } from 'vitest';

import { auditLink, fromParameters, toParameters } from '../../../src/session/audit/audit-link';
import { FOUND_IDS } from '../../../src/crossfilter/found';
import { AUDIT_START, NO_FILTER, type AuditPlace } from '../../../src/session/audit/filter';

const read = (query: string) => fromParameters(new URLSearchParams(query));

/** Every part away from its start. */
const FULL: AuditPlace = {
  filter: {
    sources: ['pos-knn', 'a:b & c=d'],
    found: ['near_positive', 'markup'],
    ranges: { rho: { from: 0.9, to: 1 }, m: { from: -0.125, to: null }, l: { from: null, to: 0.2 } },
    marks: ['drop', 'false-negative'],
    verdicts: ['none', 'does not answer'],
    search: 'Äpfel & Birnen',
    sql: 'SELECT source, record, position\nFROM pairs;',
  },
  sort: { by: 'eta', descending: false, byQuery: true },
  pair: { source: 'a:b', record: 11, position: 0 },
  tab: 'judge',
};

describe('a place in the address', () => {
  it('is nothing where all stands at its start', () => {
    expect(toParameters(AUDIT_START).toString()).toBe('');
    expect(auditLink({})).toBe('#audit?tab=pairs');
    expect(auditLink({}, { tab: 'findings' })).toBe('#audit');
    expect(read('source=a').place.tab).toBe('pairs');
    expect(read('')).toEqual({ place: AUDIT_START, problems: [] });
  });

  it('comes back as it was, from the text of the address too', () => {
    const text = toParameters(FULL).toString();
    expect(read(text)).toEqual({ place: FULL, problems: [] });
  });

  it('reads as a person would write it', () => {
    expect(auditLink({ sources: ['bm25'], found: ['markup'], ranges: { rho: { from: 0.9, to: 1 } } })).toBe(
      '#audit?source=bm25&found=markup&rho=0.9..1',
    );
    expect(auditLink({}, { pair: { source: 'bm25', record: 11, position: 2 } })).toBe(
      '#audit?pair=bm25%3A12%3A3',
    );
    expect(read('sort=psi-up').place.sort).toEqual({ by: 'psi', descending: false });
  });

  it.each([
    ['rho=0.9', 'rho=0.9'],
    ['rho=..', 'rho=..'],
    ['rho=1..0', 'rho=1..0'],
    ['rho=a..1', 'rho=a..1'],
    ['eta=0..Infinity', 'eta=0..Infinity'],
    ['m=0..1..2', 'm=0..1..2'],
    ['found=nothing', 'found=nothing'],
    ['mark=DROP', 'mark=DROP'],
    ['sort=rho', 'sort=rho'],
    ['sort=foo-up', 'sort=foo-up'],
    ['pair=bm25', 'pair=bm25'],
    ['pair=bm25:0:1', 'pair=bm25:0:1'],
    ['show=record', 'show'],
    ['tab=charts', 'tab=charts'],
    ['tab=threshold', 'tab=threshold'],
    ['colour=red', 'colour'],
  ])('says that %s is not understood, and stays at the start', (query, named) => {
    const { place, problems } = read(query);
    expect({ ...place, tab: AUDIT_START.tab }).toEqual(AUDIT_START);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`“${named}”`);
  });

  it('keeps what it understands beside what it does not', () => {
    const { place, problems } = read('found=markup&found=typo&source=x');
    expect(place.filter).toEqual({ ...NO_FILTER, sources: ['x'], found: ['markup'] });
    expect(problems).toEqual([`“found=typo” was left out: found is one of ${FOUND_IDS.join(', ')}.`]);
  });
});
