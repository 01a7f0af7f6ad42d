/** The checks of files before a run, for page, terminal and report alike. */

import {
  CHECK_IDS,
  CURED_CHECKS,
  type CheckExample,
  type CheckId,
  type CheckFound,
  type EvaluationCounts,
  type FileCounts,
  type FoundEvaluation,
  type FoundText,
  type LoadedSource,
  type WaitingFile,
} from '../candidates/outcomes';
import { SMALLEST_EFFECT } from '../scoring/audit';
import { BATCH_SIZE, meetingShare } from '../scoring/batches';
import { isMany } from '../scoring/file-findings';
import { SHORT_RECORDS } from '../scoring/k-counts';
import { depthsOf, shortRecords, unevenInWords, type Depths } from './depths';
import { capitalised, countInWords, countOf, formatCount, formatPercent, listInWords } from '../ui/words';

/** One check over all files. */
export interface PreflightCheck {
  readonly id: CheckId;
  /** False for a failure; null where it does not apply to any file. */
  readonly passed: boolean | null;
  /** Records, negatives or files that it found; of evaluation queries the most of any source, as sources share them. */
  readonly count: number;
  /** What fails and what to do; null where nothing does. */
  readonly message: string | null;
  /** What was found and is too rare to change a figure; null where nothing is. */
  readonly note: string | null;
  /** The first that was found, of a failure where there is one: its source and place, and what stands there. */
  readonly example: string | null;
  /** Ranked on so many of each record's first negatives, it would pass; null where that cures nothing. */
  readonly negatives: number | null;
  /** What the cure leaves out, `50 records`; null where there is none. */
  readonly leaves: string | null;
  readonly texts: readonly (FoundText & { readonly source: string })[];
  /** What it found in each source; null where it does not apply. */
  readonly sources: Readonly<Record<string, SourceCheck | null>>;
}

export interface SourceCheck {
  /** Records, negatives or distinct evaluation queries. */
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
  readonly loaded: Pick<LoadedSource, 'preflight' | 'placeKind' | 'counts' | 'byK' | 'meetings'>;
  /** Null where there is no file of evaluation. */
  readonly evaluation?: FoundEvaluation | null;
}

export const CHECK_TITLES: Readonly<Record<CheckId, string>> = {
  ids: 'Ids unique and found',
  positives: 'No positive among the negatives',
  repeats: 'No negative twice in a record',
  scores: 'Scores there and finite',
  negatives: 'Enough negatives',
  companions: 'Companion files found',
  boilerplate: 'No boilerplate',
  batch: 'No own positive met in a batch',
  evaluation: 'Nothing of the evaluation',
};

/** What fails, and what to do. @param where the sources with their counts, in brackets */
const MESSAGES: Readonly<
  Record<Exclude<CheckId, 'negatives' | 'batch' | 'evaluation'>, (count: number, where: string) => string>
> = {
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
  boilerplate: (count, where) =>
    `${countOf(count, 'negative')} ${count === 1 ? 'is a text' : 'are texts'} that far too many queries have${where}. ` +
    'Leave them out before you train.',
  companions: (count) =>
    `${countOf(count, 'file')} ${count === 1 ? 'names' : 'name'} texts in a file that is not here. Load it too.`,
};

/** What is too rare to change a figure. @param where the sources with their shares */
const NOTES: Readonly<Record<Exclude<CheckId, 'batch' | 'evaluation'>, (where: string) => string>> = {
  ids: (where) => `Ids that are not unique or not found: ${where}.`,
  positives: (where) => `Positives of their own query: ${where}.`,
  repeats: (where) => `Negatives twice in a record: ${where}: left out.`,
  scores: (where) => `Scores that are missing or no finite number: ${where}.`,
  negatives: (where) => `Records with fewer negatives: ${where}.`,
  companions: (where) => `Files without their companion: ${where}.`,
  boilerplate: (where) => `Negatives of far too many queries: ${where}.`,
};

/** Of how many a check looked at in a source. An id may be one of any entry. */
const LOOKED_AT: Readonly<Record<Exclude<CheckId, 'evaluation'>, (counts: FileCounts) => number>> = {
  ids: ({ read, records }) => Math.max(read, records),
  positives: ({ pairs }) => pairs,
  repeats: ({ pairs, duplicateNegativesRemoved: copies }) => pairs + copies,
  scores: ({ records }) => records,
  negatives: ({ records }) => records,
  companions: () => 1,
  boilerplate: ({ pairs }) => pairs,
  batch: ({ records }) => records,
};

/**
 * The smallest share that is a failure: of negatives and records the smallest effect on a mean that counts anywhere, of short
 * records a tenth. What a batch meets is never one.
 */
const SMALLEST_FAILURE: Readonly<Record<Exclude<CheckId, 'evaluation'>, number>> = {
  ids: SMALLEST_EFFECT,
  positives: SMALLEST_EFFECT,
  repeats: SMALLEST_EFFECT,
  scores: SMALLEST_EFFECT,
  negatives: SHORT_RECORDS,
  companions: 0,
  boilerplate: SMALLEST_EFFECT,
  batch: Infinity,
};

/**
 * @param waiting files that lack companions
 * @param negatives the first so many of each record are ranked; null for all
 * @param batch records in a batch of training
 */
export function preflightOf(
  sources: readonly CheckedSource[],
  waiting: readonly Pick<WaitingFile, 'file' | 'needs'>[],
  negatives: number | null,
  batch: number = BATCH_SIZE,
): PreflightCheck[] {
  const depths = depthsOf(sources, negatives);
  return CHECK_IDS.map((id) => {
    const found = sources.map((source) => {
      const { name, loaded } = source;
      const own = foundIn(id, source, depths, batch);
      return {
        source,
        name,
        check: own && { count: own.count, of: own.of, severity: own.severity },
        example: own?.example ? exampleInWords(id, `${name}, ${loaded.placeKind}`, own.example) : null,
      };
    });
    const ofSeverity = (severity: SourceCheck['severity']) =>
      found.flatMap(({ check, ...each }) => (check?.severity === severity ? [{ ...each, ...check }] : []));
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
    const message = (): string => {
      if (id === 'negatives') return unevenInWords(uneven);
      if (id === 'evaluation') return failures.map(({ source }) => evaluationInWords(source)).join(' ');
      return id === 'batch' ? '' : MESSAGES[id](failing, where);
    };
    const all = [...failures, ...notes];
    const texts = all.flatMap(({ source, name }) =>
      textsOf(id, source).map((text) => ({ source: name, ...text })),
    );
    const said = id === 'evaluation' ? [...all, ...ofSeverity(null)] : notes;
    return {
      id,
      passed: failed || found.some(({ check }) => check !== null) ? !failed : null,
      count: id === 'evaluation' ? Math.max(0, ...all.map(({ count }) => count)) : failing + sum(notes),
      message: failed ? message() : null,
      note: noteInWords(id, said, sources, batch),
      example: first ?? null,
      negatives: uneven.length > 0 ? Math.min(...uneven.map(({ ofMost }) => ofMost)) : null,
      leaves: leavesOf(id, all),
      texts,
      // fromEntries keeps a source named `__proto__`; an assignment would lose it.
      sources: Object.fromEntries(found.map(({ name, check }) => [name, check])),
    };
  });
}

interface Finding extends SourceCheck {
  readonly source: CheckedSource;
  readonly name: string;
}

/** Null where the check does not apply. */
function foundIn(
  id: CheckId,
  source: CheckedSource,
  depths: readonly Depths[],
  batch: number,
): (SourceCheck & Pick<CheckFound, 'example'>) | null {
  const { preflight, counts, meetings } = source.loaded;
  if (id === 'evaluation') return source.evaluation ? evaluationCheck(source.evaluation, counts) : null;
  const of = LOOKED_AT[id](counts);
  const found = (): CheckFound | null => {
    if (id === 'negatives') return shortRecords(source, depths);
    if (id !== 'batch') return preflight?.[id] ?? null;
    return meetings && { count: Math.round(of * meetingShare(meetings, batch)), example: null };
  };
  const own = found();
  return own && { ...own, of, severity: severityOf(id, own.count, of) };
}

/** Queries of the evaluation fail at once, its documents from the smallest share that counts, what is near never. */
function evaluationCheck(found: FoundEvaluation, { records, pairs }: FileCounts) {
  const { queries, positives, negatives, near, of } = found;
  const failed = queries > 0 || isMany(positives, records) || isMany(negatives, pairs);
  const count = queries || positives + negatives || near.queries || near.positives + near.negatives;
  const severity = failed ? ('failure' as const) : count > 0 ? ('note' as const) : null;
  return { count, of, severity, example: null };
}

/** `bm25 holds 12 of 500 evaluation queries in 14 records, and relevant documents as 30 positives and 4 negatives.` */
function evaluationInWords({ name, evaluation }: CheckedSource): string {
  if (!evaluation) return '';
  const { queries, of, records } = evaluation;
  const asked = `${formatCount(queries)} of ${countOf(of, 'evaluation query', 'evaluation queries')} in ${countOf(records, 'record')}`;
  const documents = documentsInWords(evaluation);
  const parts = [
    ...(queries > 0 ? [asked] : []),
    ...(documents === '' ? [] : [`documents relevant for the evaluation as ${documents}`]),
  ];
  return `${name} holds ${parts.join(', and ')}.`;
}

function documentsInWords({
  positives,
  negatives,
}: Pick<EvaluationCounts, 'positives' | 'negatives'>): string {
  return listInWords([
    ...(positives > 0 ? [countOf(positives, 'positive')] : []),
    ...(negatives > 0 ? [countOf(negatives, 'negative')] : []),
  ]);
}

/** @param notes sources with a note; of an evaluation also those that fail */
function noteInWords(
  id: CheckId,
  notes: readonly Finding[],
  sources: readonly CheckedSource[],
  batch: number,
): string | null {
  const joined = (parts: readonly string[]) => (parts.length > 0 ? parts.join(' ') : null);
  if (id === 'evaluation') {
    const rare = notes.filter(({ severity, source: { evaluation } }) => {
      return severity === 'note' && evaluation && documentsInWords(evaluation) !== '';
    });
    return joined([
      ...rare.map(({ source }) => evaluationInWords(source)),
      ...notes.flatMap(({ name, source: { evaluation } }) => nearInWords(name, evaluation ?? null)),
    ]);
  }
  if (id === 'batch') {
    if (notes.length === 0) return null;
    const shares = notes.map(({ name, source: { loaded } }) => {
      return `${name} ${formatPercent(meetingShare(loaded.meetings ?? [], batch))}`;
    });
    const size = formatCount(batch);
    return (
      `Records that meet their own positive as a negative in a batch of ${size}: ${shares.join(', ')}. ` +
      'Use a sampler without duplicates (sentence-transformers: BatchSamplers.NO_DUPLICATES).'
    );
  }
  const shares = notes.map(({ name, count, of }) => `${name} ${formatCount(count)} of ${formatCount(of)}`);
  const shuffled =
    id === 'boilerplate' ? sources.filter(({ loaded }) => loaded.preflight?.boilerplate.shuffled) : [];
  return joined([
    ...(notes.length > 0 ? [NOTES[id](shares.join(', '))] : []),
    ...(shuffled.length > 0
      ? [
          `Each record of ${listInWords(shuffled.map(({ name }) => name))} holds the positive of another query.`,
        ]
      : []),
  ]);
}

function nearInWords(name: string, found: FoundEvaluation | null): string[] {
  if (!found) return [];
  const { near } = found;
  const parts = [
    ...(near.records > 0 ? [countOf(near.records, 'record')] : []),
    ...(documentsInWords(near) === '' ? [] : [documentsInWords(near)]),
  ];
  return [
    ...(parts.length === 0
      ? []
      : [
          `Nearly the words of the evaluation in ${listInWords(parts)} of ${name}: read them, most are other texts.`,
        ]),
    ...(found.nearDocuments
      ? []
      : [`Passages of ${name} are too many to look for nearly the same words: only equal ones were found.`]),
  ];
}

function textsOf(id: CheckId, { loaded, evaluation }: CheckedSource): readonly FoundText[] {
  if (id === 'boilerplate') return loaded.preflight?.boilerplate.texts ?? [];
  return id === 'evaluation' ? (evaluation?.texts ?? []) : [];
}

/** Of an evaluation the records that go; where none goes as a whole, the negatives. */
function leavesOf(id: CheckId, found: readonly Finding[]): string | null {
  if (!CURED_CHECKS.some((cured) => cured === id) || found.length === 0) return null;
  if (id !== 'evaluation') return countOf(sum(found), 'negative');
  const total = (of: (evaluation: FoundEvaluation) => number) =>
    found.reduce((all, { source: { evaluation } }) => all + (evaluation ? of(evaluation) : 0), 0);
  const [records, negatives] = [total(({ leaving }) => leaving), total((each) => each.negatives)];
  if (records > 0) return countOf(records, 'record');
  return negatives > 0 ? countOf(negatives, 'negative') : null;
}

function severityOf(id: Exclude<CheckId, 'evaluation'>, count: number, of: number): SourceCheck['severity'] {
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
    boilerplate: `${who} ${one ? 'has' : 'have'} a text that is a negative of far too many queries`,
    batch: '',
    evaluation: `${who} ${one ? 'holds' : 'hold'} evaluation data`,
  };
  return words[id];
}

function exampleInWords(id: CheckId, where: string, { place, query, text }: CheckExample): string {
  const there = `${where} ${place}${query === null ? '' : `, “${cut(query)}”`}`;
  if (text === null) return there;
  const isPassage = id === 'positives' || id === 'repeats' || id === 'boilerplate';
  const ofQuery = id === 'ids' && query !== null;
  return `${there}: ${isPassage ? `“${cut(text)}”` : ofQuery ? `id ${cut(text)}` : text}`;
}

const LONGEST = 80;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
