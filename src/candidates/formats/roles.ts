/**
 * The one table of what field names mean. A name is cut into words (case and separators do not count, a number at its
 * end is its place in a series), and every word must be known: a name with a word that is not in the table, or with
 * words of two roles, decides nothing.
 */

/** What a field is for. `aside`: never a passage. `unknown`: its name does not tell. */
export type Role = 'query' | 'positive' | 'negative' | 'document' | 'label' | 'title' | 'aside' | 'unknown';

/** What a field's name says. */
export interface NamedRole {
  readonly role: Role;
  /** False where the name says it only beside others that do, such as `prompt` or `sentence`. */
  readonly sure: boolean;
  /** The name is that of ids and not of texts, as `positive_id`. */
  readonly ids: boolean;
  /** The number at its end; null where there is none. */
  readonly number: number | null;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const QUERY = words('query question anchor q qry');
const PERHAPS_QUERY = words('prompt claim sentence sent premise utterance input');
const POSITIVE = words('positive positives pos chosen relevant gold good entailment');
const NEGATIVE = words(
  'negative negatives neg negs rejected irrelevant nonrelevant distractor distractors bad contradiction',
);
/** Passages of either kind: which, their label says, or the negatives beside them. */
const DOCUMENT = words(
  'document documents doc docs passage passages text texts answer answers context contexts ctx ctxs response ' +
    'responses paragraph paragraphs para content contents candidate candidates body completion',
);
const LABEL = words('label labels relevance rel grade judgment judgement relevancy');
/** Words that go with any role and do not change it. */
const BESIDE = words(
  'hard soft easy semi random mined bm25 dense ann in batch list lists set example examples sample samples sentence ' +
    'sentences message messages msg top true str string value user search original',
);
const LANGUAGES = words(
  'is en de fr es it pt nl pl ru zh ja ko ar hi tr vi th sv da no fi cs el he hu ro uk fa',
);
const TITLE = words('title titles');
const IDS = words('id ids docid docids pid pids did dids qid qids docno uuid guid');
/** A field with one of these words is no passage, whatever its other words. */
const ASIDE = words(
  'url uri link links source sources path paths file filename filepath reason reasons reasoning explanation ' +
    'explanations rationale signal signals score scores language lang split metadata meta type types category ' +
    'categories count counts num number len length rank ranks embedding embeddings vector vectors emb model models ' +
    'dataset datasets subset task tasks domain domains difficulty date time timestamp hash index idx token tokens ' +
    'prob probs logit logits similarity sim margin weight weights level topic topics tag tags keyword keywords note ' +
    'notes comment comments version author authors info status system miner year genre intent instruction ' +
    'instructions config seed license cluster confidence quality origin method strategy entity entities span spans ' +
    'start end offset page pages section chapter name names',
);

const KNOWN = new Set(
  [QUERY, PERHAPS_QUERY, POSITIVE, NEGATIVE, DOCUMENT, LABEL, BESIDE, LANGUAGES, TITLE].flatMap((set) => [
    ...set,
  ]),
);

/** Words that are written as one, with what they are made of. */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\bhard(neg\w*)/g, 'hard $1'],
  [/\b(positive|negative|pos|neg)(passage|document|doc|text|ctx|example)/g, '$1 $2'],
  [/\b(query|question)(text|id)\b/g, '$1 $2'],
  [/\b(non|not) relevant\b/g, 'nonrelevant'],
];

/** What a name says of its field. */
export function roleOf(name: string): NamedRole {
  const { tokens, number } = wordsOf(name);
  const ids = tokens.some((word) => IDS.has(word));
  const rest = tokens.filter((word) => !IDS.has(word));
  const as = (role: Role, sure = true): NamedRole => ({ role, sure, ids, number });
  const has = (set: ReadonlySet<string>): boolean => rest.some((word) => set.has(word));
  // Columns without a header are called "1", "2" …
  if (tokens.length === 0) return as(number === null ? 'aside' : 'unknown');
  if (has(ASIDE)) return as('aside');
  if (has(TITLE)) return as('title');
  const asks = rest.some((word) => PERHAPS_QUERY.has(word) && !BESIDE.has(word) && word !== 'sent');
  const roles = [has(NEGATIVE), has(POSITIVE), has(QUERY) || asks].filter(Boolean);
  if (roles.length > 1 || !rest.every((word) => KNOWN.has(word))) return as(ids ? 'aside' : 'unknown');
  if (has(LABEL) || (rest[0] === 'is' && rest.length > 1)) return as('label');
  if (has(NEGATIVE)) return as('negative');
  if (has(POSITIVE)) return as('positive');
  if (has(QUERY) || tokens.some((word) => word === 'qid' || word === 'qids')) return as('query');
  if (has(PERHAPS_QUERY) || (rest.length === 1 && rest[0] === 'messages')) return as('query', false);
  if (has(DOCUMENT)) return as('document', false);
  return as(ids ? 'aside' : 'unknown');
}

/** Whether names beside those that are used are sure to be a query, a positive or negatives: then names must decide. */
export function hasOtherRoles(names: readonly string[], used: readonly string[]): boolean {
  return names.some((name) => {
    const { role, sure, ids } = roleOf(name);
    return (
      !used.includes(name) && sure && !ids && (role === 'query' || role === 'positive' || role === 'negative')
    );
  });
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
