/**
 * What may be wrong with a source: one table, which speaks before a run, after it, in Audit, the memo, the terminal and the
 * report alike. A row says when it is found, what is counted, and what to do.
 */

import type { CheckExample, EvaluationCounts, FoundEvaluation } from '../candidates/outcomes';
import type { TextCheck } from '../scoring/pair-checks';
import { SMALLEST_EFFECT } from '../scoring/audit';
import { BATCH_SIZE } from '../scoring/batches';
import { clampToUnit } from '../scoring/means';
import { isMany } from '../scoring/findings';
import { FEWEST_UNITS } from '../scoring/certainty/intervals';
import { SHORT_RECORDS } from '../scoring/k-counts';
import { FEWEST_REFERENCES, type ShareInterval } from '../scoring/random-looking';
import { isUnrelatedStock } from '../scoring/stops';
import type { Shortcut } from '../shortcuts/shortcuts';
import { countOf, countUnits, formatCount, formatPercent, listInWords, rankFirst, told } from '../ui/words';
import { ownPositives, type Evidence, type RunEvidence } from './evidence';
import { type Finding, type FindingId, type Result, SEVERITIES, type Severity } from './result';

/** What was found of one source. */
interface Found {
  /** One, or from a share of what is counted on the first, else the second. */
  readonly severity: Severity | readonly [from: number, Severity, Severity];
  /** How many; 0: nothing is found; null or undefined: nobody looked. Absent where nothing is counted. */
  readonly count?: number | null | undefined;
  readonly of?: number;
  /** An estimated share with its 95 % interval. */
  readonly share?: ShareInterval;
  /** What is counted, one and several, before the words. */
  readonly noun?: readonly [one: string, several?: string];
  /** `121 copies of the positive`, for the table; without its count where there is a noun. */
  readonly words: string;
  /** A whole sentence, where the name of the source and the words are none. */
  readonly sentence?: string;
  /** What to do: an imperative sentence. */
  readonly cure?: string;
  /** The first that was found, where it stands in the file or in words. */
  readonly example?: CheckExample | string | null | undefined;
  /** How its text is written; as it is where nothing is said. */
  readonly exampleAs?: (text: string) => string;
}

/** Null: nothing was found; undefined: nobody looked. */
type Look = Found | null | undefined;

/** A row of the table. */
export interface FindingRule {
  readonly id: FindingId;
  /** As a list of findings names it. */
  readonly title: string;
  /** `file`: known once a file is read; `run`: once it is ranked; `asked`: once somebody asked on the Audit page. */
  readonly needs: 'file' | 'run' | 'asked';
  readonly find: (source: Evidence, all: readonly Evidence[]) => Look;
}

/** From this share of a source's pairs on, copies bar it and near copies are said. */
const MANY = SMALLEST_EFFECT;

/** From this share on, near copies of the record's own positive are answers: not to be trained on. */
const MANY_NEAR = 0.03;
/** The demo's clean sources have 1.2 % of such pairs: a smaller share is told without being said first. */
const LOOK_LOOSE = 0.02;

/** Characters of a stock sentence that are shown. */
const SENTENCE_SHOWN = 60;

/** A share of near positives beyond the references' that is said. */
const LEAST_NEAR = 0.01;

/** In the order in which those of one severity and share are told. */
export const FINDINGS: readonly FindingRule[] = [
  ofFile('misread', 'Signs of a wrong reading', ({ loaded: { preflight, warnings }, asMeant }) => {
    if (preflight === null) return undefined;
    if (asMeant || warnings.length === 0) return null;
    return {
      severity: 'stop',
      words: 'may be misread',
      sentence: warnings.map(({ message }) => message).join(' '),
      cure: 'Look at its first record and choose how the file is read.',
    };
  }),
  ofFile('copies', 'Positives of their own query', ({ loaded, run }) => {
    const { counts, preflight } = loaded;
    const count = ownPositives(loaded, run?.file ?? null);
    const areCopies = count === counts.negativesEqualPositive;
    return {
      severity: [MANY, 'stop', 'look'],
      count,
      of: counts.pairs,
      noun: areCopies ? ['copy', 'copies'] : ['positive'],
      words: areCopies ? 'of the positive' : `of ${count === 1 ? 'its' : 'their'} own query`,
      cure: 'Drop these pairs.',
      example: preflight?.positives?.example,
      exampleAs: quoted,
    };
  }),
  ofRun('random', 'Random passages', ({ random }, { name }) => {
    if (random === null) return undefined;
    const { severity, found: share, beside } = random;
    if (severity === null) return null;
    return {
      severity,
      share,
      words: `about ${aboutPercent(share.value)} random passages (${spanInWords(share)}\u00a0%)`,
      sentence: `Compared with ${beside}, about ${aboutPercent(share.value)} of the negatives of ${name} look drawn at random (95\u00a0%: ${spanInWords(share)}).`,
      cure: 'Read ten of them: a paraphrase keeps the subject of the query, a random passage does not.',
    };
  }),
  ofFile('stock', 'One passage under many queries', ({ name, loaded: { counts, preflight }, run }) => {
    const count = run?.file?.boilerplate ?? preflight?.boilerplate.count ?? 0;
    const texts = run?.file?.boilerplate_texts ?? preflight?.boilerplate.texts.length ?? 0;
    const { stock = 0, stock_unrelated = null } = run?.pairs ?? {};
    const unrelated = isUnrelatedStock(stock, stock_unrelated, run?.randomShare ?? null);
    const what = countOf(texts, unrelated ? 'stock text' : 'passage');
    return {
      severity: unrelated ? [MANY, 'stop', 'look'] : [MANY, 'look', 'note'],
      count,
      of: counts.pairs,
      words: `${what} in ${countOf(count, 'pair')}`,
      sentence: `${what} ${texts === 1 ? 'fills' : 'fill'} ${formatCount(count)} of the ${formatCount(counts.pairs)} negatives of ${name}, under far too many queries.`,
      cure: unrelated ? 'Drop these pairs.' : 'Look at them: every miner returns some passages often.',
      example: preflight?.boilerplate.example,
      exampleAs: quoted,
    };
  }),
  ofRun('few-units', 'Too small for a rank', ({ effectiveUnits, unitKind, figures: { units } }) => {
    if (effectiveUnits >= FEWEST_UNITS) return null;
    const counted = countUnits(units, unitKind);
    const effective = Math.floor(effectiveUnits);
    return {
      severity: 'small',
      count: units,
      words: `only ${counted}${effective < units ? ` of unlike size, worth ${formatCount(effective)}` : ''} (a rank needs ${FEWEST_UNITS})`,
      cure: 'Load more records.',
    };
  }),
  ofRun('no-trace', 'Nothing to score', ({ figures }) =>
    figures.trace > 0
      ? null
      : {
          severity: 'small',
          words: 'no pair has a weight',
          cure: 'Look at its pairs.',
        },
  ),
  ofFile('evaluation', 'Evaluation data', ({ name, evaluation, loaded: { counts } }) =>
    evaluation === null ? undefined : ofEvaluation(name, evaluation, counts),
  ),
  ofRun('near-copies', 'Near copies of the positive, by words', ({ known, figures: { negatives } }) => {
    const count = known?.near_text;
    return {
      severity: [MANY_NEAR, 'train', 'look'],
      count: typeof count === 'number' && count < MANY * negatives ? 0 : count,
      of: negatives,
      noun: ['near copy', 'near copies'],
      words: 'of the positive',
      cure: 'Drop these pairs: most are answers.',
    };
  }),
  {
    id: 'answers',
    title: 'Judged answers',
    needs: 'asked',
    find: ({ name, answers }) => {
      if (answers === null) return undefined;
      const { rate: value, low, high, limit } = answers;
      const share = { value, low, high };
      if (low <= limit) return null;
      return {
        severity: 'train',
        share,
        words: `about ${aboutPercent(value)} answers (${spanInWords(share)}\u00a0%)`,
        sentence: `About ${aboutPercent(value)} of the negatives of ${name} answer their query (95\u00a0%: ${spanInWords(share)}). Your limit is ${formatPercent(limit, 0)}.`,
        cure: 'Have a judge read more pairs, and drop what answers.',
      };
    },
  },
  ofRun('range', 'Means outside the reference range', ({ range, flags, figures }, { name, margin }) => {
    if (range === null) return undefined;
    if (flags.length === 0) return null;
    const words = listInWords(flags.map((flag) => `${flag.words}${flag.certain ? '' : ' (may be chance)'}`));
    const inverted = flags.some(({ flag }) => flag === 'inversion') && figures.inversion_rate === 0;
    return {
      severity: 'look',
      words,
      sentence: `${name} lies outside the reference range: ${words}.`,
      cure:
        inverted && !margin
          ? 'Look at its pairs. If it was mined with a margin, say so: the margin removed the inverted pairs.'
          : 'Look at its pairs: a better source can lie outside the range too.',
    };
  }),
  ofRun('near-positive', 'Close to the positive, by embedding', (run, { name }) => {
    const { nearPositive: share, nearReferences } = run;
    if (nearReferences < FEWEST_REFERENCES) return undefined;
    if (share === null || share.low <= LEAST_NEAR) return null;
    return {
      severity: 'look',
      share,
      words: `about ${aboutPercent(share.value)} near the positive (${spanInWords(share)}\u00a0%)`,
      sentence: `About ${aboutPercent(share.value)} of the negatives of ${name} lie near the positive (cosine 0.9 or more), beyond what the references have (95\u00a0%: ${spanInWords(share)}).`,
      cure: 'Look at these pairs: they may be answers.',
    };
  }),
  ofRun(
    'other-positives',
    'A positive of another query in every record',
    ({ file }, { name, setting }, all) => {
      if (file === null) return undefined;
      const others = all.flatMap((other) =>
        other.name !== name && other.setting === setting ? (other.run?.file ?? []) : [],
      );
      const isUsual = others.some((of) => 2 * of.records_with_other_positive >= of.records);
      if (file.records_with_other_positive < file.records || others.length === 0 || isUsual) return null;
      return {
        severity: 'look',
        count: file.records,
        of: file.records,
        words: 'a positive of another query in every record, elsewhere in fewer than half',
        cure: 'Look at its pairs: shuffled positives score well and teach little.',
      };
    },
  ),
  ofFile('unlike-k', 'Different numbers of negatives', ({ medianK, unlikeK, firstOfEach }) => {
    if (unlikeK.length === 0) return null;
    const others = listInWords(unlikeK.map(formatCount));
    return {
      severity: 'look',
      words: `${countOf(medianK, 'negative')} a query, others ${others}`,
      cure: `${rankFirst(firstOfEach)} to compare them alike.`,
    };
  }),
  ofFile('sentence', 'One sentence in many negatives', ({ name, loaded: { counts, preflight } }) => {
    if (preflight === null) return undefined;
    if (preflight.sentence === null) return null;
    const { sentence, ...shares } = preflight.sentence;
    const [negatives, positives] = [shares.negatives, shares.positives].map((of) => formatPercent(of, 0));
    return {
      severity: 'look',
      count: preflight.texts.sentence.pairs,
      of: counts.pairs,
      words: `one sentence in ${negatives} of the negatives`,
      sentence: `“${sentence.slice(0, SENTENCE_SHOWN)}” stands in ${negatives} of the negatives of ${name} and in ${positives} of the positives.`,
      cure: 'Cut the sentence where the file was made: a model learns it instead of the query.',
    };
  }),
  {
    id: 'shortcuts',
    title: 'Recognisable as negatives without the query',
    needs: 'asked',
    find: ({ name, shortcut }) => {
      if (shortcut === null) return undefined;
      if (shortcut.flagged === false || shortcut.low <= 0.5) return null;
      const why = giveawayInWords(shortcut);
      const auc = shortcut.auc.toFixed(2);
      const usual = shortcut.flagged === null ? ' Tick a reference to see whether that is usual.' : '';
      return {
        severity: 'look',
        words: `shortcut, AUC ${auc}`,
        sentence: `Negatives of ${name} can be told from positives without the query (AUC ${auc}; 0.5 is no difference)${why && `: ${why}`}.${usual}`,
        cure: 'Look at what gives them away.',
      };
    },
  },
  ofRun('loose', 'Positives far from their query', ({ known, figures }) => ({
    severity: [LOOK_LOOSE, 'look', 'note'],
    count: known?.loose_positive,
    of: figures.negatives,
    noun: ['pair'],
    words: 'with a positive far from its query',
    cure: 'Read these records: the positive may be swapped, or in another language.',
  })),
  ofRun('cut', 'Equal to the positive after the cut', ({ known, figures }) => ({
    severity: 'look',
    count: known?.same_cut,
    of: figures.negatives,
    noun: ['negative'],
    words: 'equal to the positive in the tokens that the encoder reads',
    cure: 'Raise the limit of tokens, or cut the passages where they were made.',
  })),
  ofFile('ids', 'Ids that contradict the texts', ({ loaded: { counts, preflight } }) => ({
    severity: [MANY, 'look', 'note'],
    count: preflight?.ids?.count,
    of: Math.max(counts.read, counts.records),
    noun: ['record'],
    words: 'with the id of another query, an unknown id, or one of two texts',
    cure: 'Give each query and each text its own id, and load the file with the missing ones.',
    example: preflight?.ids?.example,
    exampleAs: (text) => (preflight?.ids?.example?.query === null ? text : `id ${text}`),
  })),
  ofFile('scores', 'Scores missing or not finite', ({ loaded: { counts, preflight } }) => ({
    severity: [MANY, 'look', 'note'],
    count: preflight?.scores?.count,
    of: counts.records,
    noun: ['record'],
    words: 'without a finite score',
    cure: 'Score them again, or leave them out.',
    example: preflight?.scores?.example,
  })),
  ofFile('short', 'Records with fewer negatives', ({ short, k, loaded: { counts }, firstOfEach }) => ({
    severity: [SHORT_RECORDS, 'look', 'note'],
    count: short.count,
    of: counts.records,
    noun: ['record'],
    words: `with fewer than ${countOf(k, 'negative')}`,
    cure: `${rankFirst(firstOfEach)}, or mine more.`,
    example: short.example,
  })),
  ofTexts('markup', 'markup', 'Markup', 'markup', 'Take the tags out where the file was made.'),
  ofTexts(
    'language',
    'language',
    'Another language or script',
    'another language or script',
    'Read them, and drop those that no query of this file asks for.',
  ),
  ofRun('same', 'All pairs in another source too', ({ file, twin, inside }) => {
    if (file === null) return undefined;
    if (twin !== null) {
      return {
        severity: 'note',
        words: `the same pairs as ${twin}, so they count as one`,
        cure: 'Load one of them.',
      };
    }
    if (inside === null) return null;
    return {
      severity: 'note',
      words: `every pair is in ${inside} too`,
    };
  }),
  ofRun('margin', 'Mined with a margin', ({ figures }, { margin }) =>
    !margin || figures.inversion_rate !== 0
      ? null
      : {
          severity: 'note',
          words: 'its margin removed the inverted pairs',
        },
  ),
  removed('duplicates', 'Negatives twice in a record', 'duplicate', 'duplicateNegativesRemoved'),
  removed('blanks', 'Blank negatives', 'blank', 'blankNegativesRemoved'),
  ofTexts('placeholders', 'placeholder', 'Placeholder texts', 'a placeholder', 'Drop these pairs.', 'note'),
  ofTexts(
    'letters',
    'letters',
    'Broken letters',
    'letters of a broken encoding',
    'They were broken before the file was saved: repair them where it was made.',
    'note',
  ),
  ofFile('batch', 'Own positives among in-batch negatives', ({ name, loaded: { counts, meetings } }) => {
    if (meetings === null) return undefined;
    const { positives: met, all } = meetings;
    const more =
      all > met
        ? ` If the batch holds the mined negatives too (MultipleNegativesRankingLoss), ${formatPercent(all)} do.`
        : '';
    return {
      severity: 'note',
      count: Math.round(counts.records * met),
      of: counts.records,
      words: `${formatPercent(met)}${more && ` to ${formatPercent(all)}`} of records meet their positive in a batch`,
      sentence: `${formatPercent(met)} of the records of ${name} meet their own positive as a negative in a batch of ${formatCount(BATCH_SIZE)}.${more}`,
      cure: 'Use a sampler without duplicates (sentence-transformers: BatchSamplers.NO_DUPLICATES).',
    };
  }),
];

function ofFile(id: FindingId, title: string, find: FindingRule['find']): FindingRule {
  return { id, title, needs: 'file', find };
}

function ofRun(
  id: FindingId,
  title: string,
  find: (run: RunEvidence, source: Evidence, all: readonly Evidence[]) => Look,
): FindingRule {
  return {
    id,
    title,
    needs: 'run',
    find: (source, all) => (source.run === null ? undefined : find(source.run, source, all)),
  };
}

/** What a check of the texts finds. @param has what a pair has */
function ofTexts(
  id: FindingId,
  check: TextCheck,
  title: string,
  has: string,
  cure: string,
  severity: Severity = 'look',
): FindingRule {
  return ofFile(id, title, ({ name, loaded: { counts, preflight } }) => {
    if (preflight === null) return undefined;
    const { pairs: count, records } = preflight.texts[check];
    const words = `${countOf(count, 'pair')} with ${has}`;
    const whole = records > 0 ? ` In ${countOf(records, 'record')} the query or the positive has it.` : '';
    const sentence = `${name} has ${words}, of ${formatCount(counts.pairs)}.${whole}`;
    return { severity, count, of: counts.pairs, words, sentence, cure };
  });
}

/** Negatives that the reader leaves out. */
function removed(
  id: FindingId,
  title: string,
  what: string,
  key: 'duplicateNegativesRemoved' | 'blankNegativesRemoved',
): FindingRule {
  return ofFile(id, title, ({ name, loaded: { counts, preflight } }) => {
    const [count, of] = [counts[key], counts.pairs + counts[key]];
    return {
      severity: 'note',
      count,
      of,
      words: `${countOf(count, what)} removed`,
      sentence: `${countOf(count, `${what} negative`)} of ${name} ${count === 1 ? 'was' : 'were'} removed, of ${formatCount(of)}.`,
      example: id === 'duplicates' ? preflight?.repeats?.example : null,
      exampleAs: quoted,
    };
  });
}

/** Queries and documents of the evaluation, and what nearly has their words. */
function ofEvaluation(
  name: string,
  { queries, records, positives, negatives, near, of, nearDocuments, texts: [first] }: FoundEvaluation,
  counts: Evidence['loaded']['counts'],
): Found | null {
  const failed = queries > 0 || isMany(positives, counts.records) || isMany(negatives, counts.pairs);
  const documents = positives + negatives;
  const held = told([
    queries > 0 && countOf(queries, 'evaluation query', 'evaluation queries'),
    documents > 0 && countOf(documents, 'evaluation document'),
  ]);
  const nearly = told([
    near.records > 0 && countOf(near.records, 'record'),
    near.positives + near.negatives > 0 && documentsInWords(near),
  ]);
  const sentences = told([
    queries > 0 &&
      `${name} holds ${formatCount(queries)} of the ${formatCount(of)} evaluation ${of === 1 ? 'query' : 'queries'}, in ${countOf(records, 'record')}.`,
    documents > 0 &&
      `${documentsInWords({ positives, negatives })} of ${name} are documents of the evaluation.`,
    nearly.length > 0 &&
      `${listInWords(nearly)} of ${name} have nearly the words of the evaluation. Read them: most are other texts.`,
    !nearDocuments && `${name} has too many passages to look for near copies: only equal ones were found.`,
  ]);
  if (sentences.length === 0) return null;
  const counted = records || positives || near.records;
  return {
    severity: failed ? 'train' : 'note',
    ...(counted > 0
      ? { count: counted, of: counts.records }
      : negatives > 0 && { count: negatives, of: counts.pairs }),
    words: held.length === 0 ? 'nearly the words of the evaluation' : listInWords(held),
    sentence: sentences.join(' '),
    cure: failed ? 'Drop them: a model trained on them knows this evaluation.' : '',
    example: first && `${name}, ${first.as}: “${first.text}”, in the evaluation “${first.evaluation ?? ''}”`,
  };
}

/** `30 positives and 4 negatives`. */
function documentsInWords({
  positives,
  negatives,
}: Pick<EvaluationCounts, 'positives' | 'negatives'>): string {
  const some = [
    positives > 0 && countOf(positives, 'positive'),
    negatives > 0 && countOf(negatives, 'negative'),
  ];
  return listInWords(told(some));
}

/** AUC of the length alone from which on the length is named. */
const BY_LENGTH = 0.7;

/** `they are 28 % shorter`, `“gives” stands in 1 % of them and in 10 % of the positives`; empty for neither. */
export function giveawayInWords({
  negative_words: own,
  positive_words: theirs,
  length_auc,
  words,
}: Shortcut): string {
  if (length_auc >= BY_LENGTH && own !== theirs && theirs > 0) {
    const share = Math.abs(own - theirs) / theirs;
    return `they are ${formatPercent(share, 0)} ${own < theirs ? 'shorter' : 'longer'}`;
  }
  const [first] = words;
  if (!first) return '';
  const { word, negatives, positives } = first;
  return `“${word}” stands in ${formatPercent(negatives, 0)} of them and in ${formatPercent(positives, 0)} of the positives`;
}

export function findingRule(id: FindingId): FindingRule {
  return FINDINGS.find((rule) => rule.id === id) as FindingRule;
}

/** All that was found of a source, the worst first, of one severity the largest share. */
export function findingsOf(source: Evidence, all: readonly Evidence[]): Finding[] {
  return FINDINGS.flatMap(({ id, find }): Finding[] => {
    const found = find(source, all);
    if (!found || ('count' in found && !found.count)) return [];
    const { count = null, of = null, noun, cure = '', example, exampleAs } = found;
    const [from, many, few] =
      typeof found.severity === 'string' ? ([0, found.severity, found.severity] as const) : found.severity;
    const severity = (count ?? 0) >= from * (of ?? 0) ? many : few;
    const words = noun ? `${countOf(count ?? 0, ...noun)} ${found.words}` : found.words;
    const sentence =
      found.sentence ??
      (noun ? `${source.name} has ${words}, of ${formatCount(of ?? 0)}.` : `${source.name}: ${words}.`);
    const { value = count !== null && of ? count / of : null, low = null, high = null } = found.share ?? {};
    return [
      {
        id,
        severity,
        count,
        of,
        share: value,
        low,
        high,
        words,
        sentence,
        cure,
        example: example ? exampleInWords(source, example, exampleAs) : null,
        set_aside: id === 'random' && severity === 'stop' && source.lookedAt,
      },
    ];
  }).sort(byWeight);
}

/** Characters of a text that are shown in an example. */
const LONGEST = 80;

/** The first that was found: `leaky, line 55, “who?”: “Lady Gaga”`. */
function exampleInWords(
  { name, loaded }: Evidence,
  example: CheckExample | string,
  written = (text: string) => text,
): string {
  if (typeof example === 'string') return example;
  const { place, query, text } = example;
  const cut = (all: string) => (all.length > LONGEST ? `${all.slice(0, LONGEST - 1)}…` : all);
  const of = query === null ? '' : `, ${quoted(cut(query))}`;
  return `${name}, ${loaded.placeKind} ${place}${of}${text === null ? '' : `: ${written(cut(text))}`}`;
}

function quoted(text: string): string {
  return `“${text}”`;
}

/** The worst first; of one severity the largest share. */
export function byWeight(a: Finding, b: Finding): number {
  const severity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return severity || (b.share ?? 0) - (a.share ?? 0);
}

/** A finding with the name of its source. */
export interface FoundInSource {
  readonly name: string;
  readonly finding: Finding;
}

/** The findings of all sources, the worst first. */
export function allFindings(sources: Result['verdict']['sources']): FoundInSource[] {
  return Object.entries(sources)
    .flatMap(([name, { findings }]) => findings.map((finding) => ({ name, finding })))
    .sort((a, b) => byWeight(a.finding, b.finding));
}

/** Whether it takes the rank. */
export function bars({ severity, set_aside: aside }: Finding): boolean {
  return (severity === 'stop' && !aside) || severity === 'small';
}

/** What was found of one kind. */
export interface FindingRow {
  readonly id: FindingId;
  readonly title: string;
  readonly severity: Severity;
  /** The worst of the sources. */
  readonly worst: Finding;
  /** By source, in the order of the sources; null where it was not found. */
  readonly cells: readonly (Finding | null)[];
}

/** The findings of all sources as a table, the worst row first. */
export function findingRows(sources: readonly { readonly findings: readonly Finding[] }[]): FindingRow[] {
  const rows = FINDINGS.flatMap(({ id, title }): FindingRow[] => {
    const cells = sources.map(({ findings }) => findings.find((finding) => finding.id === id) ?? null);
    const [worst] = cells.filter((cell) => cell !== null).sort(byWeight);
    return worst ? [{ id, title, severity: worst.severity, worst, cells }] : [];
  });
  return rows.sort((a, b) => byWeight(a.worst, b.worst));
}

/** What is said of a row: of one source its sentence, of several the words of each, and what to do. */
export function rowInWords({ cells }: FindingRow, sources: readonly { readonly name: string }[]): string {
  const found = cells.flatMap((cell, i) => (cell ? [{ ...cell, name: sources[i]?.name ?? '' }] : []));
  const each = found.map(({ name, words }) => `${name}: ${words}`).join('; ');
  const cures = new Set(found.map(({ cure }) => cure).filter(Boolean));
  return [found.length === 1 ? (found[0]?.sentence ?? '') : `${each}.`, ...cures].join(' ');
}

/** How many of each record to rank so that no source of the row has too few: each has the number of its setting. */
export function firstOfRow({ cells }: FindingRow, sources: readonly Evidence[]): number {
  const failing = sources.filter((_, i) => cells[i] && cells[i].severity !== 'note');
  return Math.min(...failing.map(({ firstOfEach }) => firstOfEach));
}

/** `Checked before a run: 2 of 14 checks found something, 3 do not apply.` */
export function checkedInWords(rows: readonly FindingRow[], sources: readonly Evidence[]): string {
  const found = rows.filter(({ severity }) => severity !== 'note').length;
  const checks = FINDINGS.filter(({ needs }) => needs === 'file');
  const made = checks.filter((rule) => sources.some((source) => wasLookedFor(rule, source))).length;
  const left = checks.length - made;
  const aside = left === 0 ? '' : `, ${left} ${left === 1 ? 'does' : 'do'} not apply`;
  return `Checked before a run: ${found} of ${countOf(made, 'check')} found something${aside}.`;
}

/** Whether a finding was looked for in a source. */
export function wasLookedFor({ find }: FindingRule, source: Evidence): boolean {
  const found = find(source, []);
  return found === null || (found !== undefined && !('count' in found && typeof found.count !== 'number'));
}

/** What was not looked for in any of the sources, though a run gives it; what nobody asked for is left out. */
export function notLookedFor(sources: readonly Evidence[]): FindingId[] {
  return FINDINGS.filter(
    (rule) => rule.needs !== 'asked' && !sources.some((source) => wasLookedFor(rule, source)),
  ).map(({ id }) => id);
}

/** An estimated share in per cent, cut to 0 and 100: whole above 10 %, else with one decimal. */
function aboutPercent(value: number): string {
  return formatPercent(clampToUnit(value), value < 0.1 ? 1 : 0);
}

/** `26 to 34`, in per cent, cut to 0 and 100. */
function spanInWords({ value, low, high }: ShareInterval): string {
  const written = (end: number) => (100 * clampToUnit(end)).toFixed(value < 0.1 ? 1 : 0);
  return `${written(low)} to ${written(high)}`;
}
