/** The verdict in words: the headline, what stands below it, and the reading of one source. */

import { FEWEST_QUERIES, negativesOfEach } from '../scoring/ranking';
import { auditStatistic } from '../scoring/audit';
import type { AuditedMean } from '../scoring/certainty/flags';
import { unlikeInWords } from './depths';
import {
  capitalised,
  countInWords,
  countOf,
  countUnits,
  firstNegatives,
  formatCount,
  formatPercent,
  formatScore,
  listInWords,
  rankFirst,
} from '../ui/words';
import { copiesInWords, FINDING_KINDS, FINDINGS_OF_MANY, type Finding, type FindingKind } from './findings';
import { type Fact, type FlagReading, type Pattern, type SourceVerdict, type Verdict } from './verdict';

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

/** A sentence with values in it: texts, names of sources, and phrases. */
export function sentence(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | SourceName | Phrase)[]
): Phrase {
  return texts.flatMap((text, i) => {
    const value = values[i] ?? '';
    if (typeof value === 'string' || typeof value === 'number') return `${text}${value}`;
    return [text, ...('source' in value ? [value] : value)];
  });
}

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
export function encoderCaution(encoder: CautionedResult['encoder']): string | null {
  if (!encoder?.bundled) return null;
  return `${encoder.name} is a small static encoder: good for a look; your encoder's order may differ.`;
}

/** The parts of a result that may call for caution. */
export interface CautionedResult {
  /** Null where the files gave the embeddings. */
  readonly encoder: { readonly name: string; readonly bundled?: boolean } | null;
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
    ...[...patterns(verdict), ...notTold(verdict)].flatMap((words) => [
      asks ? ' ' : '; ',
      ...words,
      ...(asks ? ['.'] : []),
    ]),
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

type Spell = (name: string) => string;

/** The reading of a source in parts: its warning, and the rest. */
export function readingParts(
  verdict: SourceVerdict,
  spell: Spell = (name) => name,
): { readonly warning: string; readonly words: string[] } {
  const { standing, pattern, facts, unranked, source, flags, findings } = verdict;
  const has = (kind: Fact['kind']) => facts.some((fact) => fact.kind === kind);
  const found = findings.map(findingInWords);
  const copied = source.negativesEqualPositive > 0 && !findings.some(({ kind }) => kind === 'copies');
  const few = copied ? copiesInWords(source) : '';
  const seen = isFlagPattern(pattern) ? PATTERNS[pattern].reading : (found[0] ?? few);
  const warning = has('misread') ? 'may be misread' : seen;
  return {
    warning,
    words: [
      ...figuresInWords(verdict),
      ...[...found, few].filter((words) => words !== '' && words !== warning),
      ...levelInWords(flags, spell),
      ...(standing === 'outside' ? [] : [STANDINGS[standing]]),
      ...openInWords(verdict),
      ...(source.figures.units < FEWEST_QUERIES ? ['too few queries'] : []),
      ...(unranked === 'unlike-k' ? ['too unlike K'] : []),
      ...(has('margin') ? ['the margin took its inverted pairs, as asked'] : []),
      ...(has('margin-asked') ? ['mined with a margin?'] : []),
    ],
  };
}

/** The reading of a source as the table has it, without its full stop. */
export function readingInWords(verdict: SourceVerdict, spell?: Spell): string {
  const { warning, words } = readingParts(verdict, spell);
  const { pattern } = verdict;
  const figures = figuresInWords(verdict).length;
  if (pattern === null || figures === 0) return [warning, ...words].filter(Boolean).join('; ');
  const joint = isFlagPattern(pattern) ? PATTERNS[pattern].joint : '; ';
  const found = `${warning}${joint}${words.slice(0, figures).join(', ')}`;
  return [found, ...words.slice(figures)].join('; ');
}

/** `about 30 % random passages, 26 to 34`. */
export function findingInWords({ words, interval }: Finding): string {
  return interval === null ? words : `${words}, ${interval}`;
}

/** Flags whose distance counts. */
function figuresInWords({ flags, whole }: Pick<SourceVerdict, 'flags' | 'whole'>): string[] {
  return flags.flatMap(({ words, certain, levelWith }) => {
    if (levelWith !== null) return [];
    return [certain ? words : `${words} ${whole ? '(may be chance)' : 'so far'}`];
  });
}

/** `not settled: ρ and random passages`: what bars a rank where a file was not read to its end. */
function openInWords({ standing, open }: Pick<SourceVerdict, 'standing' | 'open'>): string[] {
  if (standing !== 'open' || open.length === 0) return [];
  return [`not settled: ${listInWords(open.map(meanInWords))}`];
}

function meanInWords(mean: AuditedMean): string {
  if (mean === 'unrelated') return FINDINGS_OF_MANY['random-passages'];
  if (mean === 'near_positive') return FINDINGS_OF_MANY['near-positive'];
  return auditStatistic(mean).sign;
}

/** `level with bm25 on inversion`: flags whose distance is too small to count. */
function levelInWords(flags: readonly FlagReading[], spell: Spell): string[] {
  const names = [...new Set(flags.flatMap(({ levelWith }) => levelWith ?? []))];
  return names.map((name) => {
    const signs = flags.flatMap(({ flag, levelWith }) =>
      levelWith === name ? [auditStatistic(flag).sign] : [],
    );
    return `level with ${spell(name)} on ${listInWords(signs)}`;
  });
}

const STANDINGS = {
  'not-audited': 'not audited',
  open: 'not audited yet',
  reference: 'reference',
  inside: 'inside',
} as const;

/** A pattern of flags, which no finding explains. */
type FlagPattern = Exclude<Pattern, FindingKind>;

function isFlagPattern(pattern: Pattern | null): pattern is FlagPattern {
  return pattern === 'too-easy' || pattern === 'outside';
}

/** `reading` for the table, with the flags after `joint`; `one` and `many` for the headline. */
const PATTERNS: Readonly<Record<FlagPattern, { reading: string; joint: string; one: string; many: string }>> =
  {
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
  const reasons = new Set(group.map(({ unranked }) => unranked));
  if (reasons.has('open')) return ['No source is ranked yet'];
  const alone = group.find(({ unranked }) => unranked === 'alone');
  if (alone) return [nameOf(alone), ' is the only source that could be ranked'];
  if (reasons.size === 1 && reasons.has('outside')) return ['Every source lies outside the references'];
  if (reasons.has('unlike-k')) {
    return [...highest(group), ', but the numbers of negatives are too unlike for a rank'];
  }
  return ['No source can be ranked'];
}

/** Who scores highest where nobody ranks first. A source that may be misread is not named. */
function highest(group: Group): Phrase {
  const fit = byScore(group.filter(({ unranked }) => unranked !== 'misread' && unranked !== 'outside'));
  const enough = fit.filter(({ source }) => source.figures.units >= FEWEST_QUERIES);
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
  const of = (kind: Pattern) =>
    sources.filter(({ pattern, unranked }) => pattern === kind && unranked !== 'misread');
  return [
    ...told(misread, 'may be misread', 'may be misread'),
    ...FINDING_KINDS.flatMap((kind) => {
      const rows = of(kind);
      const own = rows[0]?.findings.find((finding) => finding.kind === kind)?.words;
      // A few copies are told too where nothing else is.
      const held = own ?? (rows[0] ? copiesInWords(rows[0].source) : '');
      return told(rows, `holds ${held}`, `hold ${FINDINGS_OF_MANY[kind]}`);
    }),
    ...(['too-easy', 'outside'] as const).flatMap((kind) => {
      const { one, many } = PATTERNS[kind];
      return told(of(kind), one, many);
    }),
    ...told(
      sources.filter(({ unranked }) => unranked === 'open'),
      'is not audited yet',
      'are not audited yet',
    ),
  ];
}

/** Who leads without a certain distance to a source that is random passages: the score alone does not tell them apart. */
function notTold({ sources, certainty }: Verdict): Phrase[] {
  if (sources.length > MANY) return [];
  const whole = sources.filter((source) => source.whole);
  const leaders = whole.filter(({ rank }) => rank?.from === 1);
  const random = whole.filter(({ pattern }) => pattern === 'too-easy' || pattern === 'random-passages');
  return random.flatMap((other) => {
    const open = leaders.filter(({ source }) =>
      certainty.pairs.some(
        ({ a, b, status }) =>
          status === 'not separated' && [a, b].includes(source.id) && [a, b].includes(other.source.id),
      ),
    );
    return open.length === 0 ? [] : [[...names([...open, other]), ' are not separated']];
  });
}

function detailOf(verdict: Verdict, groups: readonly Group[]): string[] {
  const { sources } = verdict;
  const caution = encoderCaution(verdict.encoder);
  return [
    ...(caution === null ? [] : [caution]),
    ...sources.flatMap(({ facts }) => facts.map(({ message }) => message)),
    ...(verdict.negatives === null ? [] : [`Scored: ${firstNegatives(verdict.negatives) ?? ''}.`]),
    ...verdict.compared.map((each) => comparedInWords(each, groups.length > 1)),
    ...groups.map((group) => scores(group, groups.length > 1)),
    ...stopInWords(verdict),
    ...pairsInWords(verdict),
    ...sources.filter((source) => figuresInWords(source).length > 0).map(flagged),
    ...sources.flatMap((source) => tooFew(source, verdict)),
    ...sources.flatMap(notYet),
    ...groups.flatMap(unlikeAmong),
    ...auditRemark(verdict),
    ...unseen(verdict),
    ...againstRandom(verdict),
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

function flagged(verdict: SourceVerdict): string {
  const { source, flags, standing } = verdict;
  const figures = listInWords(figuresInWords(verdict));
  if (standing === 'outside' && flags.some(({ certain }) => certain))
    return `${source.name} lies outside the references on ${figures}.`;
  return standing === 'inside'
    ? `${source.name} is ranked; it differs from the references on ${figures}.`
    : `${source.name} differs from the references on ${figures}.`;
}

function tooFew({ source: { name, figures } }: SourceVerdict, { certainty }: Verdict): string[] {
  const { queries, units } = figures;
  if (units >= FEWEST_QUERIES) return [];
  const of = units === queries ? '' : ` (${countOf(queries, 'query', 'queries')})`;
  return [
    `${name} has ${countUnits(units, certainty.units.kind)}${of}: too few for a rank, which takes ${FEWEST_QUERIES}.`,
  ];
}

/** Why a source whose file was not read to its end has no rank. */
function notYet({ source: { name }, unranked, open }: SourceVerdict): string[] {
  if (unranked !== 'open') return [];
  const unsettled = open.length === 0 ? '' : ` (not settled: ${listInWords(open.map(meanInWords))})`;
  return [`${name} is not audited yet, so it has no rank${unsettled}.`];
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

/** From this share on it is said that so many random passages could be in a ranked source. */
const WORTH_SAYING = 0.1;

/** Ranked sources in which many random passages could be without a finding: small files show few. */
function unseen({ sources, oneReference }: Verdict): string[] {
  if (oneReference)
    return [
      'One reference does not tell which sources hold random passages: trust a second one to find them.',
    ];
  const could = sources.flatMap(({ source, rank, pairs }) => {
    const { excess_low: low = null, excess_high: high = null } = pairs?.unrelated ?? {};
    // An interval of all shares says nothing of the size of the files.
    const counts = low === 0 && high !== null && high >= WORTH_SAYING && high < 1;
    return rank !== null && counts ? [`${source.name} ${formatPercent(high, 0)}`] : [];
  });
  if (could.length === 0) return [];
  return [
    `The files are small: so many random passages could be in them unseen (95\u00a0%): ${listInWords(could)}.`,
  ];
}

/** What random passages would score, and which sources' intervals hold that. */
function againstRandom({ randomBaseline, certainty, sources }: Verdict): string[] {
  if (randomBaseline === null) return [];
  const near = sources.filter(({ source }) =>
    certainty.scores.some(
      ({ source: id, low, high }) =>
        id === source.id && Number.isFinite(high - low) && low <= randomBaseline && randomBaseline <= high,
    ),
  );
  const who =
    near.length === 0
      ? ''
      : `: ${listInWords(near.map(({ source }) => source.name))} ${near.length === 1 ? 'scores' : 'score'} about as much`;
  return [`Random passages would score ${formatScore(randomBaseline)}${who}.`];
}

function names(rows: Group): Phrase {
  return joined(rows.map((row) => [nameOf(row)]));
}

function nameOf({ source }: SourceVerdict): SourceName {
  return { source: source.name };
}

function score({ source }: SourceVerdict): string {
  return formatScore(source.eci);
}

/** After how many units a run ended, if it stopped early. */
function stopInWords({ sources, certainty }: Verdict): string[] {
  const { method, units_used: used, units, queries_total: total, pairs } = certainty;
  if (method === 'bootstrap') return [];
  const cut = sources.filter(({ whole }) => !whole);
  if (cut.length < sources.length) {
    return cut.map(({ source: { name, figures }, unranked }) => {
      const read = `Of ${name} ${formatCount(figures.queries)} of ${countOf(total, 'query', 'queries')} were read`;
      return unranked === 'open'
        ? `${read}: go on to the end for a rank.`
        : `${read}: its place was settled.`;
    });
  }
  const where = `after ${formatCount(used)} of ${countUnits(units.count, units.kind)}`;
  if (sources.some(({ unranked }) => unranked === 'open'))
    return [`Stopped ${where}, before the audit was settled: go on to the end for a rank.`];
  const aside = new Set(
    sources
      .filter(({ unranked }) => unranked === 'outside' || unranked === 'misread')
      .map(({ source }) => source.id),
  );
  const open = pairs.some(({ a, b, status }) => status === 'not separated' && !aside.has(a) && !aside.has(b));
  return [
    open
      ? `Stopped ${where}: for other queries like these the order is not certain.`
      : `Certain ${where}, for other queries like these too.`,
  ];
}

/** For each two ranked sources with an open order: their difference, and how many units it would take. */
function pairsInWords({ sources, certainty }: Verdict): string[] {
  const ranked = new Map(
    sources.flatMap(({ source, rank }) => (rank === null ? [] : [[source.id, source.name]])),
  );
  return certainty.pairs.flatMap(({ a, b, status, difference, units_needed: needed, whole_files: whole }) => {
    const [upper, lower] = [ranked.get(a), ranked.get(b)];
    if (status === 'separated' || upper === undefined || lower === undefined) return [];
    const apart = whole === null ? 'too close to call' : 'not separated';
    const more = needed === null ? '' : `, it would take about ${countUnits(needed, certainty.units.kind)}`;
    const here = whole && whole.low > 0 ? ` In these files ${upper} certainly scores higher.` : '';
    return [`${upper} and ${lower} are ${apart}: difference ${formatScore(difference)}${more}.${here}`];
  });
}
