/** Companion files: texts by id (a corpus, or queries) and judgements of relevance. */

import { isPositional } from '../read/entries';
import { Fault, type JsonObject } from '../fault';
import {
  isBlank,
  isDistinct,
  isIdColumn,
  isIdLike,
  holdsProse,
  medianLength,
  mostly,
  scalarText,
} from './columns';
import { missing, readId, readText, wrongType } from './fields';
import type { CompanionFormat, Hint, Judgement, TextEntry } from './format';
import { hitColumns, hitsOf, readHit } from './hits';
import { byNames, idAmong, mayBePassage, plainId, roleOf, type Role } from './names';
import { titled } from './passages';

/** Texts of at most this median length, in characters, are queries where nothing else tells. */
const LONGEST_MEDIAN_QUERY = 64;

interface TextColumns {
  readonly id: string;
  readonly text: string;
  readonly title: string | null;
  /** As the names tell; null where they fit both. */
  readonly kind: 'corpus' | 'queries' | null;
}

/** Texts under ids, by the names of fields, such as BEIR's `_id`, `title`, `text`, or by the places of columns. */
function textsFormat(kind: 'corpus' | 'queries'): CompanionFormat {
  return {
    kind,
    matches: (value, hint) => kindOfTexts(value, hint) === kind,
    fit: (hint) => ({ kind, read: textsReader(kind, hint.samples), isEither: isEither(hint) }),
  };
}

export const corpus = textsFormat('corpus');
export const queries = textsFormat('queries');

/** Whether a file is a corpus or queries; null where its entries are no texts under ids. */
function kindOfTexts(value: JsonObject, hint: Hint): 'corpus' | 'queries' | null {
  const names = Object.keys(value);
  if (isPositional(names)) return kindByPlace(value, hint);
  const columns = columnsOf(names, hint.samples);
  return columns === null ? null : (columns.kind ?? kindByContent(columns, value, hint));
}

/** Columns by their names; null where an id or a text is missing, or the names are those of candidates. */
function columnsOf(names: readonly string[], samples: readonly JsonObject[]): TextColumns | null {
  const has = (...roles: Role[]): boolean =>
    names.some((name) => !roleOf(name).ids && roles.includes(roleOf(name).role));
  // Queries may have their answer beside them.
  const isAnswer = (name: string): boolean => /answer/i.test(name) && idAmong(names, 'query') !== null;
  if (names.some((name) => ['positive', 'negative'].includes(roleOf(name).role) && !isAnswer(name)))
    return null;
  const queriesText = textAmong(names, 'queries');
  const corpusText = textAmong(names, 'corpus');
  const plainText = names.find((name) => name === 'text') ?? null;
  const text = plainText ?? corpusText ?? queriesText;
  // A query beside a document is a pair, and beside two more texts a tuple: no text under an id.
  const others = names.filter((name) => name !== queriesText && mayBePassage(name));
  if (queriesText !== null && (text !== queriesText || others.length > 1)) return null;
  const corpusId = distinctId(names, 'document', samples);
  const queriesId = idAmong(names, 'query');
  const own = (queriesText === null ? corpusId : null) ?? queriesId ?? plainId(names);
  const id = own ?? otherId(names, samples);
  if (text === null || id === null || (corpusId !== null && queriesId !== null)) return null;
  // A grade, or a query beside a document: a pair, and no text under an id.
  if (has('label', 'score', 'rank') || (queriesText === null && has('query'))) return null;
  const title = names.includes('title') ? 'title' : null;
  const ofQueries = queriesText !== null || (id === queriesId && corpusText === null);
  const ofCorpus = corpusText !== null || id === corpusId;
  return { id, text, title, kind: ofQueries ? 'queries' : ofCorpus ? 'corpus' : null };
}

/** The field with the id of a document: of several one in which hardly any value comes twice, as in chunks of documents. */
function distinctId(
  names: readonly string[],
  kind: 'document' | 'query',
  samples: readonly JsonObject[],
): string | null {
  const first = idAmong(names, kind);
  if (first === null || samples.length === 0 || isDistinct(first, samples)) return first;
  const others = names.filter((name) => name !== first && roleOf(name).ids && roleOf(name).role !== 'query');
  return others.find((name) => isDistinct(name, samples)) ?? first;
}

/** Names of ids that do not say so. */
const ID_NAMES = /^(url|uri|link|name|key|code|slug|pmid|doi|asin|isbn|sku)$/i;

/** A field with an id under any name, beside one text: one that says so, such as `arxiv_id`, else one of {@link ID_NAMES}. */
function otherId(names: readonly string[], samples: readonly JsonObject[]): string | null {
  const texts = names.filter((name) => mayBePassage(name) && !ID_NAMES.test(name));
  if (texts.length > 1) return null;
  const isId = (name: string): boolean =>
    samples.length > 0 && isDistinct(name, samples) && mostly(samples, ({ [name]: id }) => isIdLike(id));
  return (
    names.find((name) => roleOf(name).ids && isId(name)) ??
    names.find((name) => ID_NAMES.test(name) && isId(name)) ??
    null
  );
}

/** The field named as texts of this kind are; `text` fits both kinds. */
function textAmong(names: readonly string[], kind: 'corpus' | 'queries'): string | null {
  const found = names.find((name) => {
    const { role, sure, ids } = roleOf(name);
    return !ids && name !== 'text' && (kind === 'corpus' ? role === 'document' : role === 'query' && sure);
  });
  return found ?? null;
}

/** Whether neither names, nor the path, nor a title tell the kind of a file of texts. */
function isEither({ path, samples, container }: Hint): boolean {
  const [first = {}] = samples;
  const names = Object.keys(first);
  if (names.length === 3 || container === 'JSON object') return false;
  const columns = isPositional(names) ? PLACED : columnsOf(names, samples);
  const title = isPositional(names) ? null : (columns?.title ?? null);
  return columns?.kind === null && kindTold(title, samples, path) === null;
}

/** By the path, then by a title that is not always blank. */
function kindTold(
  title: string | null,
  samples: readonly JsonObject[],
  path: string,
): 'corpus' | 'queries' | null {
  const isTitled = title !== null && samples.some((sample) => !isBlank(sample[title]));
  return kindByPath(path) ?? (isTitled ? 'corpus' : null);
}

/** By the path, then by a title that is not always blank, then by the length of the texts. */
function kindByContent(
  { text, title }: Pick<TextColumns, 'text' | 'title'>,
  value: JsonObject,
  hint: Hint,
): 'corpus' | 'queries' {
  const samples = hint.samples.length > 0 ? hint.samples : [value];
  const told = kindTold(title, samples, hint.path);
  if (told !== null) return told;
  const median = medianLength(samples.map((sample) => scalarText(sample[text])));
  return median <= LONGEST_MEDIAN_QUERY ? 'queries' : 'corpus';
}

/** By the file's name, then by its folders from the innermost outwards. */
function kindByPath(path: string): 'corpus' | 'queries' | null {
  for (const part of path.toLowerCase().split('/').reverse()) {
    if (/quer|topic|question/.test(part)) return 'queries';
    if (/corpus|collection|passage|doc/.test(part)) return 'corpus';
  }
  return null;
}

/** For rows without header: null where the first column holds no ids or the others no texts. */
function kindByPlace(value: JsonObject, hint: Hint): 'corpus' | 'queries' | null {
  const names = Object.keys(value);
  if (names.length < 2 || names.length > 3 || hint.container === 'columns') return null;
  const samples = hint.samples.length > 0 ? hint.samples : [value];
  if (!isIdColumn('1', samples) || !isDistinct('1', samples) || !holdsProse('2', samples)) return null;
  if (!samples.every((sample) => typeof sample['2'] === 'string')) return null;
  if (names.length === 3) return samples.every((sample) => typeof sample['3'] === 'string') ? 'corpus' : null;
  return kindByContent({ text: '2', title: null }, value, hint);
}

const PLACED: TextColumns = { id: '1', text: '2', title: '3', kind: null };

function textsReader(
  kind: 'corpus' | 'queries',
  samples: readonly JsonObject[],
): (value: JsonObject) => TextEntry | Fault {
  const usual =
    kind === 'corpus'
      ? { id: 'docid', text: 'text', title: 'title', kind }
      : { id: 'query_id', text: 'query', title: null, kind };
  const find = byNames((names) =>
    isPositional(names) ? PLACED : (columnsFor(kind, names, samples) ?? usual),
  );
  return (value) => {
    const { id: idName, text: textName, title } = find(value);
    const id = readId(value, idName);
    if (id instanceof Fault) return id;
    const text = readText(value, textName);
    if (text instanceof Fault) return text;
    const whole = title === null ? text.trim() : titled(value[title], text);
    return whole === null
      ? wrongType(title as string, 'a string or null', value[title as string])
      : { id, text: whole };
  };
}

function columnsFor(
  kind: 'corpus' | 'queries',
  names: readonly string[],
  samples: readonly JsonObject[],
): TextColumns | null {
  const [own, other] =
    kind === 'corpus' ? (['document', 'query'] as const) : (['query', 'document'] as const);
  const beir = names.find((name) => name === '_id');
  const id =
    beir ??
    distinctId(names, own, samples) ??
    plainId(names) ??
    idAmong(names, other) ??
    otherId(names, samples);
  const text = names.find((name) => name === 'text') ?? textAmong(names, kind);
  return id === null || text === null
    ? null
    : { id, text, title: kind === 'corpus' && names.includes('title') ? 'title' : null, kind };
}

const judgementColumns = byNames(hitColumns);

/** Judgements: under a header, as BEIR's `query-id`, `corpus-id`, `score`, or in TREC's four columns, or in three. */
export const qrels: CompanionFormat = {
  kind: 'qrels',
  matches: (value, hint) => hitsOf(value, hint)?.means === 'grade',
  fit: () => ({ kind: 'qrels', read: readJudgement }),
};

function readJudgement(value: JsonObject): Judgement | Fault {
  const columns = judgementColumns(value);
  if (columns === null) return missing('score', 'a query id, a document id and a relevance in each row');
  const hit = readHit(value, columns);
  if (hit instanceof Fault) return hit;
  const { queryId, documentId, number: relevance } = hit;
  return { queryId, documentId, relevance };
}
