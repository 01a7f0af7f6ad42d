/** How a file will be read, from its first hundred entries: which format it has and where its source labels come from. */

import { isPositional, type Entry, type EntrySource } from '../read/entries';
import { openFile, type OpenFile } from './open';
import { Fault, type JsonObject } from '../fault';
import { holdsValues, readAsInWords } from './catalogue';
import { refsOf, type CompanionReader, type Draft, type Format, type Hint } from './format';
import { mappedFormat } from './mapped';
import { fieldNames, queryIdsAmong, roleOf } from './names';
import { packedFields, unpackedEntry, withLists } from './packed-lists';
import { fitted } from './ids-for-texts';
import { recogniseFile } from './recognise';
import {
  RUN_DEPTH,
  type FieldRoles,
  type Interpretation,
  type LabelChoice,
  type LoadOptions,
  type Mapping,
} from '../reading';

const LOOKAHEAD = 100;

const SHOWN_FIELDS = 60;

export interface FilePlan {
  readonly open: OpenFile;
  readonly format: Format;
  readonly label: LabelChoice;
  /** The column of units; null where there is none. */
  readonly group: string | null;
  /** Whether embeddings of another norm are brought to unit norm. */
  readonly normalise: boolean;
  /** Whether lists with different keys become sources of their own. */
  readonly apart: boolean;
  readonly interpretation: Interpretation;
  /** Entries must be JSON objects: a list is a fault. */
  readonly expectsObjects: boolean;
  /** Drafts of the first entries that can be read. */
  readonly drafts: readonly Draft[];
  /** Whether the first records give embeddings: then all must, else none may. */
  readonly embedded: boolean;
  /** Whether the first records have ids in place of texts. */
  readonly namesIds: boolean;
  /** Mean length of the first entries, in characters. */
  readonly entryLength: number;
}

export interface CompanionPlan {
  readonly open: OpenFile;
  readonly companion: CompanionReader;
  readonly words: string;
}

export interface NoPlan {
  readonly open: OpenFile;
  readonly source: EntrySource;
  readonly entries: readonly Entry[];
  readonly fields: readonly string[];
}

/**
 * Decides by the first 100 entries what a file is and how it will be read. The first entry that fits a format decides for
 * all, distinctive formats before others, unless the user has named one.
 * @throws what opening a file throws
 */
export async function planFile(
  file: File,
  options: LoadOptions,
  signal: AbortSignal,
): Promise<FilePlan | CompanionPlan | NoPlan> {
  const opened = await openFile(file, options, signal);
  const source = opened.entries();
  const first = await firstEntries(source, signal);
  const packed = packedFields(valuesOf(first));
  const open = packed.length === 0 ? opened : withLists(opened, packed);
  const entries = packed.length === 0 ? first : first.map((entry) => unpackedEntry(entry, packed));
  const samples = valuesOf(entries);
  if (samples.length === 0 && entries.length > 0 && open.header !== null) {
    samples.push(Object.fromEntries(open.header.map((name) => [name, ''])));
  }
  const named = !samples.every((sample) => isPositional(Object.keys(sample)));
  const hint: Hint = {
    path: options.path,
    container: open.container,
    named,
    samples,
    said: options.format === 'evaluation' ? null : options.format,
    byOrder: options.byOrder,
    relevant: options.relevant,
    hasLists: packed.length > 0,
  };
  const names = fieldNames(samples);
  const fields = names.slice(0, SHOWN_FIELDS);
  const mapping = options.mapping && hint.said === null ? mappingAmong(options.mapping, fields) : null;
  const known = entries.length > 0 && (mapping ? mappedFormat(mapping, hint) : recogniseFile(hint));
  if (!known) return { open, source, entries, fields };
  if ('kind' in known) {
    const what = known.isEither === true ? 'texts by id' : known.kind;
    return { open, companion: known, words: `${what} ${open.container}` };
  }
  const isNamed = mapping !== null;
  const { format: found, drafts } = fitted(known, samples, isNamed);
  // The format's own first.
  const labels: LabelChoice[] = [
    ...(found.apart === null ? [] : [{ kind: found.apart }]),
    { kind: 'file' },
    ...labelColumns(samples, found)
      .slice(0, MOST_CHOICES)
      .map((column) => ({ kind: 'column', column }) as const),
  ];
  // Any column may be chosen, also one that does not look like a label.
  const fits = (asked: LabelChoice) =>
    asked.kind === 'column' ? names.includes(asked.column) : labels.some(({ kind }) => kind === asked.kind);
  const label = options.label && fits(options.label) ? options.label : (labels[0] as LabelChoice);
  const apart = label.kind === 'keys' || label.kind === 'fields';
  const isTable = ['CSV', 'TSV'].includes(open.container) || holdsValues(open.container);
  const joins = apart && found.joins === 'same-positive' ? 'none' : joinsOf(found, isTable, drafts);
  const format = { ...found, joins };
  return {
    open,
    format,
    label,
    group: options.group,
    normalise: options.normalise,
    apart,
    expectsObjects: named && !isTable,
    drafts,
    embedded: drafts.some(({ embeddings }) => embeddings !== null),
    namesIds: drafts.some((draft) => refsOf(draft).length > 0),
    entryLength: entries.reduce((sum, { text }) => sum + text.length + 1, 0) / entries.length,
    interpretation: {
      format: format.id,
      words: readAsInWords(format.id, open.container),
      container: open.container,
      fields,
      label,
      labels,
      topK: format.needs.includes('qrels') ? (options.topK ?? RUN_DEPTH) : null,
      roles: fieldRoles(
        format,
        samples,
        drafts,
        label,
        isNamed || options.format === 'run',
        options.relevant,
      ),
    },
  };
}

/**
 * Rows of a table and triples of JSON are joined; JSON records with a list of negatives are kept as they come, and so is
 * what has embeddings: these belong to their place.
 */
function joinsOf(format: Format, isTable: boolean, drafts: readonly Draft[]): Format['joins'] {
  if (format.joins !== 'same-positive') return format.joins;
  const isJoined = ({ lists, embeddings }: Draft): boolean =>
    embeddings === null && (isTable || lists.every(({ where }) => where.holder.length === 0));
  return drafts.every(isJoined) ? 'same-positive' : 'none';
}

/** The entries that could be parsed. */
export function valuesOf(entries: readonly Entry[]): JsonObject[] {
  return entries.flatMap(({ value }) => (value instanceof Fault ? [] : [value]));
}

async function firstEntries(source: EntrySource, signal: AbortSignal): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entries of source.chunks(signal, { onBytes: () => undefined })) {
    for (const entry of entries) {
      // Rows of a damaged row group say nothing: only the first few are kept.
      if (found.length < LOOKAHEAD) found.push(entry);
      else if (!unreadable(entry)) found[LOOKAHEAD - 1] = entry;
      if (found.length === LOOKAHEAD && !found.every(unreadable)) return found;
    }
  }
  return found;
}

function unreadable({ value }: Entry): boolean {
  return value instanceof Fault && value.code === 'unreadable-rows';
}

/** A mapping under the file's own spelling of the names; null where the file lacks one of them. */
function mappingAmong(mapping: Mapping, fields: readonly string[]): Mapping | null {
  const find = (name: string): string | null =>
    fields.find((field) => field === name) ??
    fields.find((field) => field.trim().toLowerCase() === name.trim().toLowerCase()) ??
    null;
  const query = find(mapping.query);
  const positive = find(mapping.positive);
  const negatives = mapping.negatives.map(find).filter((name) => name !== null);
  const queryId = mapping.queryId === null ? null : find(mapping.queryId);
  const wanted = mapping.label ?? null;
  const label = wanted === null ? null : find(wanted);
  if (wanted !== null && label === null) return null;
  if (query === null || positive === null || negatives.length < mapping.negatives.length) return null;
  return { query, positive, negatives, queryId, label };
}

/** Columns among which a source label is chosen; others can be named. */
const MOST_CHOICES = 100;

/** Longest value, in characters, that may be the name of a source. */
const LONGEST_LABEL = 80;

/**
 * Fields that may hold the source label: those with plain, short values that the format does not use and that are
 * neither ids nor scores; in the order in which they come up.
 */
export function labelColumns(samples: readonly JsonObject[], format: Format): string[] {
  const entries = samples.map((sample) => ({ sample, used: new Set(format.uses(sample)) }));
  return fieldNames(samples).filter((name) => {
    const { role, ids } = roleOf(name);
    if (ids || role === 'label' || role === 'score' || role === 'rank') return false;
    const values = entries.flatMap(({ sample, used }) =>
      Object.hasOwn(sample, name) && !used.has(name) ? [sample[name]] : [],
    );
    return (
      values.every((value) => value === null || isPlain(value)) &&
      values.some((value) => value !== null && value !== '')
    );
  });
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= LONGEST_LABEL && !/[\r\n]/.test(value);
  return ['number', 'bigint', 'boolean'].includes(typeof value);
}

const EMBEDDINGS = ['query_embedding', 'positive_embedding', 'negative_embeddings'];

/** Which field is what in a file, as the page shows it. @param said whether the user has said which field is what */
function fieldRoles(
  format: Format,
  samples: readonly JsonObject[],
  drafts: readonly Draft[],
  label: LabelChoice,
  said: boolean,
  relevant: number,
): FieldRoles {
  const names = fieldNames(samples);
  const used = new Set(samples.flatMap((sample) => format.uses(sample)));
  const fields = drafts[0]?.fields ?? { query: '', positive: '', negatives: '' };
  const isRun = format.needs.includes('qrels');
  const isGraded = format.id === 'labeled-pairs' || format.id === 'labeled-lists';
  const id = queryIdsAmong(names).find((name) => name !== fields.query) ?? null;
  const shown = new Set([
    fields.query,
    ...EMBEDDINGS,
    ...used,
    id,
    label.kind === 'column' ? label.column : null,
  ]);
  return {
    by: said ? 'user' : decidedBy(format),
    query: fields.query,
    positive: isRun ? 'the qrels' : fields.positive,
    negatives: fields.negatives.split(', '),
    titles: names.filter((name) => used.has(name) && roleOf(name).role === 'title'),
    label: format.grade ?? null,
    id,
    relevant: isRun || isGraded ? relevant : null,
    leftAlone: isRun ? [] : names.filter((name) => !shown.has(name)),
  };
}

function decidedBy({ id, byOrder }: Format): FieldRoles['by'] {
  if (byOrder === true) return 'order';
  return id === 'named' || id === 'tuples' || id === 'labeled-pairs' ? 'names' : 'format';
}
