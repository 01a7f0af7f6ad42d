/**
 * The verdict on a comparison: who is ranked and why others are not, what the audit found, what is a fact of the
 * files. Page, report and terminal all use it. Words: `verdict-words.ts`.
 */

import type { EncoderIdentity } from '../encoder/types';
import { isInside, type SourceOverlaps } from '../candidates/overlaps';
import type { Certainty, PairAudit, RunEnd, RunResult, RunSettings } from '../engine/results';
import {
  FLAGS,
  auditFlags,
  auditStatistic,
  envelope,
  isAudited,
  isLevel,
  type AuditProfile,
  type Flag,
} from '../scoring/audit';
import type { AuditedMean } from '../scoring/certainty/flags';
import { rankRanges, type RankRange } from '../scoring/certainty/order';
import { onSharedAlone } from '../scoring/overlap';
import { FEWEST_QUERIES, unlikeInK } from '../scoring/ranking';
import { PAIR_KINDS, type PairKind } from '../scoring/share-audit';
import {
  copiesMessage,
  copiesOf,
  findingsOf,
  type Copies,
  type Finding,
  type FindingKind,
  type InspectedSource,
} from './findings';
import { flagInFigures } from './flags';
import { judgePairs, type JudgedPairs } from './pair-audit';
import type { FinishedSource } from './scored-source';
import { countOf } from '../ui/words';

/** A fact of the files. It needs no reference and comes before every statistic. */
export interface Fact {
  readonly kind: FindingKind | 'misread' | 'same-bytes' | 'inside' | 'duplicates' | 'margin' | 'margin-asked';
  /** A whole sentence. */
  readonly message: string;
}

/** A flag with direction and distance. */
export interface FlagReading {
  readonly flag: Flag;
  /** `ρ 0.99 > 0.68`. */
  readonly words: string;
  /**
   * False where the distance is within the noise of the statistic, or where the file was not read to its end and the flag is
   * open; shown hollow.
   */
  readonly certain: boolean;
  /**
   * Where the distance is below the smallest that counts: the reference that has the value, `the range` if it was entered
   * by hand. Else null.
   */
  readonly levelWith: string | null;
}

/** What findings and flags make together; null where there is none. A finding comes before every flag. */
export type Pattern = FindingKind | 'too-easy' | 'outside';

/** What the audit says of a source. `open`: its file was not read to its end, and a flag is not settled. */
export type Standing = 'not-audited' | 'open' | 'reference' | 'inside' | 'outside';

/** Why a source has no rank. */
export type Unranked = 'misread' | 'not-audited' | 'open' | 'outside' | 'few-queries' | 'unlike-k' | 'alone';

export interface SourceVerdict {
  readonly source: FinishedSource;
  readonly standing: Standing;
  readonly facts: readonly Fact[];
  /** What is wrong with its negatives: each puts it outside. */
  readonly findings: readonly Finding[];
  /** Those that may be chance too: they put no source outside. */
  readonly flags: readonly FlagReading[];
  /** What is not settled, where its file was not read to its end. */
  readonly open: readonly AuditedMean[];
  /** False where its file was not read to its end. */
  readonly whole: boolean;
  readonly pattern: Pattern | null;
  /** What its single pairs say; null where they were not looked at. */
  readonly pairs: JudgedPairs | null;
  /** Its possible ranks among the ranked sources of its setting; null where it has none. */
  readonly rank: RankRange | null;
  readonly unranked: Unranked | null;
  /** Too many or too few negatives a record for the others of its setting, whatever else bars a rank. */
  readonly unlikeK: boolean;
}

export interface Verdict {
  /** True where some sources are references and others are compared with them. */
  readonly audited: boolean;
  /** The reference range; of one reference alone its own interval, as far as known. */
  readonly envelope: AuditProfile | null;
  /** The range entered by hand; null where there are reference sources. */
  readonly entered: AuditProfile | null;
  /** True where one source alone is the reference. */
  readonly oneReference: boolean;
  readonly encoder: JudgingEncoder;
  /** In load order. */
  readonly sources: readonly SourceVerdict[];
  readonly certainty: Certainty;
  /** The first so many of each record were scored; null where all were. */
  readonly negatives: number | null;
  /** ECI of random passages; null if unknown. */
  readonly randomBaseline: number | null;
  /** Of each setting whose sources have different queries, how many all of them have; `alone`: only these were scored. */
  readonly compared: readonly {
    readonly setting: string;
    readonly queries: number;
    readonly alone: boolean;
  }[];
}

/** The encoder of the texts; null where the files gave the embeddings. */
export type JudgingEncoder = Pick<EncoderIdentity, 'name' | 'bundled'> | null;

/** What a verdict takes of a run. Of a report, pairs come as it judged them. */
export type JudgedRun = Pick<RunResult, 'certainty' | 'random_baseline' | 'overlap' | 'file_findings'> & {
  readonly settings: Pick<RunSettings, 'queries' | 'negatives'>;
  readonly stop: Pick<RunEnd, 'ended'>;
  readonly encoder: JudgingEncoder;
  readonly pair_audit?: PairAudit | null;
  readonly judged_pairs?: ReadonlyMap<number, JudgedPairs>;
};

/**
 * @param sources in load order; those of one setting are compared with each other
 * @param range the reference range entered by hand; else that of the references is used
 */
export function verdictOf(
  sources: readonly FinishedSource[],
  run: JudgedRun,
  range: AuditProfile | null = null,
): Verdict {
  const { certainty, encoder, overlap, settings: asked } = run;
  const audited = range !== null || isAudited(sources.map(({ reference }) => reference));
  const references = sources.filter(({ reference }) => reference);
  const profile = range ?? referenceRange(references, certainty);
  const isReference = (id: number) => sources.some((s) => s.id === id && s.reference);
  const pairs = run.judged_pairs ?? (run.pair_audit && judgePairs(run.pair_audit, isReference));
  const searched = sources.map((source): InspectedSource => {
    const own = pairs?.get(source.id) ?? null;
    const whole = certainty.scores.find((score) => score.source === source.id)?.whole ?? true;
    const file = run.file_findings?.find((each) => each.source === source.id) ?? null;
    return { ...source, whole, file, pairs: own, called: calledKinds(source, own, whole, certainty) };
  });
  const seen = sources.map((source, s) => {
    const own = searched[s] as InspectedSource;
    const { whole } = own;
    const flags = audited ? flagReadings(source, profile, range ? [] : references, certainty, whole) : [];
    const open = audited ? openMeans(source, certainty) : [];
    const outside = flags.filter((flag) => flag.levelWith === null && flag.certain);
    const findings = findingsOf(own, searched);
    // Of a file that was not read to its end the rest of its flags are open: they show what kind of source it is.
    const seenFlags =
      outside.length > 0 && !whole ? flags.filter(({ levelWith }) => levelWith === null) : outside;
    const pattern = patternOf(
      seenFlags.map(({ flag }) => flag),
      findings,
      copiesOf(source),
    );
    const facts = [
      ...findings,
      ...factsOf(own, findings),
      ...insideFact(source, sources, overlap),
      ...(audited ? marginFact(source, profile, outside, pattern, encoder) : []),
    ].map(({ kind, message }): Fact => ({ kind, message }));
    const isOpen = open.length > 0 || (!whole && run.stop.ended === 'by-user');
    const standing = standingOf(source, audited, outside.length > 0 || findings.length > 0, isOpen);
    return { source, standing, facts, findings, flags, open, whole, pattern, pairs: own.pairs };
  });
  const excluded = seen.map(({ source, standing }) => whyExcluded(source, standing, sources));
  // Of a source outside or misread nobody asks how many negatives it has.
  const left = sources.filter((_, s) => [null, 'not-audited', 'open'].includes(excluded[s] ?? null));
  const unlike = unlikeInK(left);
  const unranked = excluded.map(
    (why, s) => why ?? (unlike.includes(sources[s] as FinishedSource) ? 'unlike-k' : null),
  );
  const settings = sources.map(({ setting }) => setting);
  const inRace = (s: number) => unranked[s] === null;
  const rivals = (s: number) =>
    settings.filter((setting, other) => other !== s && setting === settings[s] && inRace(other)).length;
  const ranks = ranksAmong(sources, inRace, certainty);
  return {
    audited,
    envelope: audited ? profile : null,
    entered: range,
    oneReference: audited && range === null && references.length === 1,
    encoder,
    certainty,
    negatives: asked.negatives,
    randomBaseline: run.random_baseline?.eci ?? null,
    compared:
      overlap?.shared.map((each) => ({ ...each, alone: onSharedAlone(asked.queries, each.queries) })) ?? [],
    sources: seen.map((verdict, s) => {
      const why = unranked[s] ?? (rivals(s) === 0 ? 'alone' : null);
      return {
        ...verdict,
        unranked: why,
        unlikeK: unlike.includes(verdict.source),
        rank: why === null ? (ranks[s] ?? null) : null,
      };
    }),
  };
}

/** Why a source alone cannot be ranked; null where it can. */
function whyExcluded(
  source: FinishedSource,
  standing: Standing,
  sources: readonly FinishedSource[],
): Unranked | null {
  if (source.warnings.length > 0) return 'misread';
  if (sources.every((other) => other === source || other.setting !== source.setting)) return 'alone';
  if (standing === 'not-audited' || standing === 'open' || standing === 'outside') return standing;
  return source.figures.units < FEWEST_QUERIES ? 'few-queries' : null;
}

/**
 * The range of the references. One reference is a point: its range is the interval of its own means, as far as known.
 * The report's `envelope` keeps the point, as the paper has it.
 */
function referenceRange(references: readonly FinishedSource[], certainty: Certainty): AuditProfile | null {
  const points = envelope(references.map(({ figures }) => figures));
  if (points === null || references.length > 1) return points;
  return { ...points, ...certainty.reference_range };
}

function standingOf(
  { reference }: FinishedSource,
  audited: boolean,
  outside: boolean,
  open: boolean,
): Standing {
  if (!audited) return 'not-audited';
  if (outside) return 'outside';
  if (open) return 'open';
  return reference ? 'reference' : 'inside';
}

/** @param references none where the range was entered by hand */
function flagReadings(
  source: FinishedSource,
  profile: AuditProfile | null,
  references: readonly FinishedSource[],
  certainty: Certainty,
  whole: boolean,
): FlagReading[] {
  const { id, figures: statistics, reference } = source;
  if (profile === null || reference) return [];
  const beyond = auditFlags(statistics, profile);
  const statusOf = (flag: Flag) => certainty.flags.find((f) => f.source === id && f.flag === flag)?.status;
  // Of a file that was cut, what was settled stays so, wherever the references have moved to since.
  const counted = FLAGS.filter((flag) =>
    whole
      ? beyond.includes(flag)
      : statusOf(flag) === 'certain' || (beyond.includes(flag) && statusOf(flag) === 'open'),
  );
  return counted
    .filter((flag) => flag !== 'inversion' || !tookAll(source))
    .map((flag) => {
      const certain = statusOf(flag) === 'certain';
      const level = isLevel(flag, statistics, profile) && (whole || !certain);
      return {
        flag,
        words: beyond.includes(flag)
          ? flagInFigures(flag, statistics, profile)
          : `${auditStatistic(flag).sign} when it was settled`,
        certain,
        levelWith: level ? (nearestReference(flag, references)?.name ?? 'the range') : null,
      };
    });
}

/** Whether a margin under the judging encoder left no inverted pair. */
function tookAll({ margin, figures }: FinishedSource): boolean {
  return margin && figures.inversion_rate === 0;
}

/**
 * Of a source without any inverted pair where the references have some: that a margin took them, or, where that puts it outside,
 * whether one did. Who looks too easy altogether is not asked.
 *
 * @param outside flags that count
 */
function marginFact(
  source: FinishedSource,
  profile: AuditProfile | null,
  outside: readonly FlagReading[],
  pattern: Pattern | null,
  encoder: JudgingEncoder,
): Fact[] {
  const { name, figures: statistics } = source;
  if (profile === null || statistics.inversion_rate > 0) return [];
  if (!auditFlags(statistics, profile).includes('inversion')) return [];
  if (tookAll(source)) {
    return [{ kind: 'margin', message: `${name} has no inverted pair: the margin took them, as asked.` }];
  }
  if (pattern === 'too-easy' || !outside.some(({ flag }) => flag === 'inversion')) return [];
  const message =
    `${name} has no inverted pair, and the references have some. Was it mined with a margin under ` +
    `${encoder?.name ?? 'these embeddings'}? Then that is what was asked for, and no flag.`;
  return [{ kind: 'margin-asked', message }];
}

/** The reference whose value is the edge of the range. */
function nearestReference(flag: Flag, references: readonly FinishedSource[]): FinishedSource | undefined {
  const { key, outside } = auditStatistic(flag);
  const beyond = (s: FinishedSource) => (outside === 'above' ? s.figures[key] : -s.figures[key]);
  return references.toSorted((a, b) => beyond(b) - beyond(a))[0];
}

/** The pattern of a source. A finding comes before every flag; a few copies hide no pattern. */
export function patternOf(
  flags: readonly Flag[],
  findings: readonly Pick<Finding, 'kind'>[],
  copies: Copies,
): Pattern | null {
  const has = (flag: Flag) => flags.includes(flag);
  const [first] = findings;
  const tooEasy = has('rho') && has('psi') && has('inversion');
  // A source that looks too easy as a whole is said to, with the share of random passages.
  if (first && !(tooEasy && first.kind === 'random-passages')) return first.kind;
  if (tooEasy) return 'too-easy';
  if (flags.length > 0) return 'outside';
  return copies === 'few' ? 'copies' : null;
}

/** @param findings are told already */
function factsOf(source: InspectedSource, findings: readonly Finding[]): Fact[] {
  const { name, warnings, negativesEqualPositive: copies, duplicateNegatives, sameAs } = source;
  const facts: Fact[] = warnings.map(({ message }) => ({ kind: 'misread', message }));
  if (copies > 0 && !findings.some(({ kind }) => kind === 'copies')) {
    facts.push({ kind: 'copies', message: copiesMessage(source) });
  }
  if (sameAs !== null) {
    facts.push({ kind: 'same-bytes', message: `The file of ${name} has the same bytes as ${sameAs}.` });
  }
  if (duplicateNegatives > 0) {
    const verb = duplicateNegatives === 1 ? 'was' : 'were';
    const message = `${countOf(duplicateNegatives, 'duplicate negative')} of ${name} ${verb} removed.`;
    facts.push({ kind: 'duplicates', message });
  }
  return facts;
}

/** Kinds of pairs of which a source certainly has more than every reference: by the rule for files, or so far. */
function calledKinds(
  { id }: FinishedSource,
  pairs: JudgedPairs | null,
  whole: boolean,
  certainty: Certainty,
): PairKind[] {
  return PAIR_KINDS.filter((kind) => {
    const known = certainty.flags.find(({ source, flag }) => source === id && flag === kind);
    return known ? known.status === 'certain' : whole && pairs?.[kind]?.flagged === true;
  });
}

/** What is not settled of a source whose file was not read to its end. */
function openMeans(source: FinishedSource, certainty: Certainty): AuditedMean[] {
  const flags = certainty.flags.filter((flag) => flag.source === source.id && flag.status === 'open') ?? [];
  return flags.flatMap(({ flag }) => (flag === 'inversion' && tookAll(source) ? [] : [flag]));
}

/** A source of which every pair is in another one of its setting too. */
function insideFact(
  { id, name, setting, sameAs }: FinishedSource,
  sources: readonly FinishedSource[],
  overlap: SourceOverlaps | null,
): Fact[] {
  if (overlap === null || sameAs !== null) return [];
  const others = sources.filter((other) => other.id !== id && other.setting === setting);
  const around = others.find((other) => isInside(overlap, id, other.id));
  if (!around) return [];
  return [{ kind: 'inside', message: `Every pair of ${name} is in ${around.name} too.` }];
}

/** Ranks among the sources in the race; null for the others. */
function ranksAmong(
  sources: readonly FinishedSource[],
  inRace: (s: number) => boolean,
  { pairs }: Certainty,
): (RankRange | null)[] {
  const racing = sources.filter((_, s) => inRace(s));
  const settings = racing.map(({ setting }) => setting);
  const placeOf = (id: number) => racing.findIndex((source) => source.id === id);
  const separated = pairs.flatMap(({ a, b, status }) => {
    const [upper, lower] = [placeOf(a), placeOf(b)];
    const compared = upper >= 0 && lower >= 0 && settings[upper] === settings[lower];
    return compared && status === 'separated' ? [{ a: upper, b: lower }] : [];
  });
  const ranges = rankRanges(settings, separated, () => true);
  return sources.map(({ id }) => ranges[placeOf(id)] ?? null);
}

/** `1`, or `1–2` where several ranks are possible; `–` where there is none. */
export function rankInWords(rank: RankRange | null): string {
  if (rank === null) return '–';
  return rank.from === rank.to ? String(rank.from) : `${rank.from}–${rank.to}`;
}
