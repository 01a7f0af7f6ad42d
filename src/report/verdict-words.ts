/** The verdict in words: the headline, what stands below it, and the reading of one source. */

import { FEWEST_QUERIES, negativesOfEach } from '../scoring/ranking';
import { auditStatistic } from '../scoring/audit';
import { unlikeInWords } from './depths';
import { pairAuditInWords } from './pair-audit';
import type { Certainty } from '../engine/results';
import {
  capitalised,
  countInWords,
  countOf,
  firstNegatives,
  formatCount,
  formatScore,
  listInWords,
  rankFirst,
} from '../ui/words';
import {
  type Fact,
  type FlagReading,
  type JudgedSource,
  type JudgingEncoder,
  type Pattern,
  type SourceVerdict,
  type Verdict,
} from './verdict';

/** A source's name inside a sentence, so that the page can colour it. */
export interface SourceName {
  readonly source: string;
}

/** A sentence in parts. */
export type Phrase = readonly (string | SourceName)[];

export interface VerdictWords {
  readonly headline: Phrase;
  /** Whole sentences. */
  readonly detail: readonly string[];
}

/** Names listed with their scores; the others are counted. */
const NAMES_LISTED = 6;

/** Phrases as a list: `a, b and c`. */
export function joined(phrases: readonly Phrase[]): Phrase {
  return phrases.flatMap((phrase, i) => {
    if (i === 0) return phrase;
    return [i === phrases.length - 1 ? ' and ' : ', ', ...phrase];
  });
}

export function phraseText(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : part.source)).join('');
}

/** The caution for a run by the encoder that comes with the page; null for any other. */
export function encoderCaution({ name, bundled }: JudgingEncoder): string | null {
  if (!bundled) return null;
  return `${name} is a small static encoder: good for a look; your encoder's order may differ.`;
}

/** The parts of a result that may call for caution. */
export interface CautionedResult {
  readonly encoder: JudgingEncoder;
  readonly audited: boolean;
  /** True where the page's inputs have changed since. */
  readonly outOfDate: boolean;
}

/** The cautions of every export: whole sentences, none if nothing calls for caution. */
export function cautions({ encoder, audited, outOfDate }: CautionedResult): string[] {
  const small = encoderCaution(encoder);
  return [
    ...(small === null ? [] : [small]),
    ...(audited ? [] : ['Nothing was audited: these are scores, and no source has a rank.']),
    ...(outOfDate ? ['Out of date: files or settings were changed after this was ranked.'] : []),
  ];
}

/** The result of a finished run in words. The verdict has at least one source. */
export function verdictInWords(verdict: Verdict): VerdictWords {
  const groups = groupsOf(verdict);
  const leads = leadsOf(groups, verdict);
  const asks = !verdict.audited && verdict.sources.length > 1;
  const headline: Phrase = [
    ...leads,
    ...(asks ? [', and nothing was audited. Which of these do you trust?'] : []),
    ...patterns(verdict).flatMap((words) => [asks ? ' ' : '; ', ...words, ...(asks ? ['.'] : [])]),
    ...(asks ? [] : ['.']),
  ];
  return { headline, detail: detailOf(verdict, groups) };
}

/** Who leads in each setting; more than a headline holds are counted. */
function leadsOf(groups: readonly Group[], verdict: Verdict): Phrase {
  const { length } = verdict.sources;
  if (length > MANY && groups.length > 2) {
    return [
      `${capitalised(countInWords(length))} sources are scored in ${countInWords(groups.length)} settings`,
    ];
  }
  return joined(
    groups.map((group) => {
      const words = lead(group, verdict);
      return groups.length > 1 ? [...words, ` in ${group[0]?.source.setting}`] : words;
    }),
  );
}

/** Where one source alone is the reference. */
export const ONE_REFERENCE =
  'One reference is a point, not a range: its own 95\u00a0% interval is used. Trust a second source for a range.';

/** The reading of a source in parts: its warning, and the rest. */
export function readingParts(verdict: SourceVerdict): { readonly warning: string; readonly words: string[] } {
  const { standing, pattern, facts, unranked, source, flags } = verdict;
  const has = (kind: Fact['kind']) => facts.some((fact) => fact.kind === kind);
  const misread = has('misread');
  const seen = pattern === null ? '' : PATTERNS[pattern].reading;
  const copied = source.negativesEqualPositive === 0 ? '' : copiesInWords(source);
  return {
    warning: misread ? 'may be misread' : pattern === 'copies' ? copied : seen,
    words: [
      ...figuresInWords(flags),
      ...(copied === '' || (pattern === 'copies' && !misread) ? [] : [copied]),
      ...levelInWords(flags),
      ...(standing === 'outside' ? [] : [STANDINGS[standing]]),
      ...(source.queries < FEWEST_QUERIES ? ['too few queries'] : []),
      ...(unranked === 'unlike-k' ? ['too unlike K'] : []),
      ...(has('own-miner') ? ['mined by its judge?'] : []),
      ...(has('margin') ? ['the margin took its inverted pairs, as asked'] : []),
      ...(has('margin-asked') ? ['mined with a margin?'] : []),
    ],
  };
}

/** The reading of a source as the table has it, without its full stop. */
export function readingInWords(verdict: SourceVerdict): string {
  const { warning, words } = readingParts(verdict);
  const { pattern } = verdict;
  const figures = figuresInWords(verdict.flags).length;
  if (pattern === null || figures === 0) return [warning, ...words].filter(Boolean).join('; ');
  const found = `${warning}${PATTERNS[pattern].joint}${words.slice(0, figures).join(', ')}`;
  return [found, ...words.slice(figures)].join('; ');
}

/** Flags whose distance counts. */
function figuresInWords(flags: readonly FlagReading[]): string[] {
  return flags.flatMap(({ words, certain, levelWith }) => {
    if (levelWith !== null) return [];
    return [certain ? words : `${words} (may be chance)`];
  });
}

/** `level with bm25 on inversion`: flags whose distance is too small to count. */
function levelInWords(flags: readonly FlagReading[]): string[] {
  const names = [...new Set(flags.flatMap(({ levelWith }) => levelWith ?? []))];
  return names.map((name) => {
    const signs = flags.flatMap(({ flag, levelWith }) =>
      levelWith === name ? [auditStatistic(flag).sign] : [],
    );
    return `level with ${name} on ${listInWords(signs)}`;
  });
}

/** `121 copies of the positive`. */
function copiesInWords({ negativesEqualPositive: copies }: JudgedSource): string {
  return `${countOf(copies, 'copy', 'copies')} of the positive`;
}

const STANDINGS = { 'not-audited': 'not audited', reference: 'reference', inside: 'inside' } as const;

/** `reading` for the table, with the flags after `joint`; `one` and `many` for the headline. Facts come first. */
const PATTERNS: Readonly<Record<Pattern, { reading: string; joint: string; one: string; many: string }>> = {
  copies: {
    reading: 'copies of the positive',
    joint: '; ',
    one: 'holds copies of the positive',
    many: 'hold copies of the positive',
  },
  'too-easy': { reading: 'looks too easy', joint: ': ', one: 'looks too easy', many: 'look too easy' },
  outside: {
    reading: 'outside the references',
    joint: ' on ',
    one: 'lies outside the references',
    many: 'lie outside the references',
  },
};

type Group = readonly SourceVerdict[];

function groupsOf({ sources }: Pick<Verdict, 'sources'>): Group[] {
  const settings = [...new Set(sources.map(({ source }) => source.setting))];
  return settings.map((setting) => sources.filter(({ source }) => source.setting === setting));
}

function byScore(group: Group): SourceVerdict[] {
  return [...group].sort((a, b) => b.source.eci - a.source.eci);
}

/** Who leads among sources of one setting. */
function lead(group: Group, { audited }: Verdict): Phrase {
  const ranked = byScore(group.filter(({ rank }) => rank !== null));
  const [only] = group;
  if (group.length === 1 && only) return [nameOf(only), ` scores ${score(only)} and has no rival`];
  if (!audited) return highest(group);
  const leaders = ranked.filter(({ rank }) => rank?.from === 1);
  const rest = ranked.slice(leaders.length);
  if (leaders.length === 0) return nobody(group);
  const last =
    rest.length === 1 && rest[0]?.rank?.from === ranked.length
      ? [', ', nameOf(rest[0]), ` is ${ORDINALS[ranked.length] ?? 'last'}`]
      : [];
  if (leaders.length > (group.length > MANY ? 1 : NAMED_LEADERS)) {
    const some = `${capitalised(countInWords(leaders.length))} sources`;
    return [rest.length === 0 ? `${some} are too close to call` : `${some} lead, too close to call`];
  }
  if (leaders.length === 1) return [...names(leaders), ` ranks first of ${countInWords(ranked.length)}`];
  if (rest.length === 0) return [...names(leaders), ' are too close to call'];
  return [...names(leaders), ' lead, too close to call', ...last];
}

/** More leaders than these are counted; of many sources, more than one. */
const NAMED_LEADERS = 3;

const ORDINALS: Readonly<Record<number, string>> = { 3: 'third', 4: 'fourth', 5: 'fifth', 6: 'sixth' };

/** Where no source has a rank. */
function nobody(group: Group): Phrase {
  const alone = group.find(({ unranked }) => unranked === 'alone');
  if (alone) return [nameOf(alone), ' is the only source that could be ranked'];
  const reasons = new Set(group.map(({ unranked }) => unranked));
  if (reasons.size === 1 && reasons.has('outside')) return ['Every source lies outside the references'];
  if (reasons.has('unlike-k')) {
    return [...highest(group), ', but the numbers of negatives are too unlike for a rank'];
  }
  return ['No source can be ranked'];
}

/** Who scores highest where nobody ranks first. A source that may be misread is not named. */
function highest(group: Group): Phrase {
  const fit = byScore(group.filter(({ unranked }) => unranked !== 'misread' && unranked !== 'outside'));
  const enough = fit.filter(({ source }) => source.queries >= FEWEST_QUERIES);
  const [first] = enough.length > 0 ? enough : fit;
  return first ? [nameOf(first), ' scores highest'] : ['No source can be ranked'];
}

/** More sources than these are many: the headline then names one of a kind and has fewer clauses, to fit two lines. */
const MANY = 5;

/** What the audit and the files show; sources with the same pattern together. Facts come first, the rest is in the detail. */
function patterns({ sources, audited }: Verdict): Phrase[] {
  if (sources.length <= MANY) return patternsOf(sources, 3).slice(0, 3);
  // Beside a long beginning there is room for one.
  const long = !audited || sources.every(({ rank }) => rank === null);
  return patternsOf(sources, 1).slice(0, long || groupsOf({ sources }).length > 1 ? 1 : 2);
}

/** @param most sources of one kind that are named; more are counted */
function patternsOf(sources: Group, most: number): Phrase[] {
  const told = (rows: Group, one: string, many: string): Phrase[] => {
    if (rows.length === 0) return [];
    if (rows.length > most) return [[`${countInWords(rows.length)} sources ${many}`]];
    return [[...names(rows), ` ${rows.length === 1 ? one : many}`]];
  };
  const misread = sources.filter(({ unranked }) => unranked === 'misread');
  const kinds = Object.keys(PATTERNS) as Pattern[];
  return [
    ...told(misread, 'may be misread', 'may be misread'),
    ...kinds.flatMap((kind) => {
      const rows = sources.filter(({ pattern, unranked }) => pattern === kind && unranked !== 'misread');
      const [only] = rows;
      const counted = kind === 'copies' && rows.length === 1 && only;
      return told(
        rows,
        counted ? `holds ${copiesInWords(only.source)}` : PATTERNS[kind].one,
        PATTERNS[kind].many,
      );
    }),
    ...doubtsOfPairs(sources, told),
  ];
}

/** What the audit by pairs found in sources of which the audit of the file says nothing. */
function doubtsOfPairs(sources: Group, told: (rows: Group, one: string, many: string) => Phrase[]): Phrase[] {
  const quiet = sources.filter(({ pattern, unranked }) => pattern === null && unranked !== 'misread');
  const random = quiet.filter(({ pairs }) => pairs?.unrelated?.flagged);
  const near = quiet.filter(({ pairs }) => pairs?.near_positive.flagged);
  return [
    ...told(random, 'has pairs far from their queries', 'have pairs far from their queries'),
    ...told(near, 'has more pairs near the positive', 'have more pairs near the positive'),
  ];
}

function detailOf(verdict: Verdict, groups: readonly Group[]): string[] {
  const { sources, certainty } = verdict;
  const caution = encoderCaution(verdict.encoder);
  return [
    ...(caution === null ? [] : [caution]),
    ...sources.flatMap(({ facts }) => facts.map(({ message }) => message)),
    ...(verdict.negatives === null ? [] : [`Scored: ${firstNegatives(verdict.negatives) ?? ''}.`]),
    ...verdict.compared.map((each) => comparedInWords(each, groups.length > 1)),
    ...groups.map((group) => scores(group, groups.length > 1)),
    ...(certainty === null ? [] : [...stopInWords(certainty), ...pairsInWords(verdict, certainty)]),
    ...sources.filter(({ flags }) => figuresInWords(flags).length > 0).map(flagged),
    ...sources.flatMap(({ source, pairs }) => (pairs ? pairAuditInWords(source.name, pairs) : [])),
    ...sources.flatMap(tooFew),
    ...groups.flatMap(unlikeAmong),
    ...auditRemark(verdict),
    ...againstRandom(verdict, groups),
  ];
}

/** On which queries sources of one setting were compared, where they have different ones. */
function comparedInWords({ setting, queries, alone }: Verdict['compared'][number], named: boolean): string {
  const start = named ? `${setting}: sources` : 'Sources';
  const shared = countOf(queries, 'query', 'queries');
  if (alone) return `${start} are compared on the ${shared} that all of them have.`;
  return `${start} share ${shared} and are scored on all of their own: the queries differ, not only the negatives.`;
}

function scores(group: Group, named: boolean): string {
  const rows = byScore(group);
  const listed = rows.slice(0, NAMES_LISTED).map((row) => `${row.source.name} ${score(row)}`);
  const rest = rows.length - listed.length;
  const text = rest === 0 ? listed.join(', ') : `${listed.join(', ')} and ${countInWords(rest)} more`;
  return named ? `${group[0]?.source.setting}: ${text}.` : `ECI: ${text}.`;
}

function flagged({ source, flags, standing, pattern }: SourceVerdict): string {
  const figures = listInWords(figuresInWords(flags));
  return standing === 'outside' && (pattern !== 'copies' || flags.some(({ certain }) => certain))
    ? `${source.name} lies outside the references on ${figures}.`
    : `${source.name} is ranked; it differs from the references on ${figures}.`;
}

function tooFew({ source: { name, queries } }: SourceVerdict): string[] {
  if (queries >= FEWEST_QUERIES) return [];
  return [
    `${name} has ${countOf(queries, 'query', 'queries')}: too few for a rank, which takes ${FEWEST_QUERIES}.`,
  ];
}

/** Which sources have too many or too few negatives for the others, and the cure. */
function unlikeAmong(group: Group): string[] {
  const unlike = group.filter(({ unlikeK }) => unlikeK).map(({ source }) => source);
  if (unlike.length === 0) return [];
  const sources = group.map(({ source }) => source);
  return [unlikeInWords(unlike, sources), `${rankFirst(negativesOfEach(sources))}.`];
}

function auditRemark({ audited, oneReference, sources }: Verdict): string[] {
  if (sources.length === 1) return ['A source alone has no rank: load another one to compare it with.'];
  if (oneReference) return [ONE_REFERENCE];
  if (audited) return [];
  return [
    'No reference is ticked, or all are, so nothing can be flagged.',
    'A score alone cannot tell a good source from random passages: tick the sources that you trust, and leave at least one.',
  ];
}

/** What random passages would score, and which sources do not score below that. */
function againstRandom({ randomBaseline }: Verdict, groups: readonly Group[]): string[] {
  if (randomBaseline === null) return [];
  const near = groups.flat().filter(({ source }) => source.eci >= NEAR_RANDOM * randomBaseline);
  const who =
    near.length === 0
      ? ''
      : `: ${listInWords(near.map(({ source }) => source.name))} ${near.length === 1 ? 'scores' : 'score'} about as much`;
  return [`Random passages would score ${formatScore(randomBaseline)}${who}.`];
}

/** From this share of the random baseline on a score counts as one of random passages. */
const NEAR_RANDOM = 0.95;

function names(rows: Group): Phrase {
  return joined(rows.map((row) => [nameOf(row)]));
}

function nameOf({ source }: SourceVerdict): SourceName {
  return { source: source.name };
}

function score({ source }: SourceVerdict): string {
  return formatScore(source.eci);
}

/** After how many queries a run ended, if it stopped early. */
function stopInWords({ method, queries_used: used, queries_total: total, pairs }: Certainty): string[] {
  if (method === 'bootstrap') return [];
  const open = pairs.some(({ status }) => status === 'not separated');
  const where = `after ${formatCount(used)} of ${formatCount(total)} queries`;
  return [
    open
      ? `Stopped ${where}: for other queries like these the order is not certain.`
      : `Certain ${where}, for other queries like these too.`,
  ];
}

/** For each two ranked sources with an open order: their difference, and how many queries it would take. */
function pairsInWords({ sources }: Verdict, { pairs, method }: Certainty): string[] {
  const ranked = new Map(
    sources.flatMap(({ source, rank }) => (rank === null ? [] : [[source.id, source.name]])),
  );
  return pairs.flatMap(({ a, b, status, difference, queries_needed: needed, whole_files: whole }) => {
    const [upper, lower] = [ranked.get(a), ranked.get(b)];
    if (status === 'separated' || upper === undefined || lower === undefined) return [];
    const apart = method === 'confidence-sequence' ? 'not separated' : 'too close to call';
    const more = needed === null ? '' : `, it would take about ${formatCount(needed)} queries`;
    const here = whole && whole.low > 0 ? ` In these files ${upper} certainly scores higher.` : '';
    return [`${upper} and ${lower} are ${apart}: difference ${formatScore(difference)}${more}.${here}`];
  });
}
