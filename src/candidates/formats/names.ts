/**
 * The table of what names of fields and columns mean. A name is cut into words; case and separators do not count, and a
 * number at its end is its place in a series. A name with an unknown word, or with words of two roles, decides nothing.
 */

import type { JsonObject } from '../fault';

/**
 * What a field is for. `document`: a passage; a label or other fields say whether positive or negative. `answer`: the same,
 * under a name that a corpus never has. `aside`: never a passage. `unknown`: the name does not tell.
 */
export type Role =
  | 'query'
  | 'positive'
  | 'negative'
  | 'document'
  | 'answer'
  | 'label'
  | 'score'
  | 'rank'
  | 'title'
  | 'aside'
  | 'unknown';

export interface NamedRole {
  readonly role: Role;
  /** False for names that decide only beside others, such as `prompt` or `sentence`. */
  readonly sure: boolean;
  /** The field holds ids, such as `positive_id`. */
  readonly ids: boolean;
  /** The number at its end; null where there is none. */
  readonly number: number | null;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const QUERY = words('query question anchor q qry');
const PERHAPS_QUERY = words('anc prompt claim sentence sent premise utterance input');
const POSITIVE = words('positive positives pos chosen preferred relevant gold good entailment');
const NEGATIVE = words(
  'negative negatives neg negs rejected nonpreferred dispreferred irrelevant nonrelevant distractor distractors bad wrong incorrect contradiction',
);
const DOCUMENT = words(
  'document documents doc docs passage passages text texts context contexts ctx ctxs paragraph paragraphs para ' +
    'content contents body segment abstract abstracts summary summaries',
);
const ANSWER = words('answer answers response responses candidate candidates completion etalon');
const LABEL = words('label labels relevance rel grade judgment judgement relevancy');
const SCORE = words('score scores');
const RANK = words('rank ranks');
const TITLE = words('title titles heading headings');
/** Words that go with any role and do not change it. */
const BESIDE = words(
  'hard soft easy semi random mined bm25 dense ann in batch list lists set example examples sample samples sentence ' +
    'sentences message messages msg conversation conversations output top true str string value user search original has ' +
    'selected supporting correct best',
);
/** What collections call their documents: they say so only beside another word, `positive_chunk`, or as an id. */
const THINGS = words(
  'chunk chunks snippet snippets txt ans resp cand cands article articles code codes item items paper papers product products',
);
const LANGUAGES = words(
  'is en de fr es it pt nl pl ru zh ja ko ar hi tr vi th sv da no fi cs el he hu ro uk fa',
);
const QUERY_IDS = words('qid qids');
const DOCUMENT_IDS = words('docid docids docno docidx pid pids did dids');
const IDS = new Set([...words('id ids uuid guid index idx pmid pmids'), ...QUERY_IDS, ...DOCUMENT_IDS]);
/** Words that say only what an id belongs to. */
const TOPIC = words('topic topics');
const CORPUS = words('corpus');
/** A field with one of these words is never a passage. */
const ASIDE = words(
  'url uri link links source sources path paths file filename filepath reason reasons reasoning explanation ' +
    'explanations rationale signal signals language lang split metadata meta type types category categories count ' +
    'counts num number len length embedding embeddings vector vectors emb model models dataset datasets subset task ' +
    'tasks domain domains difficulty date time timestamp hash index idx token tokens prob probs logit logits similarity sim ' +
    'margin weight weights level topic topics tag tags keyword keywords note notes comment comments version author ' +
    'authors info status system miner year genre intent instruction instructions config seed license cluster ' +
    'prediction predictions predicted ' +
    'confidence quality origin method strategy entity entities span spans start end offset page pages section ' +
    'chapter name names',
);

const KNOWN = new Set(
  [
    QUERY,
    PERHAPS_QUERY,
    POSITIVE,
    NEGATIVE,
    DOCUMENT,
    ANSWER,
    LABEL,
    BESIDE,
    THINGS,
    LANGUAGES,
    TITLE,
  ].flatMap((set) => [...set]),
);

const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\bhard(neg\w*)/g, 'hard $1'],
  [/\b(positive|negative|pos|neg)(passage|document|doc|text|ctx|example)/g, '$1 $2'],
  [/\b(query|question|document|doc|passage|sentence)(text|id|title)\b/g, '$1 $2'],
  [/\b(non|not) relevant\b/g, 'nonrelevant'],
  [/\b(non|not) preferred\b/g, 'nonpreferred'],
  [/\bq(text)\b/g, 'query $1'],
  [/\ba(text)\b/g, 'answer $1'],
  [/\b(text|doc|document|sentence|sent) left\b/g, '$1 1'],
  [/\b(text|doc|document|sentence|sent) right\b/g, '$1 2'],
];

/** Most names of which it is kept what they say. */
const MOST_SEEN = 1000;

/** Keeps what was read of recent names: those of a file come again with every record. */
function remembering<Read>(read: (name: string) => Read): (name: string) => Read {
  const seen = new Map<string, Read>();
  return (name) => {
    const known = seen.get(name);
    if (known !== undefined) return known;
    if (seen.size === MOST_SEEN) seen.clear();
    const found = read(name);
    seen.set(name, found);
    return found;
  };
}

export const roleOf = remembering(readName);

function readName(name: string): NamedRole {
  const { tokens, number } = wordsOf(name);
  const ids = tokens.some((word) => IDS.has(word));
  const rest = tokens.filter((word) => !IDS.has(word));
  const as = (role: Role, sure = true): NamedRole => ({ role, sure, ids, number });
  const has = (set: ReadonlySet<string>, among: readonly string[] = rest): boolean =>
    among.some((word) => set.has(word));
  // Columns without a header are called "1", "2" …; pandas writes its index under no name.
  if (tokens.length === 0) return number === null ? { ...as('aside'), ids: true } : as('unknown');
  if (ids && rest.length === 1) {
    if (has(TOPIC)) return as('query');
    if (has(CORPUS)) return as('document');
  }
  if (has(ASIDE, tokens)) return as('aside');
  if (has(SCORE)) return as('score', rest.length === 1);
  if (has(RANK)) return as('rank', rest.length === 1);
  if (has(TITLE)) return as('title');
  const asks = rest.some((word) => PERHAPS_QUERY.has(word) && !BESIDE.has(word) && word !== 'sent');
  const roles = [has(NEGATIVE), has(POSITIVE), has(QUERY) || asks].filter(Boolean);
  if (roles.length > 1 || !rest.every((word) => KNOWN.has(word))) return as(ids ? 'aside' : 'unknown');
  if (has(LABEL) || (/^(is|has)$/.test(rest[0] ?? '') && rest.length > 1)) return as('label');
  if (has(NEGATIVE)) return as('negative');
  if (has(POSITIVE)) return as('positive');
  if (has(QUERY) || has(QUERY_IDS, tokens)) return as('query');
  if (has(PERHAPS_QUERY) || (rest.length === 1 && isConversationName(rest[0] ?? '')))
    return as('query', false);
  if (has(DOCUMENT) || has(DOCUMENT_IDS, tokens)) return as('document', false);
  if (has(ANSWER)) return as('answer', false);
  return as(ids ? 'aside' : 'unknown');
}

/** Whether a name has a word for what a collection calls its documents: `product_id`. */
export function isOfThing(name: string): boolean {
  return wordsOf(name).tokens.some((word) => THINGS.has(word));
}

/** The words of a name, in lower case, and the number at its end. */
function wordsOf(name: string): { readonly tokens: readonly string[]; readonly number: number | null } {
  let text = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
  for (const [pattern, parts] of COMPOUNDS) text = text.replace(pattern, parts);
  const tokens: string[] = [];
  let number: number | null = null;
  for (const word of text.split(' ')) {
    const [, letters = '', digits = ''] = KNOWN.has(word)
      ? ['', word]
      : (/^(\D*)(\d*)$/.exec(word) ?? ['', word]);
    if (letters !== '') tokens.push(letters);
    if (digits !== '') number = Number(digits);
  }
  return { tokens, number };
}

/** What a list beside passages holds of each of them. */
type OfEach = 'score' | 'rank' | 'id' | 'label' | 'title' | 'embedding';

const OF_EACH: readonly (readonly [OfEach, ReadonlySet<string>])[] = [
  ['score', SCORE],
  ['rank', RANK],
  ['label', LABEL],
  ['title', TITLE],
  ['embedding', words('embedding embeddings emb vector vectors')],
  ['id', IDS],
];

/** Forms of one word, without the s of the plural. */
const ONE_WORD: Readonly<Record<string, string>> = { neg: 'negative', pos: 'positive', doc: 'document' };

interface Ownership {
  /** The name's words in one form, without what is held of each passage: `hard negative` for `hard_neg_ids` and `hard_negatives`. */
  readonly owner: string;
  /** Null: the passages themselves, or something unknown. */
  readonly holds: OfEach | null;
  /** Whether the name speaks of negatives, or of a query or positives. */
  readonly of: 'negatives' | 'others' | null;
}

/** What a name says of the passages that its list goes with. */
export const ownershipOf = remembering(readOwnership);

function readOwnership(name: string): Ownership {
  const { tokens, number } = wordsOf(name);
  const holds = OF_EACH.find(([, set]) => tokens.some((word) => set.has(word)))?.[0] ?? null;
  const rest = tokens.filter((word) => !OF_EACH.some(([, set]) => set.has(word)));
  const telling = rest.filter((word) => !DOCUMENT.has(word) && !/^lists?$/.test(word));
  const owner = (telling.length > 0 ? telling : rest).map((word) => {
    const one = word.length > 2 ? word.replace(/s$/, '') : word;
    return ONE_WORD[one] ?? ONE_WORD[word] ?? one;
  });
  const ofOthers = tokens.some((word) => QUERY.has(word) || QUERY_IDS.has(word) || POSITIVE.has(word));
  const ofNegatives = tokens.some((word) => NEGATIVE.has(word));
  return {
    owner: [...owner, ...(number === null ? [] : [String(number)])].join(' '),
    holds,
    of: ofOthers ? 'others' : ofNegatives ? 'negatives' : null,
  };
}

/** Whether a field may hold a query or a passage, by its name. */
export function mayBePassage(name: string): boolean {
  const { role, ids } = roleOf(name);
  return !ids && !['aside', 'label', 'score', 'rank', 'title'].includes(role);
}

/** Whether a name surely holds texts of one of these roles. */
export function isTelling(name: string, roles: readonly Role[]): boolean {
  const { role, sure, ids } = roleOf(name);
  return sure && !ids && roles.includes(role);
}

/** Whether a field's name says that it holds a conversation, and nothing else. */
export function isConversationName(name: string): boolean {
  return /^(messages|conversations?)$/i.test(name);
}

/** The field that holds the id of a query or of a document, or null. */
export function idAmong(names: readonly string[], role: 'query' | 'document'): string | null {
  const found = names.find((name) => {
    const { role: of, ids } = roleOf(name);
    return ids && of === role && !/s$/i.test(name);
  });
  return found ?? null;
}

/** The field `_id` or `id`, or null. */
export function plainId(names: readonly string[]): string | null {
  return names.find((name) => /^_id$/i.test(name)) ?? names.find((name) => /^id$/i.test(name)) ?? null;
}

/** Fields that may hold the query's id, the surest first. */
export function queryIdsAmong(names: readonly string[]): readonly string[] {
  return [idAmong(names, 'query'), plainId(names)].filter((name) => name !== null);
}

/** Whether a name is another one with a language behind it. */
export function isInLanguage(name: string, of: string): boolean {
  const [, language = ''] = /^[_ -](\w+)$/.exec(name.slice(of.length)) ?? [];
  return name.startsWith(of) && LANGUAGES.has(language.toLowerCase());
}

/** A name without its number: `neg`, `neg_1` and `neg_2` are one series, and so are `neg_1_id` and `neg_2_id`. */
export function seriesOf(name: string): string {
  return name.replace(/(?:[ _-]|(?<!\d))\d+$|[ _-]\d+(?=[ _-])/, '');
}

/** Whether the name of a file, without its folders, speaks of negatives and of nothing else. */
export function isOfNegatives(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  return /(^|[^a-z])(hard)?neg(ative)?s?([^a-z]|$)/i.test(name) && !/pos|rel|gold/i.test(name);
}

/** Whether all negatives stand in one field or in fields of one series: then they are one source. */
export function isOneSeries(negatives: readonly string[]): boolean {
  return new Set(negatives.map(seriesOf)).size <= 1;
}

/** All fields of the first entries, in the order in which they come up. */
export function fieldNames(samples: readonly JsonObject[]): string[] {
  return [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
}

/**
 * Caches what follows from the names of an entry's fields while entries have the same names.
 */
export function byNames<T>(make: (names: readonly string[]) => T): (value: JsonObject) => T {
  let last: { names: readonly string[]; made: T } | null = null;
  return (value) => {
    const names = Object.keys(value);
    const same = names.length === last?.names.length && names.every((name, i) => name === last?.names[i]);
    if (last === null || !same) last = { names, made: make(names) };
    return last.made;
  };
}
