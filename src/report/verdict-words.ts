/** The verdict in words: the headline, what stands below it, and the reading of one source. */

import { FEWEST_UNLIKE_UNITS, LARGE_SHARE } from '../scoring/certainty/intervals';
import { allFindings, bars, byWeight, FINDINGS } from './findings';
import { rankingOf, type SettingGroup } from './ranking';
import type { Report, ReportVerdict, Result } from './result';
import {
  capitalised,
  countInWords,
  countOf,
  countUnits,
  formatCount,
  formatDifference,
  formatPercent,
  listInWords,
  told,
  uncapitalised,
} from '../ui/words';
import { onSharedAlone } from '../scoring/overlap';
import type { RankRange } from '../scoring/orders';
import { FEWEST_REFERENCES } from '../scoring/random-looking';

/** A source's name inside a sentence, so that the page can colour it. */
export interface SourceName {
  readonly source: string;
}

/** A sentence in parts. */
export type Phrase = readonly (string | SourceName)[];

function joined(phrases: readonly Phrase[]): Phrase {
  return phrases.flatMap((phrase, i) => {
    if (i === 0) return phrase;
    return [i === phrases.length - 1 ? ' and ' : ', ', ...phrase];
  });
}

export function phraseText(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : part.source)).join('');
}

/** `1`, or `1–2` where several ranks are possible; `–` where there is none. */
export function rankInWords(rank: RankRange | null): string {
  if (rank === null) return '–';
  return rank.from === rank.to ? String(rank.from) : `${rank.from}–${rank.to}`;
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

/** More sources than these are many: the headline then has fewer names and clauses, to fit two lines. */
const MANY = 5;

/** Who leads in each setting, and of each source the worst that was found, the largest first. */
export function headlineOf(result: Result): Phrase {
  const { groups, rows } = rankingOf(result);
  const isLong = rows.length > MANY;
  const leads: Phrase =
    isLong && groups.length > 2
      ? [`${countInWords(rows.length)} sources are scored in ${countInWords(groups.length)} settings`]
      : joined(groups.map((group) => [...lead(group), groups.length > 1 ? ` in ${group.setting}` : '']));
  const found = rows
    .flatMap(({ name, verdict }) => verdict?.findings.slice(0, 1).map((worst) => ({ ...worst, name })) ?? [])
    .filter(({ severity }) => severity !== 'note')
    .sort(byWeight)
    .slice(0, isLong ? 1 : 3);
  const [first = '', ...others] = leads;
  const start = typeof first === 'string' ? capitalised(first) : first;
  return [
    start,
    ...others,
    ...found.flatMap(({ name, words }) => ['; ', { source: name }, `: ${words}`]),
    '.',
  ];
}

/** Without a capital, unless a name begins it. */
function lead({ ranked, rows }: SettingGroup): Phrase {
  const leaders = ranked.filter(({ rank }) => rank?.from === 1);
  const names = joined(leaders.map(({ name }) => [{ source: name }]));
  if (leaders.length === 0) {
    const free = rows.find(({ verdict }) => !verdict?.findings.some(bars));
    if (!free) return ['no source can be ranked'];
    if (rows.length === 1 || rows.every(({ verdict }) => verdict?.unranked !== 'not-looked-for'))
      return [{ source: free.name }, ' has no rival'];
    return ['no source is ranked: random passages could not be looked for'];
  }
  // Several surely lead only where they have the same pairs.
  if (leaders.every(({ rank }) => rank?.to === 1)) {
    const places = Math.max(...ranked.map(({ rank }) => rank?.to ?? 0));
    return [...names, ` ${leaders.length === 1 ? 'ranks' : 'rank'} first of ${countInWords(places)}`];
  }
  const isLong = leaders.length > (rows.length > MANY ? 1 : 3);
  const areAll = leaders.length === ranked.length;
  const isKnown = leaders.every(({ interval }) => interval !== null);
  return [
    ...(isLong ? [`${countInWords(leaders.length)} sources`] : names),
    isKnown
      ? `${areAll ? ' are' : ' lead,'} too close to call`
      : `${areAll ? ' have' : ' lead, in'} no certain order`,
  ];
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

const SENTENCES = 12;

/** What is told below the headline: whole sentences. */
export function detailOf(result: Result, most = SENTENCES): string[] {
  const { overlap, settings, verdict } = result;
  const found = allFindings(verdict.sources).map(({ sentence: said, cure, set_aside: aside }) =>
    told([said, aside ? 'Set aside: you looked at its pairs.' : cure !== '' && cure]).join(' '),
  );
  const unseen = FINDINGS.filter(({ id }) => verdict.not_looked_for.includes(id));
  return told([
    ...cautions({ ...result, out_of_date: false }),
    ...found.slice(0, most),
    found.length > most && `${countOf(found.length - most, 'smaller finding')} more.`,
    ...comparedInWords(result),
    stopInWords(result),
    (settings.sample !== null ||
      settings.negatives !== null ||
      result.stop.ended !== 'all-records' ||
      overlap?.shared.some(({ queries }) => onSharedAlone(settings.queries, queries))) &&
      'Copies, repeats and ids are counted in the whole files.',
    ...pairsInWords(result),
    ...unevenUnits(result),
    unseen.length > 0 && `Not looked for: ${listInWords(unseen.map(({ title }) => uncapitalised(title)))}.`,
    unseenInWords(result),
    ...blindInWords(result),
  ]);
}

/** Ranked sources whose score has no interval, since its trace says nothing of it. */
function blindInWords({ certainty: { scores }, verdict }: Result): string[] {
  const ranked = Object.keys(verdict.sources).filter((name) => verdict.sources[name]?.rank);
  const blind = ranked.filter((name) => scores[name]?.low === null);
  if (blind.length === 0) return [];
  if (blind.length === ranked.length)
    return ['No order is called: under this weighting the trace says nothing of the score.'];
  return [`No order is called for ${listInWords(blind)}: the trace says nothing of the score.`];
}

/** That random passages can stay unseen: a ranked setting has fewer than two references that count, as where two are twins. */
export function unseenInWords({ audit, sources, verdict }: Result): string | null {
  const ticked = Object.entries(verdict.sources).flatMap(([name, { unranked }]) => {
    const isBeside = (other: string) => sources[other]?.setting === sources[name]?.setting;
    const left = audit.reference_left.filter(isBeside);
    const apart = new Set(left.map((other) => verdict.sources[other]?.same_pairs_as ?? other));
    const isUnseen = unranked === null && apart.size < FEWEST_REFERENCES;
    return isUnseen ? [audit.reference.filter(isBeside).length] : [];
  });
  if (ticked.length === 0) return null;
  const more = ticked.every((count) => count >= FEWEST_REFERENCES) ? 'another source' : 'two sources';
  return `Up to a fifth of random passages can stay unseen until you tick ${more} that you trust.`;
}

function comparedInWords({ overlap, settings, sources }: Result): string[] {
  const isOne = new Set(Object.values(sources).map(({ setting }) => setting)).size === 1;
  return (overlap?.shared ?? []).map(({ setting, queries }) => {
    const start = isOne ? 'Sources' : `${setting}: sources`;
    const shared = countOf(queries, 'query', 'queries');
    return onSharedAlone(settings.queries, queries)
      ? `${start} are compared on the ${shared} that all of them have.`
      : `${start} have ${shared} in common. Each is scored on its own queries.`;
  });
}

function stopInWords({ certainty, stop }: Result): string | null {
  if (stop.ended === 'all-records') return null;
  const { units, units_used: used } = certainty;
  const where = `after ${formatCount(used)} of ${countUnits(units.count, units.kind)}`;
  const why = stop.ended === 'by-user' ? 'you stopped the run' : 'the order and the findings are settled';
  return `Stopped ${where}: ${why}. Scores, means and intervals are of these.`;
}

const PAIRS_SAID = 6;

function pairsInWords({ verdict, certainty: { pairs, units, units_used: used } }: Result): string[] {
  const rankOf = (name: string) => verdict.sources[name]?.rank ?? null;
  const said = pairs.flatMap(({ a, b, status, difference, low, high, unlike_units: unlike }) => {
    const [one, other] = [rankOf(a), rankOf(b)];
    // One that is above another by way of a third has an order, though their own difference has none.
    const isOpen = one && other && one.from <= other.to && other.from <= one.to && status !== 'separated';
    if (!isOpen || low === null || high === null || unlike === 0) return [];
    const few = `differ in ${formatCount(unlike)} of ${countUnits(used, units.kind)}: no order is called`;
    const close = `are too close to call: difference ${formatDifference(difference, 4)} (${formatDifference(low, 4)} to ${formatDifference(high, 4)})`;
    return `${a} and ${b} ${unlike < FEWEST_UNLIKE_UNITS ? few : close}.`;
  });
  const more = said.length - PAIRS_SAID;
  return told([
    ...said.slice(0, PAIRS_SAID),
    more > 0 && `${countOf(more, 'more pair')} of sources ${more === 1 ? 'has' : 'have'} no order.`,
  ]);
}

function unevenUnits({ certainty }: Result): string[] {
  return Object.entries(certainty.scores).flatMap(([name, { low, largest_share: share }]) => {
    if (low === null || share <= LARGE_SHARE) return [];
    const unit = countUnits(1, certainty.units.kind);
    return [`${capitalised(unit)} makes ${formatPercent(share, 0)} of the uncertainty of ${name}’s score.`];
  });
}
