/**
 * The place on the Audit page as parameters of its address, and back. What a link says that is not understood is left
 * out and said; nothing is thrown.
 */

import type { FigureRange } from '../../crossfilter/cross-filter';
import { FIGURE_IDS, type FigureId } from '../../crossfilter/figures';
import { FOUND_IDS } from '../../crossfilter/found';
import {
  AUDIT_START,
  AUDIT_TABS,
  MARK_FILTERS,
  VERDICT_FILTERS,
  MOST_SUSPICIOUS,
  NO_FILTER,
  type AuditPlace,
  type AuditTab,
  type PairFilter,
  type PairName,
  type PairSort,
  type SortKey,
} from './filter';

const SORT_KEYS: readonly SortKey[] = ['file', ...FIGURE_IDS];

const NAMES: readonly string[] = [
  ...['source', 'found', 'mark', 'verdict', 'text', 'sql', 'sort', 'group', 'pair', 'tab', 'judge'],
  ...FIGURE_IDS,
];

/** The address inside the page that shows the pairs of a filter; what is not given stays open. */
export function auditLink(
  filter: Partial<PairFilter>,
  rest: Partial<Omit<AuditPlace, 'filter'>> = {},
): string {
  const place = { ...AUDIT_START, tab: 'pairs' as const, ...rest, filter: { ...NO_FILTER, ...filter } };
  const query = toParameters(place).toString();
  return query === '' ? '#audit' : `#audit?${query}`;
}

/** The parameters of a place; parts at their start are left out. */
export function toParameters(place: AuditPlace): URLSearchParams {
  const { filter, sort, pair, tab } = place;
  const parameters = new URLSearchParams();
  for (const name of filter.sources) parameters.append('source', name);
  for (const id of filter.found) parameters.append('found', id);
  for (const id of FIGURE_IDS) {
    const range = filter.ranges[id];
    if (range) parameters.append(id, rangeText(range));
  }
  for (const mark of filter.marks) parameters.append('mark', mark);
  for (const verdict of filter.verdicts) parameters.append('verdict', verdict);
  if (filter.search !== '') parameters.append('text', filter.search);
  if (filter.sql !== '') parameters.append('sql', filter.sql);
  if (sort.by !== MOST_SUSPICIOUS.by || sort.descending !== MOST_SUSPICIOUS.descending) {
    parameters.append('sort', `${sort.by}-${sort.descending ? 'down' : 'up'}`);
  }
  if (sort.byQuery === true) parameters.append('group', 'query');
  if (pair) parameters.append('pair', `${pair.source}:${pair.record + 1}:${pair.position + 1}`);
  // A link that says which pairs opens them; one that says nothing opens the findings.
  if (tab !== tabOf(parameters)) parameters.append('tab', tab);
  return parameters;
}

/** The place, and what of the link was not understood, one sentence each. */
export function fromParameters(parameters: URLSearchParams) {
  const problems: string[] = [];
  const known = <T extends string>(name: string, all: readonly T[]): T[] =>
    [...new Set(parameters.getAll(name))].flatMap((text) => {
      const found = all.find((value) => value === text);
      if (found === undefined) problems.push(unknown(name, text, all));
      return found ?? [];
    });
  const read = <T>(name: string, start: T, form: string, readText: (text: string) => T | null): T => {
    const text = parameters.get(name);
    if (text === null) return start;
    const value = readText(text);
    if (value === null) problems.push(`“${name}=${text}” was left out: it is written as ${form}.`);
    return value ?? start;
  };
  const ranges: Partial<Record<FigureId, FigureRange>> = {};
  for (const id of FIGURE_IDS) {
    const range = read<FigureRange | null>(id, null, 'a range, such as 0.9..1 or 0.5..', readRange);
    if (range) ranges[id] = range;
  }
  const place: AuditPlace = {
    filter: {
      sources: [...new Set(parameters.getAll('source'))],
      found: inOrder(FOUND_IDS, known('found', FOUND_IDS)),
      ranges,
      marks: inOrder(MARK_FILTERS, known('mark', MARK_FILTERS)),
      verdicts: inOrder(VERDICT_FILTERS, known('verdict', VERDICT_FILTERS)),
      search: parameters.get('text') ?? '',
      sql: parameters.get('sql') ?? '',
    },
    sort: {
      ...read('sort', MOST_SUSPICIOUS, 'a figure and up or down, such as eta-down', readSort),
      ...(known('group', ['query']).length > 0 ? { byQuery: true } : {}),
    },
    pair: read<PairName | null>('pair', null, 'source:record:negative, such as bm25:12:3', readPair),
    // `#audit?judge` is short for `#audit?tab=judge`.
    tab: parameters.has('judge') ? 'judge' : (known('tab', AUDIT_TABS)[0] ?? tabOf(parameters)),
  };
  for (const name of new Set(parameters.keys())) {
    if (!NAMES.includes(name)) problems.push(`“${name}” was left out: it is no part of a link to this page.`);
  }
  return { place, problems };
}

function tabOf(parameters: URLSearchParams): AuditTab {
  return [...parameters.keys()].some((name) => name !== 'tab' && name !== 'judge')
    ? 'pairs'
    : AUDIT_START.tab;
}

/** `0.9..1`; an open end is empty. */
function rangeText({ from, to }: FigureRange): string {
  return `${from ?? ''}..${to ?? ''}`;
}

function readRange(text: string): FigureRange | null {
  const [first, last, more] = text.split('..');
  if (first === undefined || last === undefined || more !== undefined) return null;
  const from = readNumber(first);
  const to = readNumber(last);
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return from !== null && to !== null && from > to ? null : { from, to };
}

/** A plain decimal number; null for nothing, undefined for what is none. */
function readNumber(text: string): number | null | undefined {
  if (text === '') return null;
  return /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? Number(text) : undefined;
}

function readSort(text: string): PairSort | null {
  const [, key, way] = /^(.+)-(up|down)$/.exec(text) ?? [];
  const by = SORT_KEYS.find((each) => each === key);
  return by === undefined ? null : { by, descending: way === 'down' };
}

/** Names of sources may hold colons: the two numbers stand at the end. */
function readPair(text: string): PairName | null {
  const [, source, record, negative] = /^(.+):(\d{1,9}):(\d{1,9})$/s.exec(text) ?? [];
  if (source === undefined || Number(record) < 1 || Number(negative) < 1) return null;
  return { source, record: Number(record) - 1, position: Number(negative) - 1 };
}

function inOrder<T>(all: readonly T[], chosen: readonly T[]): T[] {
  return all.filter((each) => chosen.includes(each));
}

function unknown(name: string, text: string, all: readonly string[]): string {
  return `“${name}=${text}” was left out: ${name} is one of ${all.join(', ')}.`;
}
