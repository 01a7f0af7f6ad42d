/** The findings that need no encoder, over all files: for page, terminal and report alike. */

import type { FoundText } from '../candidates/outcomes';
import { countInWords, countOf, formatCount, listInWords, uncapitalised } from '../ui/words';
import { evidenceOfFiles, type Evidence, type ReadSource } from './evidence';
import { FINDINGS, findingRule, findingsOf, wasLookedFor, type Found } from './findings';
import type { Finding, FindingId, PreflightCheck } from './result';

/** A loaded source under its name. Sources of one setting are compared. */
export type CheckedSource = Pick<ReadSource, 'name' | 'setting' | 'loaded'> &
  Partial<Pick<ReadSource, 'asMeant' | 'evaluation'>>;

/** What no finding of a file asks for. */
const UNRANKED = {
  reference: false,
  sameAs: null,
  asMeant: false,
  lookedAt: false,
  margin: false,
  evaluation: null,
} as const;

/** Where the reader kept the first that it found. */
const EXAMPLES = {
  ids: 'ids',
  copies: 'positives',
  duplicates: 'repeats',
  scores: 'scores',
  stock: 'boilerplate',
} as const;

/** @param negatives the first so many of each record are ranked; null for all */
export function preflightOf(sources: readonly CheckedSource[], negatives: number | null): PreflightCheck[] {
  const read = sources.map((source) => ({ ...UNRANKED, ...source }));
  const evidence = evidenceOfFiles(read, negatives);
  return FINDINGS.filter(({ needs }) => needs === 'file').map(({ id }) => checkOf(id, evidence));
}

interface FoundOf {
  readonly source: Evidence;
  readonly found: Found;
}

function checkOf(id: FindingId, evidence: readonly Evidence[]): PreflightCheck {
  const rule = findingRule(id);
  const { title, find } = rule;
  const all = evidence.flatMap((source): FoundOf[] => {
    const found = find(source, evidence);
    return found ? [{ source, found }] : [];
  });
  const failures = all.filter(({ found }) => found.severity !== 'note');
  const notes = all.filter(({ found }) => found.severity === 'note');
  const inWords = (rows: readonly FoundOf[]) => {
    const cures = new Set(rows.map(({ found }) => found.cure).filter(Boolean));
    const [first] = rows;
    if (!first) return null;
    const each = rows.map(({ source, found }) => `${source.name}: ${found.words}`).join('; ');
    return [rows.length === 1 ? first.found.sentence : `${each}.`, ...cures].join(' ');
  };
  const [first] = [...failures, ...notes].flatMap(({ source }) => exampleOf(id, source) ?? []);
  const uneven = failures.length > 0 && (id === 'short' || id === 'unlike-k');
  return {
    id,
    title,
    passed: failures.length > 0 ? false : evidence.some((source) => wasLookedFor(rule, source)) ? true : null,
    count: all.reduce((sum, { found }) => sum + (found.count ?? 0), 0),
    message: inWords(failures),
    note: inWords(notes),
    example: first ?? null,
    negatives: uneven ? Math.min(...failures.map(({ source }) => source.firstOfEach)) : null,
    texts: all.flatMap(({ source }) => textsOf(id, source).map((text) => ({ source: source.name, ...text }))),
    // fromEntries keeps a source named `__proto__`; an assignment would lose it.
    sources: Object.fromEntries(
      evidence.map((source) => {
        const own = all.find((each) => each.source === source)?.found;
        const { severity, count = null, of = null } = own ?? {};
        return [source.name, severity ? { severity, count, of } : null];
      }),
    ),
  };
}

function textsOf(id: FindingId, { loaded, evaluation }: Evidence): readonly FoundText[] {
  if (id === 'stock') return loaded.preflight?.boilerplate.texts ?? [];
  return id === 'evaluation' ? (evaluation?.texts ?? []) : [];
}

/** The first that was found: `leaky, line 55, “who?”: “Lady Gaga”`. */
function exampleOf(id: FindingId, { name, loaded, short }: Evidence): string | null {
  const key = id in EXAMPLES ? EXAMPLES[id as keyof typeof EXAMPLES] : null;
  const found = id === 'short' ? short : key && loaded.preflight?.[key];
  if (!found?.example) return null;
  const { place, query, text } = found.example;
  const there = `${name}, ${loaded.placeKind} ${place}${query === null ? '' : `, “${cut(query)}”`}`;
  if (text === null) return there;
  const isPassage = id === 'copies' || id === 'duplicates' || id === 'stock';
  const ofQuery = id === 'ids' && query !== null;
  return `${there}: ${isPassage ? `“${cut(text)}”` : ofQuery ? `id ${cut(text)}` : text}`;
}

const LONGEST = 80;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The findings of each file by the name of its source, the worst first, before a run. */
export function findingsOfFiles(
  sources: readonly CheckedSource[],
  negatives: number | null,
): ReadonlyMap<string, readonly Finding[]> {
  const read = sources.map((source) => ({ ...UNRANKED, ...source }));
  const evidence = evidenceOfFiles(read, negatives);
  return new Map(evidence.map((source) => [source.name, findingsOf(source, evidence)]));
}

/** `Checked before a run: 9 of 12 found nothing, 2 do not apply.` */
export function preflightInWords(checks: readonly PreflightCheck[]): string {
  const failed = checks.filter(({ passed }) => passed === false).length;
  const passed = checks.filter((check) => check.passed === true).length;
  const left = checks.length - passed - failed;
  const aside = left === 0 ? '' : `, ${formatCount(left)} ${left === 1 ? 'does' : 'do'} not apply`;
  return `Checked before a run: ${formatCount(failed)} of ${countOf(passed + failed, 'check')} found something${aside}.`;
}

/** `Found: positives of their own query (leaky); ids that contradict the texts (odd).`; empty where nothing above a note is found. */
export function failuresInWords(checks: readonly PreflightCheck[]): string {
  const failing = checks.filter(({ passed }) => passed === false);
  if (failing.length === 0) return '';
  const parts = failing.slice(0, NAMED).map(({ title, sources }) => {
    const names = Object.entries(sources).flatMap(([name, found]) =>
      found && found.severity !== 'note' ? [name] : [],
    );
    const who = names.length > NAMED ? `${countInWords(names.length)} sources` : listInWords(names);
    return `${uncapitalised(title)} (${who})`;
  });
  const more = failing.length - parts.length;
  return `Found: ${[...parts, ...(more > 0 ? [`${countInWords(more)} more`] : [])].join('; ')}.`;
}

/** More findings, or sources with one, are counted. */
const NAMED = 2;
