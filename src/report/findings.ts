/** What is wrong with a source's negatives, whatever its score: findings that put it outside the ranking. */

import { isMany, type FileFindings } from '../scoring/file-findings';
import { FEWEST_QUERIES } from '../scoring/ranking';
import type { PairKind, ShareVerdict } from '../scoring/share-audit';
import { countOf, formatCount, formatPercent } from '../ui/words';
import type { JudgedPairs } from './pair-audit';
import type { FinishedSource } from './scored-source';

/** In the order in which they are told. */
export const FINDING_KINDS = [
  'copies',
  'known-positives',
  'random-passages',
  'near-positive',
  'other-positives',
  'boilerplate',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** What the source holds: `about 30 % random passages`. */
  readonly words: string;
  /** The 95 % interval of the share, `26 to 34`; null for a count. */
  readonly interval: string | null;
  /** A whole sentence. */
  readonly message: string;
}

/** What several sources hold. */
export const FINDINGS_OF_MANY: Readonly<Record<FindingKind, string>> = {
  copies: 'copies of the positive',
  'known-positives': 'positives of their own queries',
  'random-passages': 'random passages',
  'near-positive': 'near copies of the positive',
  'other-positives': 'a positive of another query in every record',
  boilerplate: 'boilerplate',
};

/** A source with all in which findings are looked for. */
export interface InspectedSource extends FinishedSource {
  /** False where the run did not read its file to the end. */
  readonly whole: boolean;
  /** Null where the texts of all files were not at hand. */
  readonly file: FileFindings | null;
  /** Null where single pairs were not looked at. */
  readonly pairs: JudgedPairs | null;
  /** Kinds of pairs of which it certainly has more than every reference. */
  readonly called: readonly PairKind[];
}

/** How many negatives of a source have the text of their positive; `many` from the smallest share that counts. */
export type Copies = 'none' | 'few' | 'many';

export function copiesOf({
  negativesEqualPositive: copies,
  negatives,
}: Pick<InspectedSource, 'negativesEqualPositive' | 'negatives'>): Copies {
  if (copies === 0) return 'none';
  return isMany(copies, negatives) ? 'many' : 'few';
}

/** `121 copies of the positive`. */
export function copiesInWords({
  negativesEqualPositive: copies,
}: Pick<InspectedSource, 'negativesEqualPositive'>): string {
  return `${countOf(copies, 'copy', 'copies')} of the positive`;
}

/** @param sources all that were compared, the source among them */
export function findingsOf(source: InspectedSource, sources: readonly InspectedSource[]): Finding[] {
  const { called, pairs } = source;
  const known = knownPositives(source);
  return [
    ...known,
    ...(called.includes('unrelated') && pairs?.unrelated ? randomPassages(source, pairs.unrelated) : []),
    // Copies are near the positive too.
    ...(called.includes('near_positive') && pairs && known.length === 0
      ? nearPositive(source, pairs.near_positive)
      : []),
    ...otherPositives(source, sources),
    ...boilerplate(source),
  ];
}

/** Copies of the record's positive, or with them positives of other records of its query. */
function knownPositives(source: InspectedSource): Finding[] {
  const { name, negatives, negativesEqualPositive: copies } = source;
  const known = Math.max(source.knownPositives ?? 0, copies);
  if (!isMany(known, negatives)) return [];
  if (known === copies) {
    return [{ kind: 'copies', words: copiesInWords(source), interval: null, message: copiesMessage(source) }];
  }
  const words = `${formatCount(known)} positives of its own queries`;
  const message = `${formatCount(known)} of the ${formatCount(negatives)} negatives of ${name} are positives of their own query.`;
  return [{ kind: 'known-positives', words, interval: null, message }];
}

/** `121 negatives of leaky have the text of the positive.` */
export function copiesMessage(
  source: Pick<InspectedSource, 'name' | 'negativesEqualPositive' | 'whole'>,
): string {
  const { name, negativesEqualPositive: copies, whole } = source;
  const verb = copies === 1 ? 'has' : 'have';
  const where = whole ? '' : ' in the whole file';
  return `${countOf(copies, 'negative')} of ${name} ${verb} the text of the positive${where}.`;
}

function randomPassages({ name, whole }: InspectedSource, verdict: ShareVerdict): Finding[] {
  const { excess, share, reference_share: most } = verdict;
  const about = excess === null ? '' : `about ${aboutPercent(excess)} `;
  const soFar = whole ? '' : ' so far';
  const interval = intervalInWords(verdict);
  const message =
    `${name} holds ${about}random passages${soFar}${interval === null ? '' : ` (95\u00a0%: ${interval})`}: ` +
    `${formatPercent(share)} of its pairs are as far from the query by embedding and by words as random passages are, ` +
    `of the references ${formatPercent(most ?? 0)} at most. Negatives written in other words can lie there too, so read ten ` +
    'of them: a paraphrase keeps the subject of the query, a random passage does not.';
  return [{ kind: 'random-passages', words: `${about}random passages${soFar}`, interval, message }];
}

function nearPositive({ name, whole }: InspectedSource, verdict: ShareVerdict): Finding[] {
  const { excess, share, reference_share: most } = verdict;
  const about = excess === null ? '' : `about ${aboutPercent(excess)} `;
  const soFar = whole ? '' : ' so far';
  const message =
    `${formatPercent(share)} of the pairs of ${name} lie near the positive (cosine 0.9 or more)${soFar}, of the references ` +
    `${formatPercent(most ?? 0)} at most: they may be answers.`;
  const words = `${about}near copies of the positive${soFar}`;
  return [{ kind: 'near-positive', words, interval: intervalInWords(verdict), message }];
}

/** A source that only shuffles positives: nothing of the kind where the references do so too, as in a small corpus. */
function otherPositives(
  { name, reference, figures, file }: InspectedSource,
  sources: readonly InspectedSource[],
): Finding[] {
  const references = sources.filter((other) => other.reference);
  const inEvery = (of: FileFindings) => of.records_with_other_positive === of.records;
  if (
    reference ||
    file === null ||
    references.length === 0 ||
    figures.units < FEWEST_QUERIES ||
    !inEvery(file)
  )
    return [];
  const seldom = ({ file: of }: InspectedSource) =>
    of !== null && of.records_with_other_positive < of.records / 2;
  if (!references.every(seldom)) return [];
  const words = 'a positive of another query in every record';
  return [{ kind: 'other-positives', words, interval: null, message: `${name} holds ${words}.` }];
}

function boilerplate({ name, file }: InspectedSource): Finding[] {
  if (file === null || !isMany(file.boilerplate, file.pairs)) return [];
  const { boilerplate: pairs, boilerplate_texts: texts, pairs: all } = file;
  const text = texts === 1 ? 'one text' : `${formatCount(texts)} texts`;
  const words = `${text} as ${formatCount(pairs)} of its ${formatCount(all)} negatives`;
  const message = `${name} holds ${words}: ${texts === 1 ? 'it is a negative' : 'each is a negative'} of far too many queries.`;
  return [{ kind: 'boilerplate', words, interval: null, message }];
}

/** A share in per cent: whole above 10 %, else with one decimal. */
function aboutPercent(share: number): string {
  return formatPercent(share, share < 0.1 ? 1 : 0);
}

/** `26 to 34`, in per cent. */
function intervalInWords({ excess, excess_low: low, excess_high: high }: ShareVerdict): string | null {
  if (excess === null || low === null || high === null) return null;
  const written = (share: number) => (100 * share).toFixed(excess < 0.1 ? 1 : 0);
  return `${written(low)}\u00a0to\u00a0${written(high)}`;
}
