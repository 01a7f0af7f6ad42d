/** The verdict in words: the headline, what stands below it, and the reading of one source. */

import { FEWEST_UNLIKE_UNITS, LARGE_SHARE } from '../scoring/certainty/intervals';
import { allFindings, bars, byWeight, findingRule } from './findings';
import type { Finding, FindingId, Report, ReportSource, ReportVerdict, Result } from './result';
import {
  capitalised,
  countInWords,
  countOf,
  countUnits,
  formatCount,
  formatDifference,
  formatPercent,
  formatScore,
  listInWords,
  told,
  uncapitalised,
} from '../ui/words';
import { onSharedAlone } from '../scoring/overlap';
import { FEWEST_REFERENCES } from '../scoring/random-looking';

/** A source's name inside a sentence, so that the page can colour it. */
export interface SourceName {
  readonly source: string;
}

/** A sentence in parts. */
export type Phrase = readonly (string | SourceName)[];

/** Phrases as a list: `a, b and c`. */
function joined(phrases: readonly Phrase[]): Phrase {
  return phrases.flatMap((phrase, i) => {
    if (i === 0) return phrase;
    return [i === phrases.length - 1 ? ' and ' : ', ', ...phrase];
  });
}

export function phraseText(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : part.source)).join('');
}

/** The cautions of every export: whole sentences, none if nothing calls for caution. */
export function cautions({ encoder, out_of_date: old }: Pick<Report, 'encoder' | 'out_of_date'>): string[] {
  return told([
    'bundled' in encoder &&
      encoder.bundled &&
      `${encoder.name} is a small static encoder: good for a look; your encoder's order may differ.`,
    old && 'Out of date: files or settings were changed after this was ranked.',
  ]);
}

/** A source of a result with its name, figures and verdict. */
interface Judged extends ReportVerdict {
  readonly name: string;
  readonly source: ReportSource;
}
type Group = readonly Judged[];

/** Who leads in each setting, and what was found. */
export function headlineOf({ sources: figures, verdict }: Pick<Result, 'sources' | 'verdict'>): Phrase {
  const sources = Object.entries(figures).flatMap(([name, source]): Judged[] => {
    const judged = verdict.sources[name];
    return judged ? [{ ...judged, name, source }] : [];
  });
  const clauses = [leadsOf(bySetting(sources)), ...foundClauses(sources)];
  return [...clauses.flatMap((words, i) => (i === 0 ? words : ['; ', ...words])), '.'];
}

function bySetting(sources: Group): Group[] {
  const settings = [...new Set(sources.map(({ source }) => source.setting))];
  return settings.map((setting) => sources.filter(({ source }) => source.setting === setting));
}

function byScore(group: Group): Judged[] {
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

/** Who leads among sources of one setting. */
function lead(group: Group): Phrase {
  const ranked = byScore(group.filter(({ rank }) => rank !== null));
  const places = Math.max(...ranked.map(({ rank }) => rank?.to ?? 0));
  const [only] = group;
  if (group.length === 1 && only && !only.findings.some(bars))
    return [nameOf(only), ` scores ${formatScore(only.source.eci)} and has no rival`];
  const leaders = ranked.filter(({ rank }) => rank?.from === 1);
  if (leaders.length === 0) return nobody(group);
  // Several surely lead only where they have the same pairs.
  if (leaders.every(({ rank }) => rank?.to === 1))
    return [
      ...names(leaders),
      ` ${leaders.length === 1 ? 'ranks' : 'rank'} first of ${countInWords(places)}`,
    ];
  const isLong = leaders.length > (group.length > MANY ? 1 : 3);
  return [
    ...(isLong ? [`${capitalised(countInWords(leaders.length))} sources`] : names(leaders)),
    `${leaders.length === ranked.length ? ' are' : ' lead,'} too close to call`,
  ];
}

/** Where no source has a rank. */
function nobody(group: Group): Phrase {
  const alone = group.find(({ unranked }) => unranked === 'alone');
  if (group.some(({ unranked }) => unranked === 'not-looked-for'))
    return ['No source is ranked: random passages could not be looked for'];
  if (alone) return ['Nothing is ranked: ', nameOf(alone), ' has no rival'];
  return ['No source can be ranked'];
}

/** The worst of each source, the largest first. */
function foundClauses(sources: Group): Phrase[] {
  const said = sources
    .flatMap((verdict) => verdict.findings.slice(0, 1).map((finding) => ({ verdict, finding })))
    .filter(({ finding: { severity } }) => severity !== 'note')
    .sort((a, b) => byWeight(a.finding, b.finding));
  const clauses = said.map(({ verdict, finding }): Phrase => [nameOf(verdict), `: ${finding.words}`]);
  return clauses.slice(0, sources.length > MANY ? 1 : 3);
}

/** The reading of a source in parts: its findings, the worst first, and why else it has no rank. */
export function readingParts({
  findings,
  unranked,
  set_aside: aside,
}: Pick<ReportVerdict, 'findings' | 'unranked' | 'set_aside'>): string[] {
  const looked = ' (set aside: you looked)';
  const isUnseen = unranked === 'not-looked-for' || (aside && !findings.some((each) => each.set_aside));
  return told([
    ...findings.map((finding) => `${finding.words}${finding.set_aside ? looked : ''}`),
    isUnseen && `random passages were not looked for${aside ? looked : ''}`,
    unranked === 'alone' && 'no other source to rank it with',
  ]);
}

/** The reading of a source as the table has it, without its full stop. */
export function readingInWords(verdict: Parameters<typeof readingParts>[0]): string {
  return readingParts(verdict).join('; ');
}

/** What was found, what to do, and that the user ranks the source all the same: whole sentences. */
export function findingInWords({ sentence, cure, set_aside: aside }: Finding): string {
  return told([sentence, aside ? 'Set aside: you looked at its pairs.' : cure]).join(' ');
}

/** What is told below the headline: whole sentences. */
export function detailOf(result: Result): string[] {
  const { certainty, overlap, settings, sources, verdict } = result;
  const found = allFindings(verdict.sources).map(({ finding }) => findingInWords(finding));
  const several = new Set(Object.values(sources).map(({ setting }) => setting)).size > 1;
  return told([
    ...cautions({ ...result, out_of_date: false }),
    ...found.slice(0, SENTENCES),
    found.length > SENTENCES && `${countOf(found.length - SENTENCES, 'smaller finding')} more.`,
    ...(overlap?.shared ?? []).map((shared) => comparedInWords(shared, settings.queries, several)),
    stopInWords(result),
    (settings.sample !== null || settings.negatives !== null || result.stop.ended !== 'all-records') &&
      'Copies, repeats and ids are counted in the whole files.',
    ...pairsInWords(result),
    ...unevenUnits(result),
    verdict.not_looked_for.length > 0 &&
      `Not looked for: ${listInWords(titlesNotLookedFor(verdict.not_looked_for))}.`,
    isUnseen(result) && UNSEEN,
    Object.values(certainty.scores).every(({ low }) => low === null) &&
      Object.values(verdict.sources).some(({ rank }) => rank !== null) &&
      'No order is called: under this weighting the trace says nothing of the score.',
  ]);
}

/** Whether up to a fifth of random passages can stay unseen: a ranked setting has fewer than two references. */
export function isUnseen({
  audit,
  sources,
  verdict,
}: Pick<Result, 'audit' | 'sources' | 'verdict'>): boolean {
  const yardsticks = (setting: string) =>
    new Set(
      audit.reference_left.flatMap((name) =>
        sources[name]?.setting === setting ? [verdict.sources[name]?.same_pairs_as ?? name] : [],
      ),
    );
  return Object.entries(sources).some(
    ([name, { setting }]) =>
      verdict.sources[name]?.unranked === null && yardsticks(setting).size < FEWEST_REFERENCES,
  );
}

/** Said where fewer than two references are left. */
export const UNSEEN =
  'Up to a fifth of random passages can stay unseen until you tick two sources that you trust.';

/** Sentences about findings; what is smaller stands in the table. */
const SENTENCES = 12;

/** On which queries sources of one setting were compared, where they have different ones. */
function comparedInWords(
  { setting, queries }: NonNullable<Result['overlap']>['shared'][number],
  asked: Result['settings']['queries'],
  named: boolean,
): string {
  const start = named ? `${setting}: sources` : 'Sources';
  const shared = countOf(queries, 'query', 'queries');
  if (onSharedAlone(asked, queries)) return `${start} are compared on the ${shared} that all of them have.`;
  return `${start} have ${shared} in common. Each is scored on its own queries.`;
}

/** After how many units a run ended, if it stopped early. */
function stopInWords({ certainty, stop }: Result): string | null {
  if (stop.ended === 'all-records') return null;
  const { units, units_used: used } = certainty;
  const where = `after ${formatCount(used)} of ${countUnits(units.count, units.kind)}`;
  const why = stop.ended === 'by-user' ? 'you stopped the run' : 'the order and the findings are settled';
  return `Stopped ${where}: ${why}. Scores, means and intervals are of these.`;
}

/** For each two ranked sources without an order: how far they are apart, or that they hardly differ. */
function pairsInWords({ verdict, certainty }: Result): string[] {
  const isRanked = (name: string) => (verdict.sources[name]?.rank ?? null) !== null;
  const said = certainty.pairs.flatMap(({ a, b, status, difference, low, high, unlike_units: unlike }) => {
    const isOpen = status !== 'separated' && isRanked(a) && isRanked(b);
    if (!isOpen || low === null || high === null || unlike === 0) return [];
    const { count, kind } = certainty.units;
    if (unlike < FEWEST_UNLIKE_UNITS)
      return [
        `${a} and ${b} differ in ${formatCount(unlike)} of ${countUnits(count, kind)}: no order is called.`,
      ];
    return [
      `${a} and ${b} are too close to call: difference ${formatDifference(difference, 4)} (${formatDifference(low, 4)} to ${formatDifference(high, 4)}).`,
    ];
  });
  const more = said.length - PAIRS_SAID;
  return told([
    ...said.slice(0, PAIRS_SAID),
    more > 0 && `${countOf(more, 'more pair')} of sources ${more === 1 ? 'has' : 'have'} no order.`,
  ]);
}

/** More pairs without an order are counted. */
const PAIRS_SAID = 6;

/** A unit that makes more than a tenth of an interval. */
function unevenUnits({ certainty }: Result): string[] {
  return Object.entries(certainty.scores).flatMap(([name, { low, largest_share: share }]) => {
    if (low === null || share <= LARGE_SHARE) return [];
    const unit = countUnits(1, certainty.units.kind);
    return [`${capitalised(unit)} makes ${formatPercent(share, 0)} of the uncertainty of ${name}’s score.`];
  });
}

/** What nobody looked for, in words. */
export function titlesNotLookedFor(ids: readonly FindingId[]): string[] {
  return ids.map((id) => uncapitalised(findingRule(id).title));
}

function names(rows: Group): Phrase {
  return joined(rows.map((row) => [nameOf(row)]));
}

function nameOf({ name }: Judged): SourceName {
  return { source: name };
}
