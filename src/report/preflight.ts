/** The checks of files before a run, for page, terminal and report alike. */

import {
  CHECK_IDS,
  type CheckExample,
  type CheckId,
  type FileCounts,
  type LoadedSource,
  type WaitingFile,
} from '../candidates/outcomes';
import { SMALLEST_EFFECT } from '../scoring/audit';
import { SHORT_RECORDS } from '../scoring/k-counts';
import { depthsOf, shortRecords, unevenInWords } from './depths';
import { capitalised, countInWords, countOf, formatCount, listInWords } from '../ui/words';

/** One check over all files. */
export interface PreflightCheck {
  readonly id: CheckId;
  /** False for a failure; null where it does not apply to any file. */
  readonly passed: boolean | null;
  /** Records, negatives or files that it found. */
  readonly count: number;
  /** What fails and what to do; null where nothing does. */
  readonly message: string | null;
  /** What was found and is too rare to change a figure; null where nothing is. */
  readonly note: string | null;
  /** The first that was found, of a failure where there is one: its source and place, and what stands there. */
  readonly example: string | null;
  /** Ranked on so many of each record's first negatives, it would pass; null where that cures nothing. */
  readonly negatives: number | null;
  /** What it found in each source; null where it does not apply. */
  readonly sources: Readonly<Record<string, SourceCheck | null>>;
}

/** What a check found in one source. */
export interface SourceCheck {
  /** Records or negatives. */
  readonly count: number;
  /** How many of them were looked at. */
  readonly of: number;
  /** A failure changes a result, a note does not; null where nothing was found. */
  readonly severity: 'failure' | 'note' | null;
}

/** A loaded source under its name. Sources of one setting are compared. */
export interface CheckedSource {
  readonly name: string;
  readonly setting: string;
  readonly loaded: Pick<LoadedSource, 'preflight' | 'placeKind' | 'counts' | 'byK'>;
}

export const CHECK_TITLES: Readonly<Record<CheckId, string>> = {
  ids: 'Ids unique and found',
  positives: 'No positive among the negatives',
  repeats: 'No negative twice in a record',
  scores: 'Scores there and finite',
  negatives: 'Enough negatives',
  companions: 'Companion files found',
};

/** What fails, and what to do. @param where the sources with their counts, in brackets */
const MESSAGES: Readonly<Record<Exclude<CheckId, 'negatives'>, (count: number, where: string) => string>> = {
  ids: (count, where) =>
    `${countOf(count, 'record')} ${count === 1 ? 'has' : 'have'} the id of another query, or an id that no file has${where}. ` +
    'Give each query its own id, and load the file with the missing ones.',
  positives: (count, where) =>
    `${countOf(count, 'negative')} ${count === 1 ? 'is a positive of its own query' : 'are positives of their own query'}${where}. ` +
    'Take them out before you train: Rank saves the files without them.',
  repeats: (count, where) =>
    `${count === 1 ? '1 negative stands twice' : `${countOf(count, 'negative')} stand twice`} in a record${where}. ` +
    'Negscope counts each once; take the copies out before you train.',
  scores: (count, where) =>
    `${countOf(count, 'record')} ${count === 1 ? 'lacks' : 'lack'} a score, or ${count === 1 ? 'has' : 'have'} one that is no finite number${where}. ` +
    'Score them again, or leave them out.',
  companions: (count) =>
    `${countOf(count, 'file')} ${count === 1 ? 'names' : 'name'} texts in a file that is not here. Load it too.`,
};

/** What is too rare to change a figure. @param where the sources with their shares */
const NOTES: Readonly<Record<CheckId, (where: string) => string>> = {
  ids: (where) => `Ids that are not unique or not found: ${where}.`,
  positives: (where) => `Positives of their own query: ${where}.`,
  repeats: (where) => `Negatives twice in a record: ${where}: left out.`,
  scores: (where) => `Scores that are missing or no finite number: ${where}.`,
  negatives: (where) => `Records with fewer negatives: ${where}.`,
  companions: (where) => `Files without their companion: ${where}.`,
};

/** Of how many a check looked at in a source. An id may be one of any entry. */
const LOOKED_AT: Readonly<Record<CheckId, (counts: FileCounts) => number>> = {
  ids: ({ read, records }) => Math.max(read, records),
  positives: ({ pairs }) => pairs,
  repeats: ({ pairs, duplicateNegativesRemoved: copies }) => pairs + copies,
  scores: ({ records }) => records,
  negatives: ({ records }) => records,
  companions: () => 1,
};

/**
 * The smallest share that is a failure: of negatives and records the smallest effect on a mean that counts anywhere, of short
 * records a tenth.
 */
const SMALLEST_FAILURE: Readonly<Record<CheckId, number>> = {
  ids: SMALLEST_EFFECT,
  positives: SMALLEST_EFFECT,
  repeats: SMALLEST_EFFECT,
  scores: SMALLEST_EFFECT,
  negatives: SHORT_RECORDS,
  companions: 0,
};

/**
 * @param waiting files that lack companions
 * @param negatives the first so many of each record are ranked; null for all
 */
export function preflightOf(
  sources: readonly CheckedSource[],
  waiting: readonly Pick<WaitingFile, 'file' | 'needs'>[],
  negatives: number | null,
): PreflightCheck[] {
  const depths = depthsOf(sources, negatives);
  return CHECK_IDS.map((id) => {
    const found = sources.map((source) => {
      const { name, loaded } = source;
      const { preflight, placeKind, counts } = loaded;
      const own = id === 'negatives' ? shortRecords(source, depths) : preflight?.[id];
      const { count, example } = own ?? { count: 0, example: null };
      const of = LOOKED_AT[id](counts);
      return {
        name,
        check: own ? { count, of, severity: severityOf(id, count, of) } : null,
        example: example && exampleInWords(id, `${name}, ${placeKind}`, example),
      };
    });
    const ofSeverity = (severity: SourceCheck['severity']) =>
      found.flatMap(({ name, check, example }) =>
        check?.severity === severity ? [{ name, ...check, example }] : [],
      );
    const [failures, notes] = [ofSeverity('failure'), ofSeverity('note')];
    const lacking = id === 'companions' ? waiting : [];
    const failed = lacking.length > 0 || failures.length > 0;
    const failing = lacking.length + sum(failures);
    const where =
      sources.length < 2 || failures.length === 0
        ? ''
        : ` (${failures.map(({ name, count }) => `${name} ${formatCount(count)}`).join(', ')})`;
    const uneven = id === 'negatives' ? depths.filter(({ short }) => short.length > 0) : [];
    const [first] = [
      ...[...failures, ...notes].flatMap(({ example }) => example ?? []),
      ...lacking.map(({ file, needs }) => `${file} needs ${listInWords(needs.map(({ kind }) => kind))}`),
    ];
    const shares = notes.map(({ name, count, of }) => `${name} ${formatCount(count)} of ${formatCount(of)}`);
    return {
      id,
      passed: failed || found.some(({ check }) => check !== null) ? !failed : null,
      count: failing + sum(notes),
      message: !failed ? null : id === 'negatives' ? unevenInWords(uneven) : MESSAGES[id](failing, where),
      note: notes.length > 0 ? NOTES[id](shares.join(', ')) : null,
      example: first ?? null,
      negatives: uneven.length > 0 ? Math.min(...uneven.map(({ ofMost }) => ofMost)) : null,
      // fromEntries keeps a source named `__proto__`; an assignment would lose it.
      sources: Object.fromEntries(found.map(({ name, check }) => [name, check])),
    };
  });
}

function severityOf(id: CheckId, count: number, of: number): SourceCheck['severity'] {
  if (count === 0) return null;
  return count >= SMALLEST_FAILURE[id] * of ? 'failure' : 'note';
}

function sum(checks: readonly Pick<SourceCheck, 'count'>[]): number {
  return checks.reduce((all, { count }) => all + count, 0);
}

/** `Preflight: 4 checks pass, 2 do not apply.` */
export function preflightInWords(checks: readonly PreflightCheck[]): string {
  const passed = checks.filter((check) => check.passed === true).length;
  const failed = checks.filter((check) => check.passed === false).length;
  const left = checks.length - passed - failed;
  const notes = checks.filter(({ note }) => note !== null).length;
  const noted = notes === 0 ? '' : ` (${notes} with a note)`;
  const aside = `${noted}${left === 0 ? '' : `, ${left} ${left === 1 ? 'does' : 'do'} not apply`}`;
  if (failed === 0)
    return `Preflight: ${countOf(passed, 'check')} ${passed === 1 ? 'passes' : 'pass'}${aside}.`;
  const of = countOf(passed + failed, 'check');
  return `Preflight: ${failed} of ${of} ${failed === 1 ? 'fails' : 'fail'}${aside}.`;
}

/** `One of four checks fails: leaky holds 121 of its own positives.`; empty where none fails. */
export function failuresInWords(checks: readonly PreflightCheck[]): string {
  const failing = checks.filter(({ passed }) => passed === false);
  if (failing.length === 0) return '';
  const applied = checks.filter(({ passed }) => passed !== null).length;
  const [first, second, ...more] = failing.map(failureInWords);
  const parts = [first, second, ...(more.length > 0 ? [`${countInWords(more.length)} more`] : [])];
  const one = failing.length === 1;
  const of = applied > failing.length ? ` of ${countInWords(applied)} checks` : one ? ' check' : ' checks';
  const counted = `${capitalised(countInWords(failing.length))}${of} ${one ? 'fails' : 'fail'}`;
  return `${counted}: ${parts.filter((part) => part !== undefined).join('; ')}.`;
}

/** More sources that fail a check are counted. */
const NAMED = 2;

function failureInWords({ id, count, sources }: PreflightCheck): string {
  const failing = Object.entries(sources).filter(([, found]) => found?.severity === 'failure');
  const names = failing.map(([name]) => name);
  const own = failing.reduce((all, [, found]) => all + (found?.count ?? 0), 0);
  const who = names.length > NAMED ? `${countInWords(names.length)} sources` : listInWords(names);
  const one = names.length === 1;
  const beside = names.length < Object.keys(sources).length ? 'the others' : 'most records';
  const words: Readonly<Record<CheckId, string>> = {
    ids: `${who} ${one ? 'has' : 'have'} ids that are not unique or not found`,
    positives: `${who} ${one ? 'holds' : 'hold'} ${formatCount(own)} of ${one ? 'its' : 'their'} own positives`,
    repeats: `${who} ${one ? 'has' : 'have'} negatives twice in a record`,
    scores: `${who} ${one ? 'lacks' : 'lack'} scores`,
    negatives: `${who} ${one ? 'has' : 'have'} fewer negatives than ${beside}`,
    companions: `${countOf(count, 'file')} ${count === 1 ? 'lacks its' : 'lack their'} companion`,
  };
  return words[id];
}

function exampleInWords(id: CheckId, where: string, { place, query, text }: CheckExample): string {
  const there = `${where} ${place}${query === null ? '' : `, “${cut(query)}”`}`;
  if (text === null) return there;
  const isPassage = id === 'positives' || id === 'repeats';
  const ofQuery = id === 'ids' && query !== null;
  return `${there}: ${isPassage ? `“${cut(text)}”` : ofQuery ? `id ${cut(text)}` : text}`;
}

const LONGEST = 80;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
