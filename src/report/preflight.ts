/** The checks of files before a run, for page, terminal and report alike. */

import {
  CHECK_IDS,
  type CheckExample,
  type CheckId,
  type LoadedSource,
  type WaitingFile,
} from '../candidates/outcomes';
import { capitalised, countInWords, countOf, formatCount, listInWords } from '../ui/words';

/** One check over all files. */
export interface PreflightCheck {
  readonly id: CheckId;
  /** Null where it does not apply to any file. */
  readonly passed: boolean | null;
  /** Records, negatives or files for which it fails. */
  readonly count: number;
  /** What fails and what to do; null where nothing does. */
  readonly message: string | null;
  /** The first that fails: its source and place, and what stands there. */
  readonly example: string | null;
  /** For how many it fails in each source; null where it does not apply. */
  readonly sources: Readonly<Record<string, number | null>>;
}

/** A loaded source under its name. */
export interface CheckedSource {
  readonly name: string;
  readonly loaded: Pick<LoadedSource, 'preflight' | 'placeKind'>;
}

export const CHECK_TITLES: Readonly<Record<CheckId, string>> = {
  ids: 'Ids unique and found',
  positives: 'No positive among the negatives',
  repeats: 'No negative twice in a record',
  scores: 'Scores there and finite',
  negatives: 'Enough negatives',
  companions: 'Companion files found',
};

const MESSAGES: Readonly<Record<CheckId, (count: number) => string>> = {
  ids: (count) =>
    `${countOf(count, 'record')} ${count === 1 ? 'has' : 'have'} the id of another query, or an id that no file has. ` +
    'Give each query its own id, and load the file with the missing ones.',
  positives: (count) =>
    `${countOf(count, 'negative')} ${count === 1 ? 'is a positive of its own query' : 'are positives of their own query'}. ` +
    'Take them out before you train: Rank saves the files without them.',
  repeats: (count) =>
    `${count === 1 ? '1 negative stands twice' : `${countOf(count, 'negative')} stand twice`} in a record. ` +
    'Negscope counts each once; take the copies out before you train.',
  scores: (count) =>
    `${countOf(count, 'record')} ${count === 1 ? 'lacks' : 'lack'} a score, or ${count === 1 ? 'has' : 'have'} one that is no finite number. ` +
    'Score them again, or leave them out.',
  negatives: (count) =>
    `${countOf(count, 'record')} ${count === 1 ? 'has' : 'have'} fewer distinct negatives than K. ` +
    'Mine more for them, or train with a smaller K.',
  companions: (count) =>
    `${countOf(count, 'file')} ${count === 1 ? 'names' : 'name'} texts in a file that is not here. Load it too.`,
};

/** @param waiting files that lack companions */
export function preflightOf(
  sources: readonly CheckedSource[],
  waiting: readonly Pick<WaitingFile, 'file' | 'needs'>[],
): PreflightCheck[] {
  return CHECK_IDS.map((id) => {
    const found = sources.map(({ name, loaded: { preflight, placeKind } }) => {
      const { count, example } = preflight?.[id] ?? { count: null, example: null };
      return { name, count, example: example && exampleInWords(id, `${name}, ${placeKind}`, example) };
    });
    const lacking = id === 'companions' ? waiting : [];
    const applies = lacking.length > 0 || found.some(({ count }) => count !== null);
    const count = lacking.length + found.reduce((sum, { count }) => sum + (count ?? 0), 0);
    const [first] = [
      ...found.flatMap(({ example }) => example ?? []),
      ...lacking.map(({ file, needs }) => `${file} needs ${listInWords(needs.map(({ kind }) => kind))}`),
    ];
    return {
      id,
      passed: applies ? count === 0 : null,
      count,
      message: count > 0 ? MESSAGES[id](count) : null,
      example: first ?? null,
      // fromEntries keeps a source named `__proto__`; an assignment would lose it.
      sources: Object.fromEntries(found.map(({ name, count }) => [name, count])),
    };
  });
}

/** `Preflight: 4 checks pass, 2 do not apply.` */
export function preflightInWords(checks: readonly PreflightCheck[]): string {
  const passed = checks.filter((check) => check.passed === true).length;
  const failed = checks.filter((check) => check.passed === false).length;
  const left = checks.length - passed - failed;
  const aside = left === 0 ? '' : `, ${left} ${left === 1 ? 'does' : 'do'} not apply`;
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
  const names = Object.entries(sources).flatMap(([name, of]) => ((of ?? 0) > 0 ? [name] : []));
  const who = names.length > NAMED ? `${countInWords(names.length)} sources` : listInWords(names);
  const one = names.length === 1;
  const words: Readonly<Record<CheckId, string>> = {
    ids: `${who} ${one ? 'has' : 'have'} ids that are not unique or not found`,
    positives: `${who} ${one ? 'holds' : 'hold'} ${formatCount(count)} of ${one ? 'its' : 'their'} own positives`,
    repeats: `${who} ${one ? 'has' : 'have'} negatives twice in a record`,
    scores: `${who} ${one ? 'lacks' : 'lack'} scores`,
    negatives: `${who} ${one ? 'has' : 'have'} records with too few negatives`,
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
