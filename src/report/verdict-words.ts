/** The verdict in words: the headline, what stands below it, and the reading of one source. */

import { FEWEST_UNLIKE_UNITS, LARGE_SHARE } from '../scoring/certainty/intervals';
import { bars, byWeight, findingRule, NEVER_LOOKED_FOR, spanInWords } from './findings';
import { type Finding, type FindingId } from './result';
import {
  capitalised,
  countInWords,
  countOf,
  countUnits,
  firstNegatives,
  formatCount,
  formatDifference,
  formatPercent,
  formatScore,
  listInWords,
} from '../ui/words';
import { allFindings, type SourceVerdict, type Verdict } from './verdict';

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
function encoderCaution(encoder: CautionedResult['encoder']): string | null {
  if (!encoder?.bundled) return null;
  return `${encoder.name} is a small static encoder: good for a look; your encoder's order may differ.`;
}

/** The parts of a result that may call for caution. */
export interface CautionedResult {
  /** Null where the files gave the embeddings. */
  readonly encoder: { readonly name: string; readonly bundled?: boolean } | null;
  /** True where the page's inputs have changed since. */
  readonly outOfDate: boolean;
}

/** The cautions of every export: whole sentences, none if nothing calls for caution. */
export function cautions({ encoder, outOfDate }: CautionedResult): string[] {
  const small = encoderCaution(encoder);
  return [
    ...(small === null ? [] : [small]),
    ...(outOfDate ? ['Out of date: files or settings were changed after this was ranked.'] : []),
  ];
}

/** The result of a finished run in words. The verdict has at least one source. */
export function verdictInWords(verdict: Verdict): VerdictWords {
  const groups = groupsOf(verdict);
  const clauses = [leadsOf(groups), ...foundClauses(verdict)];
  const headline = clauses.flatMap((words, i) => (i === 0 ? words : ['; ', ...words]));
  return { headline: [...headline, '.'], detail: detailOf(verdict, groups) };
}

type Group = readonly SourceVerdict[];

function groupsOf({ sources }: Pick<Verdict, 'sources'>): Group[] {
  const settings = [...new Set(sources.map(({ source }) => source.setting))];
  return settings.map((setting) => sources.filter(({ source }) => source.setting === setting));
}

function byScore(group: Group): SourceVerdict[] {
  return [...group].sort((a, b) => b.source.eci - a.source.eci);
}

/** More sources than these are many: the headline then has fewer names and clauses, to fit two lines. */
const MANY = 5;

/** Who leads in each setting; more than a headline holds are counted. */
function leadsOf(groups: readonly Group[]): Phrase {
  const all = groups.flat().length;
  if (all > MANY && groups.length > 2) {
    return [
      `${capitalised(countInWords(all))} sources are scored in ${countInWords(groups.length)} settings`,
    ];
  }
  return joined(
    groups.map((group) => {
      const words = lead(group);
      return groups.length > 1 ? [...words, ` in ${group[0]?.source.setting}`] : words;
    }),
  );
}

/** More leaders than these are counted; of many sources, more than one. */
const NAMED_LEADERS = 3;

/** Who leads among sources of one setting. */
function lead(group: Group): Phrase {
  const ranked = byScore(group.filter(({ rank }) => rank !== null));
  const places = Math.max(...ranked.map(({ rank }) => rank?.to ?? 0));
  const [only] = group;
  if (group.length === 1 && only && !only.findings.some(bars))
    return [nameOf(only), ` scores ${score(only)} and has no rival`];
  const leaders = ranked.filter(({ rank }) => rank?.from === 1);
  if (leaders.length === 0) return nobody(group);
  const all = leaders.length === ranked.length;
  // Several surely lead only where they have the same pairs.
  if (leaders.every(({ rank }) => rank?.to === 1))
    return [
      ...names(leaders),
      ` ${leaders.length === 1 ? 'ranks' : 'rank'} first of ${countInWords(places)}`,
    ];
  const who =
    leaders.length > (group.length > MANY ? 1 : NAMED_LEADERS)
      ? [`${capitalised(countInWords(leaders.length))} sources`]
      : names(leaders);
  return [...who, all ? ' are too close to call' : ' lead, too close to call'];
}

/** Where no source has a rank. */
function nobody(group: Group): Phrase {
  const alone = group.find(({ unranked }) => unranked === 'alone');
  if (group.some(({ unranked }) => unranked === 'not-looked-for'))
    return ['No source is ranked: random passages could not be looked for'];
  if (alone) return ['Nothing is ranked: ', nameOf(alone), ' has no rival'];
  return ['No source can be ranked'];
}

/** What was found, the largest first: a clause for each kind of finding. */
function foundClauses({ sources }: Verdict): Phrase[] {
  const said = sources
    .flatMap((verdict) => verdict.findings.slice(0, 1).map((finding) => ({ verdict, finding })))
    .filter(({ finding: { severity } }) => severity !== 'note')
    .sort((a, b) => byWeight(a.finding, b.finding));
  const ids = [...new Set(said.map(({ finding }) => finding.id))];
  const most = sources.length > MANY ? 1 : 3;
  return ids.slice(0, most).map((id) => {
    const own = said.filter(({ finding }) => finding.id === id);
    const who = names(own.slice(0, most).map(({ verdict }) => verdict));
    const [first] = own;
    if (own.length === 1 && first) return [...who, `: ${findingInWords(first.finding)}`];
    return [
      ...(own.length > most ? [`${countInWords(own.length)} sources`] : who),
      ` ${findingRule(id).many}`,
    ];
  });
}

/** `about 30 % random passages, 26 to 34`. */
export function findingInWords({ words, share, low, high }: Finding): string {
  return share === null || low === null || high === null
    ? words
    : `${words}, ${spanInWords({ value: share, low, high })}`;
}

/** The reading of a source in parts: what bars it or is to be looked at, and the rest. */
export function readingParts({ findings, unranked, setAside }: SourceVerdict): {
  readonly warning: string;
  readonly words: readonly string[];
} {
  const [first, ...more] = findings.map((finding) => {
    const words = findingInWords(finding);
    return finding.set_aside ? `${words} (set aside: you looked)` : words;
  });
  const worst = findings[0]?.severity;
  const isWarning = worst !== undefined && worst !== 'note';
  const isUnseen = unranked === 'not-looked-for' || (setAside && !findings.some((each) => each.set_aside));
  const reasons = [
    ...(isUnseen ? [`random passages were not looked for${setAside ? ' (set aside: you looked)' : ''}`] : []),
    ...(unranked === 'alone' ? ['no other source to rank it with'] : []),
  ];
  return {
    warning: isWarning ? (first ?? '') : '',
    words: [...(isWarning || first === undefined ? more : [first, ...more]), ...reasons],
  };
}

/** The reading of a source as the table has it, without its full stop. */
export function readingInWords(verdict: SourceVerdict): string {
  const { warning, words } = readingParts(verdict);
  return [warning, ...words].filter(Boolean).join('; ');
}

function detailOf(verdict: Verdict, groups: readonly Group[]): string[] {
  const { sources, certainty } = verdict;
  const caution = encoderCaution(verdict.encoder);
  const found = allFindings(verdict)
    .filter(({ finding }) => finding.severity !== 'note')
    .map(({ finding: { sentence: said, cure } }) => [said, cure].filter(Boolean).join(' '));
  return [
    ...(caution === null ? [] : [caution]),
    ...found.slice(0, SENTENCES),
    ...(found.length > SENTENCES ? [`${countOf(found.length - SENTENCES, 'smaller finding')} more.`] : []),
    ...setAside(sources),
    ...scoredInWords(verdict),
    ...verdict.compared.map((each) => comparedInWords(each, groups.length > 1)),
    ...groups.map((group) => scores(group, groups.length > 1)),
    ...stopInWords(verdict),
    ...wholeFiles(verdict),
    ...pairsInWords(verdict),
    ...unevenUnits(verdict),
    ...(sources.length === 1 ? ['A source alone has no rank: load another one to compare it with.'] : []),
    ...notLookedFor(verdict),
    ...(verdict.unseen ? [UNSEEN] : []),
    ...againstRandom(verdict),
    ...notesInWords(sources),
    ...(certainty.scores.every(({ low }) => low === null) && sources.some(({ rank }) => rank !== null)
      ? ['No order is called: under this weighting the trace says nothing of the score.']
      : []),
  ];
}

/** Said where fewer than two references are left. */
export const UNSEEN =
  'Up to a fifth of random passages can stay unseen until you tick two sources that you trust.';

/** A line for each kind of note: `Negatives twice in a record: bm25 and dense.` */
function notesInWords(sources: Group): string[] {
  const notes = sources.flatMap(({ source: { name }, findings }) =>
    findings.flatMap(({ id, severity }) => (severity === 'note' ? [{ id, name }] : [])),
  );
  return [...new Set(notes.map(({ id }) => id))].map((id) => {
    const names = notes.flatMap((note) => (note.id === id ? [note.name] : []));
    return `${findingRule(id).title}: ${listInWords(names)}.`;
  });
}

/** Sentences about findings; what is smaller stands in the table. */
const SENTENCES = 12;

function setAside(sources: Group): string[] {
  return sources.flatMap((each) =>
    each.setAside
      ? [`You looked at the pairs of ${each.source.name}, so random passages do not bar it.`]
      : [],
  );
}

/** A sample, or the first negatives of each record, with their numbers. */
function scoredInWords({ negatives, sample, sources, certainty }: Verdict): string[] {
  const pairs = sources.reduce((all, { source }) => all + source.figures.negatives, 0);
  const of =
    sample === null
      ? ''
      : ` a sample of ${countOf(certainty.records_used, 'record')} with ${countOf(pairs, 'pair')}`;
  const first = firstNegatives(negatives);
  const parts = [of.trim(), first ?? ''].filter(Boolean);
  return parts.length === 0 ? [] : [`Scored: ${listInWords(parts)}.`];
}

/** What is neither of a sample, nor of the first negatives, nor of what was read. */
function wholeFiles({ sample, negatives, stop }: Verdict): string[] {
  if (sample === null && negatives === null && stop.ended === 'all-records') return [];
  return ['Copies, repeats and ids are counted in the whole files.'];
}

/** On which queries sources of one setting were compared, where they have different ones. */
function comparedInWords({ setting, queries, alone }: Verdict['compared'][number], named: boolean): string {
  const start = named ? `${setting}: sources` : 'Sources';
  const shared = countOf(queries, 'query', 'queries');
  if (alone) return `${start} are compared on the ${shared} that all of them have.`;
  return `${start} have ${shared} in common. Each is scored on its own queries.`;
}

function scores(group: Group, named: boolean): string {
  const rows = byScore(group);
  const listed = rows.slice(0, NAMES_LISTED).map((row) => `${row.source.name} ${score(row)}`);
  const rest = rows.length - listed.length;
  const text = rest === 0 ? listed.join(', ') : `${listed.join(', ')} and ${countInWords(rest)} more`;
  return named ? `${group[0]?.source.setting}: ${text}.` : `ECI: ${text}.`;
}

/** After how many units a run ended, if it stopped early. */
function stopInWords({ certainty, stop }: Verdict): string[] {
  if (stop.ended === 'all-records') return [];
  const { units, units_used: used } = certainty;
  const where = `after ${formatCount(used)} of ${countUnits(units.count, units.kind)}`;
  return stop.ended === 'by-user'
    ? [`You stopped the run ${where}: scores, means and intervals are of these.`]
    : [`Stopped ${where}: the order and the findings are settled. Scores, means and intervals are of these.`];
}

/** For each two ranked sources without an order: how far they are apart, or that they hardly differ. */
function pairsInWords({ sources, certainty }: Verdict): string[] {
  const ranked = new Map(
    sources.flatMap(({ source, rank }) => (rank === null ? [] : [[source.id, source.name]])),
  );
  const said = certainty.pairs.flatMap(({ a, b, status, difference, low, high, unlike_units: unlike }) => {
    const [upper, lower] = [ranked.get(a), ranked.get(b)];
    if (status === 'separated' || upper === undefined || lower === undefined || low === null || high === null)
      return [];
    if (unlike === 0) return [];
    const { count, kind } = certainty.units;
    if (unlike < FEWEST_UNLIKE_UNITS)
      return [
        `${upper} and ${lower} differ in ${formatCount(unlike)} of ${countUnits(count, kind)}: no order is called.`,
      ];
    return [
      `${upper} and ${lower} are too close to call: difference ${formatDifference(difference, 4)} (${formatDifference(low, 4)} to ${formatDifference(high, 4)}).`,
    ];
  });
  const more = said.length - PAIRS_SAID;
  return [
    ...said.slice(0, PAIRS_SAID),
    ...(more > 0
      ? [`${countOf(more, 'more pair')} of sources ${more === 1 ? 'has' : 'have'} no order.`]
      : []),
  ];
}

/** More pairs without an order are counted. */
const PAIRS_SAID = 6;

/** A unit that makes more than a tenth of an interval. */
function unevenUnits({ sources, certainty }: Verdict): string[] {
  return certainty.scores.flatMap(({ source, low, largest_share: share }) => {
    const name = sources.find((each) => each.source.id === source)?.source.name;
    if (name === undefined || low === null || share <= LARGE_SHARE) return [];
    const unit = countUnits(1, certainty.units.kind);
    return [`${formatPercent(share, 0)} of the spread of ${name} comes from ${unit}.`];
  });
}

function notLookedFor({ notLookedFor: ids }: Verdict): string[] {
  return [`Not looked for: ${listInWords(titlesNotLookedFor(ids))}.`];
}

/** What nobody looked for, in words: findings that this result allows for, and those of no version so far. */
export function titlesNotLookedFor(ids: readonly FindingId[]): string[] {
  const titles = ids.map((id) => findingRule(id).title);
  return [...titles.map((title) => title.charAt(0).toLowerCase() + title.slice(1)), ...NEVER_LOOKED_FOR];
}

/** What random passages would score, and which sources' intervals hold that. */
function againstRandom({ randomBaseline, certainty, sources }: Verdict): string[] {
  if (randomBaseline === null) return [];
  const near = sources.filter(({ source }) =>
    certainty.scores.some(
      ({ source: id, low, high }) =>
        id === source.id && low !== null && high !== null && low <= randomBaseline && randomBaseline <= high,
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
