/** The result as a sentence: who ranks first, who lies outside the envelope, what was not audited. */

import { countInWords, formatScore, listInWords } from '../../../app/format';
import type { RankedSource, RankingView, SettingGroup } from './ranking-view';

export interface ResultSentence {
  readonly headline: string;
  readonly detail: string;
}

/** Names that the detail lists with their scores before it counts the rest. */
const NAMES_LISTED = 6;

/** From this many flags on a source is called contaminated; with fewer it only needs a look. */
const FLAGS_OF_CONTAMINATION = 2;

/** The result of a finished run in words. The view holds at least one source. */
export function resultSentence(view: RankingView): ResultSentence {
  const { groups } = view;
  const leads = groups.length === 1 ? groups.map(leadOfOne) : [leadOfMany(groups)];
  const flagged = view.rows.filter((row) => row.flags.length > 0);
  const doubted = view.rows.filter((row) => row.findings.length > 0);
  const headline =
    [...leads, ...verdicts(flagged), ...verdict(doubted, 'may be misread', 'may be misread')].join('; ') +
    '.';
  const detail = [
    ...groups.map((group) => scores(group, groups.length > 1)),
    ...flagged.map(outside),
    ...scoresHighest(view),
    ...auditRemark(view),
  ]
    .filter((text) => text !== '')
    .join(' ');
  return { headline, detail };
}

function leadOfOne(group: SettingGroup): string {
  const ranked = group.rows.filter((row) => row.rank !== null);
  const [first] = ranked;
  if (group.rows.length === 1 && group.rows[0]) return `${group.rows[0].name} scores ${score(group.rows[0])}`;
  if (!first) {
    const misread = group.rows.some((row) => row.findings.length > 0);
    return misread ? 'No source can be ranked' : 'Every source lies outside the envelope';
  }
  if (ranked.length === 1) return `${first.name} is the only source without a flag`;
  const others = group.rows.some((row) => !row.reference);
  const kind = others && ranked.every((row) => row.reference) ? 'reference sources' : 'sources';
  return `${firstPlace(ranked)} of ${countInWords(ranked.length)} ${kind}`;
}

function leadOfMany(groups: readonly SettingGroup[]): string {
  const leads = groups.map(({ setting, rows }) => {
    const ranked = rows.filter((row) => row.rank !== null);
    if (rows.length === 1) return `${rows[0]?.name} stands alone in ${setting}`;
    if (ranked.length === 0) return `every source of ${setting} lies outside the envelope`;
    return `${firstPlace(ranked)} in ${setting}`;
  });
  return listInWords(leads);
}

function firstPlace(ranked: readonly RankedSource[]): string {
  const tied = ranked.filter((row) => row.eci === ranked[0]?.eci).map((row) => row.name);
  return tied.length === 1 ? `${tied[0]} ranks first` : `${listInWords(tied)} tie for first place`;
}

function verdicts(flagged: readonly RankedSource[]): string[] {
  const contaminated = flagged.filter((row) => row.flags.length >= FLAGS_OF_CONTAMINATION);
  const unusual = flagged.filter((row) => row.flags.length < FLAGS_OF_CONTAMINATION);
  return [
    ...verdict(contaminated, 'looks contaminated', 'look contaminated'),
    ...verdict(unusual, 'needs a look', 'need a look'),
  ];
}

function verdict(rows: readonly RankedSource[], one: string, many: string): string[] {
  const [first] = rows;
  if (!first) return [];
  if (rows.length === 1) return [`${first.name} ${one}`];
  if (rows.length <= 3) return [`${listInWords(rows.map((row) => row.name))} ${many}`];
  return [`${countInWords(rows.length)} sources ${many}`];
}

function scores(group: SettingGroup, named: boolean): string {
  const rows = group.rows.filter((row) => row.rank !== null);
  if (rows.length === 0) return '';
  const listed = rows.slice(0, NAMES_LISTED).map((row) => `${row.name} ${score(row)}`);
  const rest = rows.length - listed.length;
  const text = rest === 0 ? listed.join(', ') : `${listed.join(', ')} and ${countInWords(rest)} more`;
  return named ? `${group.setting}: ${text}.` : `ECI: ${text}.`;
}

function outside(row: RankedSource): string {
  const statistics =
    row.flags.length === 1 ? 'one statistic' : `${countInWords(row.flags.length)} statistics`;
  return `${row.name} lies outside the reference sources on ${statistics}: look at its pairs before you train on it.`;
}

/** A flagged source above all others would win by the score alone: the score cannot be trusted there. */
function scoresHighest(view: RankingView): string[] {
  return view.groups.flatMap(({ setting, rows }) => {
    const best = rows.find(
      (row) => row.name === view.byScore.find((name) => rows.some((r) => r.name === name)),
    );
    if (!best || best.rank !== null || rows.length === 1) return [];
    const where = view.groups.length > 1 ? ` in ${setting}` : '';
    const what = best.flags.length > 0 ? 'its flags say' : 'the signs of a wrong reading say';
    return [
      `By the score alone ${best.name} would be first${where} with ${score(best)}; ${what} not to trust that.`,
    ];
  });
}

function auditRemark(view: RankingView): string[] {
  if (view.rows.length === 1) return ['A source alone has no rank: load another one to compare it with.'];
  if (view.references.length === 0) return ['No source is a reference source, so nothing was audited.'];
  if (view.references.length < view.rows.length) return [];
  return [
    'All of them are reference sources, so none can be flagged: clear the box of those that you want audited.',
  ];
}

function score(row: RankedSource): string {
  return row.eci === null ? '–' : formatScore(row.eci);
}
