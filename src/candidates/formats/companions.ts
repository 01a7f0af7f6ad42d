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
import { readId, readText, wrongType } from './fields';
import type { CompanionReader, Fit, Hint, TextEntry } from './format';
import { hitReader, hitsOf } from './hits';
import { byNames, idAmong, mayBePassage, plainId, roleOf, type Role } from './names';
import { titled } from './passages';

/** Texts of at most this median length, in characters, are queries where nothing else tells. */
const LONGEST_MEDIAN_QUERY = 64;

type Kind = 'corpus' | 'queries';

interface TextColumns {
  readonly id: string;
  readonly text: string;
  readonly title: string | null;
}

/** Texts under ids, by the names of fields, such as BEIR's `_id`, `title`, `text`, or by the places of columns. */
export const textsById: Fit = (value, hint) => {
  const { said } = hint;
  const kind = said === 'corpus' || said === 'queries' ? said : kindOfTexts(value, hint);
  return kind && { kind, read: textsReader(kind, hint.samples), isEither: isEither(hint) };
};

/** Whether a file is a corpus or queries; null where its entries are no texts under ids. */
function kindOfTexts(value: JsonObject, hint: Hint): Kind | null {
  const names = Object.keys(value);
  const kind = isPositional(names) ? kindByPlace(value, hint) : kindByNames(names, hint.samples);
  return kind === 'either' ? kindByContent(value, hint) : kind;
}

/** By names that may fit both; null where an id or a text is missing, or the names are those of candidates. */
function kindByNames(names: readonly string[], samples: readonly JsonObject[]): Kind | 'either' | null {
  const has = (...roles: Role[]): boolean =>
    names.some((name) => !roleOf(name).ids && roles.includes(roleOf(name).role));
  const [corpusText, queriesText] = [textAmong(names, 'corpus'), textAmong(names, 'queries')];
  const corpusId = distinctId(names, 'document', samples);
  const asked = idAmong(names, 'query');
  // Answers name their question.
  const isOther = (name: string): boolean => name !== asked && roleOf(name).ids && isDistinct(name, samples);
  const queriesId = asked !== null && !isDistinct(asked, samples) && names.some(isOther) ? null : asked;
  // Queries may have their answer beside them.
  const isAnswer = (name: string): boolean => /answer/i.test(name) && queriesId !== null;
  if (names.some((name) => ['positive', 'negative'].includes(roleOf(name).role) && !isAnswer(name)))
    return null;
  const id =
    (queriesText === null ? corpusId : null) ?? queriesId ?? plainId(names) ?? otherId(names, samples);
  if (id === null || (corpusId !== null && queriesId !== null) || has('label', 'score', 'rank')) return null;
  if (queriesText === null) {
    if (has('query') || (corpusText === null && !names.includes('text'))) return null;
    if (id === queriesId && (corpusText === null || corpusId === null)) return 'queries';
    return corpusText !== null || corpusId !== null ? 'corpus' : 'either';
  }
  // A query beside a document is a pair, and beside two more texts a tuple: no text under an id.
  const others = names.filter((name) => name !== queriesText && mayBePassage(name));
  return corpusText !== null || names.includes('text') || others.length > 1 ? null : 'queries';
}

/** The field with the id of a document: of several one in which hardly any value comes twice, as in chunks of documents. */
function distinctId(
  names: readonly string[],
  kind: 'document' | 'query',
  samples: readonly JsonObject[],
): string | null {
  const first = idAmong(names, kind);
  if (first === null || isDistinct(first, samples)) return first;
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
    isDistinct(name, samples) && mostly(samples, ({ [name]: id }) => isIdLike(id));
  return (
    names.find((name) => roleOf(name).ids && isId(name)) ??
    names.find((name) => ID_NAMES.test(name) && isId(name)) ??
    null
  );
}

/** The field named as texts of this kind are; `text` fits both kinds. */
function textAmong(names: readonly string[], kind: Kind): string | null {
  const found = names.find((name) => {
    const { role, sure, ids } = roleOf(name);
    return !ids && name !== 'text' && (kind === 'corpus' ? role === 'document' : role === 'query' && sure);
  });
  return found ?? null;
}

/** Whether neither names, nor the path, nor a title tell the kind of a file of texts. */
function isEither(hint: Hint): boolean {
  const { samples, container } = hint;
  const names = Object.keys(samples[0] ?? {});
  if (names.length === 3 || container === 'JSON object') return false;
  const isOpen = isPositional(names) || kindByNames(names, samples) === 'either';
  return isOpen && kindTold(hint) === null;
}

/** By the path, then by a title that is not always blank. */
function kindTold({ path, samples }: Hint): Kind | null {
  return kindByPath(path) ?? (samples.some((sample) => !isBlank(sample['title'])) ? 'corpus' : null);
}

/** By the path, then by a title, then by the length of the texts. */
function kindByContent(value: JsonObject, hint: Hint): Kind {
  const { samples } = hint;
  const told = kindTold(hint);
  if (told !== null) return told;
  const text = isPositional(Object.keys(value)) ? '2' : 'text';
  const median = medianLength(samples.map((sample) => scalarText(sample[text])));
  return median <= LONGEST_MEDIAN_QUERY ? 'queries' : 'corpus';
}

/** By the file's name, then by its folders from the innermost outwards. */
function kindByPath(path: string): Kind | null {
  for (const part of path.toLowerCase().split('/').reverse()) {
    if (/quer|topic|question/.test(part)) return 'queries';
    if (/corpus|collection|passage|doc/.test(part)) return 'corpus';
  }
  return null;
}

/** For rows without header: null where the first column holds no ids or the others no texts. */
function kindByPlace(value: JsonObject, hint: Hint): 'corpus' | 'either' | null {
  const names = Object.keys(value);
  if (names.length < 2 || names.length > 3 || hint.container === 'columns') return null;
  const { samples } = hint;
  if (!isIdColumn('1', samples) || !isDistinct('1', samples) || !holdsProse('2', samples)) return null;
  if (!samples.every((sample) => names.slice(1).every((name) => typeof sample[name] === 'string')))
    return null;
  return names.length === 3 ? 'corpus' : 'either';
}

const PLACED: TextColumns = { id: '1', text: '2', title: '3' };

const USUAL: Readonly<Record<Kind, TextColumns>> = {
  corpus: { id: 'docid', text: 'text', title: 'title' },
  queries: { id: 'query_id', text: 'query', title: null },
};

function textsReader(kind: Kind, samples: readonly JsonObject[]): (value: JsonObject) => TextEntry | Fault {
  const find = byNames((names) =>
    isPositional(names) ? PLACED : (columnsFor(kind, names, samples) ?? USUAL[kind]),
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
  kind: Kind,
  names: readonly string[],
  samples: readonly JsonObject[],
): TextColumns | null {
  const [own, other] =
    kind === 'corpus' ? (['document', 'query'] as const) : (['query', 'document'] as const);
  const id =
    names.find((name) => name === '_id') ??
    distinctId(names, own, samples) ??
    plainId(names) ??
    otherId(names, samples) ??
    idAmong(names, other);
  const text = names.find((name) => name === 'text') ?? textAmong(names, kind) ?? textAmong(names, 'corpus');
  const title = kind === 'corpus' && names.includes('title') ? 'title' : null;
  return id === null || text === null ? null : { id, text, title };
}

/** Judgements: under a header, as BEIR's `query-id`, `corpus-id`, `score`, or in TREC's four columns, or in three. */
export const qrels: Fit = (entry, hint) => {
  if (hint.said !== 'qrels' && hitsOf(entry, hint)?.means !== 'grade') return null;
  const hitOf = hitReader('a query id, a document id and a relevance in each row');
  const read: CompanionReader['read'] = (row) => {
    const hit = hitOf(row);
    if (hit instanceof Fault) return hit;
    const { queryId, documentId, value: relevance } = hit;
    return { queryId, documentId, relevance };
  };
  return { kind: 'qrels', read };
};
