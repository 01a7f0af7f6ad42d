/**
 * Files that Rank cannot read: what the user is asked, or why a file holds no candidates; and those that Mine can: pairs of a
 * query and what answers it, and passages without ids.
 */

import { CandidatesError, notCandidates } from '../errors';
import { Fault, rejectOf, shortened, type JsonObject } from '../fault';
import type { CandidateRecord, Reject } from '../candidate-record';
import { emptyFile } from '../read/entries';
import { withDigits } from '../read/json';
import type { Mapping, ReadingQuestion } from '../reading';
import { RECORD_FORMATS } from './catalogue';
import { readText } from './fields';
import type { Format } from './format';
import { fitted } from './ids-for-texts';
import { fieldFormat, mappedFormat } from './mapped';
import { fieldNames, isTelling, mayBePassage, roleOf, type Role } from './names';
import { openLines, unknownFormat, type OpenFile } from './open';
import { valuesOf, type NoPlan } from './plan';
import { PAIRS, readingByOrder, readingOfPairs, whyUnread, type Unclear } from './which-field';

/** Values of a field that are shown, and characters of each. */
const SHOWN_VALUES = 3;
const SHOWN_CHARACTERS = 120;

/** Fields that are shown, and negatives that an option names. */
const MOST_FIELDS = 60;
const MOST_NAMED = 10;

const LISTED_FIELDS = 20;

const PLAIN_TEXT = 'plain text. Expected JSON, or a table with a record a row';

/** Whether records show a sign of a wrong reading. */
type HasSigns = (records: readonly Pick<CandidateRecord, 'query' | 'positive' | 'negatives'>[]) => boolean;

export interface Unknown {
  readonly error: CandidatesError;
  readonly asks: ReadingQuestion | null;
  readonly rejects: readonly Reject[];
}

/**
 * Where no first entry can be read, each is a reject. Otherwise, unless the file is empty, the user is asked about the file, or it is said to hold no
 * candidates.
 */
export function unknownFile(plan: NoPlan, hasSigns: HasSigns = () => false): Unknown {
  const { open, source, entries } = plan;
  const file = open.file.name;
  if (entries.length === 0) return { error: emptyFile(file, source), asks: null, rejects: [] };
  const { placeKind } = source;
  const samples = valuesOf(entries);
  if (samples.length === 0) {
    if (isPlainText(plan)) return { error: notCandidates(file, PLAIN_TEXT), asks: null, rejects: [] };
    const rejects = entries.map(({ place, text, value }) =>
      rejectOf({ file, placeKind, place, record: null }, value as Fault, text),
    );
    const [first] = rejects;
    const none =
      entries.length === 1
        ? `The only ${placeKind} cannot be read`
        : `None of the first ${entries.length} ${placeKind}s can be read`;
    const error = unknownFormat(
      file,
      `${none}; ${placeKind} ${first?.place ?? 1}: ${first?.message ?? ''}`,
      RECORD_FORMATS.map(({ name, fields }) => `${name}: ${fields}`),
      'Write one JSON object a line, a JSON array of them, or a table.',
    );
    return { error, asks: null, rejects };
  }
  const why = whyUnread(samples);
  const asks = question(plan, samples, typeof why === 'string' ? null : why, hasSigns);
  const pairs = why === PAIRS && readingOfPairs(samples) !== null;
  const error = pairs
    ? ofPairs(file)
    : typeof why === 'string'
      ? notCandidates(file, why)
      : unclear(file, asks);
  return { error, asks, rejects: [] };
}

const NO_CHOICE =
  'No choice of columns gives queries, positives and negatives that look right. If the file has them, name them `query`, `positive` and `negative`.';

function ofPairs(file: string): CandidatesError {
  return new CandidatesError(
    'PairsError',
    `${file}: this looks like pairs of a query and what answers it, without negatives. Mine negatives for them first.`,
  );
}

function unclear(file: string, { fields, options }: ReadingQuestion): CandidatesError {
  const areNamed = !fields.every(({ name }, i) => name === String(i + 1));
  const why = areNamed ? 'Their names do not say' : 'The columns have no names';
  const lines = fields
    .slice(0, LISTED_FIELDS)
    .map(({ name, samples }) => `${name.slice(0, 60)}: ${(samples[0] ?? '(blank)').slice(0, 60)}`);
  if (fields.length > LISTED_FIELDS) lines.push(`and ${fields.length - LISTED_FIELDS} more`);
  return new CandidatesError(
    'FieldsUnclearError',
    `${file}: which column is the query, the positive, the negative? ${why}.`,
    {
      list: { title: 'Its columns:', lines },
      advice: options.length > 0 ? 'Say which is which.' : NO_CHOICE,
    },
  );
}

/** Whether no line can be read, nor begins as JSON does. */
export function isPlainText({ entries }: Pick<NoPlan, 'entries'>): boolean {
  return entries.every(({ text, value }) => value instanceof Fault && !/^\s*[[{"]/.test(text));
}

function question(
  { open }: NoPlan,
  samples: readonly JsonObject[],
  unclear: Unclear | null,
  hasSigns: HasSigns,
): ReadingQuestion {
  const fields = fieldNames(samples)
    .slice(0, MOST_FIELDS)
    .map((name) => ({ name, samples: shownValues(name, samples) }));
  const header = open.table === null ? null : open.table.header;
  const options = [
    ...(unclear !== null && canBeFollowed(unclear, samples, hasSigns) ? [mapOption(unclear)] : []),
    ...(unclear !== null && orderMayTell(samples, unclear) ? ['--by-order'] : []),
    ...(header === 'none' && looksLikeNames(samples) ? ['--header'] : []),
  ];
  return { fields, header, options };
}

/**
 * The option of the command line that says which field is what, with the fields whose names tell in their places; the user
 * fills in the others.
 */
function mapOption({ texts, label }: Unclear): string {
  const told = toldBy(texts);
  const only = (names: readonly string[]): string => (names.length === 1 ? (names[0] as string) : 'NAME');
  const negatives = told('negative');
  const named = negatives.length > 0 && negatives.length <= MOST_NAMED ? negatives : ['NAME'];
  const parts = [
    `query=${only(told('query'))}`,
    `positive=${only(told('positive'))}`,
    ...(label === null ? named.map((name) => `negative=${name}`) : [`label=${label}`]),
  ];
  const text = parts.join(',');
  return `--map ${/[\s"'$`\\]/.test(text) ? `'${text}'` : text}`;
}

/** The fields whose names tell that they have a role. */
function toldBy(texts: readonly string[]): (role: Role) => readonly string[] {
  return (role) => texts.filter((name) => isTelling(name, [role]));
}

/** Fields that are tried in a place that the names leave open. */
const MOST_TRIED = 8;

/** Whether some fields, in the places that the names leave open, give records without a sign of a wrong reading. */
function canBeFollowed(
  { texts, label }: Unclear,
  samples: readonly JsonObject[],
  hasSigns: HasSigns,
): boolean {
  // Rows with a label are records only once they are joined.
  if (label !== null) return true;
  const told = toldBy(texts);
  const open = fieldNames(samples)
    .filter((name) => !isTelling(name, ['query', 'positive', 'negative']))
    .slice(0, MOST_TRIED);
  const choices = (role: Role) => (told(role).length === 1 ? told(role) : [...told(role), ...open]);
  const lists = told('negative').length > 0 ? [told('negative')] : open.map((name) => [name]);
  return choices('query').some((query) =>
    choices('positive').some((positive) =>
      lists.some((negatives) => {
        const isOnce = new Set([query, positive, ...negatives]).size === 2 + negatives.length;
        if (!isOnce) return false;
        const records = recordsRead({ query, positive, negatives, queryId: null }, samples);
        return records.length > 0 && !hasSigns(records);
      }),
    ),
  );
}

function recordsRead(mapping: Mapping, samples: readonly JsonObject[]) {
  const format = mappedFormat(mapping, { path: '', container: 'JSONL', named: true, samples });
  return samples.flatMap((sample) => {
    const draft = format.read(sample);
    if (draft instanceof Fault) return [];
    const texts = [draft.query, draft.positives[0], ...draft.lists.flatMap((list) => list.texts)];
    const [query, positive, ...negatives] = texts.map((text) => (typeof text === 'string' ? text : ''));
    return query && positive && negatives.some(Boolean) ? [{ query, positive, negatives }] : [];
  });
}

/** Whether the fields are three texts whose names tell nothing: then their order may be that of a triple. */
function orderMayTell(samples: readonly JsonObject[], { texts, label }: Unclear): boolean {
  return (
    label === null &&
    texts.length === 3 &&
    texts.every((name) => roleOf(name).role === 'unknown') &&
    readingByOrder(samples)?.negatives.length === 1
  );
}

/** Whether the first row of a table without header holds single words, and no number, over other rows. */
function looksLikeNames([first, ...rows]: readonly JsonObject[]): boolean {
  if (first === undefined || rows.length === 0) return false;
  return Object.values(first).every(
    (cell) => typeof cell === 'string' && /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(cell),
  );
}

function shownValues(name: string, samples: readonly JsonObject[]): string[] {
  const shown: string[] = [];
  for (const sample of samples) {
    const value = Object.hasOwn(sample, name) ? sample[name] : undefined;
    if (value === undefined || value === null || value === '') continue;
    const text = typeof value === 'object' ? JSON.stringify(value, withDigits) : String(value);
    shown.push(shortened(text, SHOWN_CHARACTERS));
    if (shown.length === SHOWN_VALUES) break;
  }
  return shown;
}

/** How the records of a file of pairs are read, by some of them; null for other files. */
export function formatOfPairs(open: OpenFile, samples: readonly JsonObject[]): Format | null {
  const hint = { path: open.file.name, container: open.container, named: true, samples };
  const reading = readingOfPairs(samples);
  return reading && fitted(fieldFormat('named', reading, hint), samples).format;
}

export interface Passages {
  readonly open: OpenFile;
  readonly words: string;
  readonly read: (value: JsonObject) => string | Fault;
}

/** How a file of passages is read: entries with one text, or a passage a line; null for other files. */
export function passagesWithoutIds(plan: NoPlan): Passages | null {
  const { open, entries } = plan;
  if (isPlainText(plan)) {
    const lines = openLines(open.file, open.gzip);
    return { open: lines, words: 'a passage a line', read: passage('text') };
  }
  const samples = valuesOf(entries);
  const texts = fieldNames(samples).filter(
    (name) => mayBePassage(name) && samples.some(({ [name]: text }) => typeof text === 'string'),
  );
  const [name, ...others] = texts;
  if (name === undefined || others.length > 0 || roleOf(name).role !== 'document') return null;
  return { open, words: `passages ${open.container}`, read: passage(name) };
}

function passage(name: string): (value: JsonObject) => string | Fault {
  return (value) => {
    const text = readText(value, name);
    return text instanceof Fault ? text : text.trim();
  };
}
