/**
 * What may be wrong with a source: one table, which speaks before a run, after it, in Audit, the memo, the terminal and the
 * report alike. A row says when it is found, what is counted, and what to do.
 */

import * as v from 'valibot';

import type { CheckExample, FoundEvaluation } from '../candidates/outcomes';
import type { TextCheck } from '../scoring/pair-checks';
import { maybeNumber, maybeText, type Read, text, yes } from '../engine/result';
import { SMALLEST_EFFECT } from '../scoring/audit';
import { BATCH_SIZE } from '../scoring/batches';
import { clampToUnit } from '../scoring/means';
import { isMany } from '../scoring/findings';
import { FEWEST_UNITS } from '../scoring/certainty/intervals';
import { SHORT_RECORDS } from '../scoring/k-counts';
import { FEWEST_REFERENCES, type ShareInterval } from '../scoring/random-looking';
import { isUnrelatedStock } from '../scoring/stops';
import { countOf, countUnits, formatCount, formatPercent, listInWords, rankFirst, told } from '../ui/words';
import { evidenceOf, ownPositives, type Evidence, type ReadSource, type RunEvidence } from './evidence';

/**
 * `stop`: no rank, not to be trained on as it is. `small`: no rank. `train`: ranked, not to be trained on as it is. `look`:
 * ranked, said first. `note`: said last.
 */
export const SEVERITIES = ['stop', 'small', 'train', 'look', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

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
  readonly example?: (Omit<CheckExample, 'text'> & Partial<CheckExample>) | string | null | undefined;
}

/** Null: nothing was found; undefined: nobody looked. */
type Look = Found | null | undefined;

interface Rule {
  /** As a list of findings names it. */
  readonly title: string;
  /** `file`: known once a file is read; `run`: once it is ranked; `asked`: once somebody asked on the Audit page. */
  readonly needs: 'file' | 'run' | 'asked';
  readonly find: (source: Evidence, all: readonly Evidence[]) => Look;
}

export type FindingRule = Rule & { readonly id: FindingId };

export type FindingId = keyof typeof RULES;

/** From this share of a source's pairs on, copies bar it and near copies are said. */
const MANY = SMALLEST_EFFECT;

/** From this share on, near copies of the record's own positive are answers: not to be trained on. */
const MANY_NEAR = 0.03;

/** The demo's clean sources have 1.2 % of such pairs: a smaller share is told without being said first. */
const LOOK_LOOSE = 0.02;

const SENTENCE_SHOWN = 60;

/** A share of near positives beyond the references' that is said. */
const LEAST_NEAR = 0.01;

/** In the order in which those of one severity and share are told. */
const RULES = {
  misread: ofFile('Signs of a wrong reading', ({ loaded: { preflight, warnings }, asMeant }) => {
    if (preflight === null) return undefined;
    if (asMeant || warnings.length === 0) return null;
    return {
      severity: 'stop',
      words: 'signs of a wrong reading',
      sentence: warnings.map(({ message }) => message).join(' '),
      cure: 'Look at its first record and choose how the file is read.',
    };
  }),
  copies: ofFile('Positives of their own query', ({ loaded, run }) => {
    const { counts, preflight } = loaded;
    const count = ownPositives(loaded, run?.file?.own_positives);
    const areCopies = count === counts.negativesEqualPositive;
    return {
      severity: [MANY, 'stop', 'look'],
      count,
      of: counts.pairs,
      noun: areCopies ? ['copy', 'copies'] : ['negative that is a positive', 'negatives that are positives'],
      words: areCopies ? 'of the positive' : 'of the same query',
      cure: 'Drop these pairs.',
      example: preflight?.positives?.example,
    };
  }),
  random: ofRun('Random passages', ({ random }, { name }) => {
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
  stock: ofFile('One passage under many queries', ({ name, loaded: { counts, preflight }, run }) => {
    const count = run?.file?.boilerplate ?? preflight?.boilerplate.count ?? 0;
    const texts = run?.file?.boilerplate_texts ?? preflight?.boilerplate.distinct ?? 0;
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
    };
  }),
  'few-units': ofRun('Too small for a rank', ({ effectiveUnits, unitKind, figures: { units } }) => {
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
  'no-trace': ofRun('Nothing to score', ({ figures }) => {
    if (figures.trace > 0) return null;
    return { severity: 'small', words: 'no pair has a weight', cure: 'Look at its pairs.' };
  }),
  evaluation: ofFile('Evaluation data', (source) =>
    source.evaluation ? ofEvaluation(source, source.evaluation) : undefined,
  ),
  'near-copies': ofRun('Near copies of the positive, by words', ({ known, figures: { negatives } }) => {
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
  answers: ofAsked('Judged answers', ({ name, answers }) => {
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
  }),
  range: ofRun('Means outside the reference range', ({ range, flags }, { name }) => {
    if (range === null) return undefined;
    if (flags.length === 0) return null;
    const words = listInWords(flags.map((flag) => `${flag.words}${flag.certain ? '' : ' (may be chance)'}`));
    return {
      severity: 'look',
      words,
      sentence: `${name} lies outside the reference range: ${words}.`,
      cure: 'Look at its pairs: a better source can lie outside the range too.',
    };
  }),
  'near-positive': ofRun('Close to the positive, by embedding', (run, { name }) => {
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
  'other-positives': ofRun('A positive of another query in every record', ({ file }, own, all) => {
    if (file === null) return undefined;
    const others = all.flatMap(({ name, setting, run }) =>
      name !== own.name && setting === own.setting ? (run?.file ?? []) : [],
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
  }),
  'unlike-k': ofFile('Different numbers of negatives', ({ medianK, unlikeK, firstOfEach }) => {
    if (unlikeK.length === 0) return null;
    // A median of an even number of records can be a half.
    const [own, ...others] = [medianK, ...unlikeK].map((k) => k.toLocaleString('en'));
    return {
      severity: 'look',
      words: `${own} ${medianK === 1 ? 'negative' : 'negatives'} a query, others ${listInWords(others)}`,
      cure: `${rankFirst(firstOfEach)} to compare them alike.`,
    };
  }),
  sentence: ofFile('One sentence in many negatives', ({ name, loaded: { counts, preflight } }) => {
    if (!preflight?.sentence) return preflight ? null : undefined;
    const { sentence, negatives, positives } = preflight.sentence;
    const share = formatPercent(negatives, 0);
    return {
      severity: 'look',
      count: preflight.texts.sentence.pairs,
      of: counts.pairs,
      words: `one sentence in ${share} of the negatives`,
      sentence: `“${sentence.slice(0, SENTENCE_SHOWN)}” stands in ${share} of the negatives of ${name} and in ${formatPercent(positives, 0)} of the positives.`,
      cure: 'Cut the sentence where the file was made: a model learns it instead of the query.',
    };
  }),
  shortcuts: ofAsked('Recognisable as negatives without the query', ({ name, shortcut }) => {
    if (shortcut === null) return undefined;
    if (shortcut.flagged === false || shortcut.low <= 0.5) return null;
    const { auc, flagged, negative_words: own, positive_words: theirs, words } = shortcut;
    const [first] = words;
    const word = first
      ? `; “${first.word}” stands in ${formatPercent(first.negatives, 0)} of them and ${formatPercent(first.positives, 0)} of the positives`
      : '';
    const usual = flagged === null ? ' Tick a reference to see whether that is usual.' : '';
    return {
      severity: 'look',
      words: `shortcut, AUC ${auc.toFixed(2)}`,
      sentence: `Negatives of ${name} can be told from positives without the query (AUC ${auc.toFixed(2)}; 0.5 is no difference). They have ${formatCount(own)} words in the median, positives ${formatCount(theirs)}${word}.${usual}`,
      cure: 'Look at what gives them away.',
    };
  }),
  loose: ofRun('Positives far from their query', ({ known, figures }) => ({
    severity: [LOOK_LOOSE, 'look', 'note'],
    count: known?.loose_positive,
    of: figures.negatives,
    noun: ['pair'],
    words: 'with a positive far from its query',
    cure: 'Read these records: the positive may be swapped, or in another language.',
  })),
  cut: ofRun('Equal to the positive after the cut', ({ known, figures }) => ({
    severity: 'look',
    count: known?.same_cut,
    of: figures.negatives,
    noun: ['negative'],
    words: 'equal to the positive in the tokens that the encoder reads',
    cure: 'Raise the limit of tokens, or cut the passages where they were made.',
  })),
  ids: ofFile('Ids that contradict the texts', ({ loaded: { counts, preflight } }) => ({
    severity: [MANY, 'look', 'note'],
    count: preflight?.ids?.count,
    of: Math.max(counts.read, counts.records),
    noun: ['record'],
    words: 'with the id of another query, an unknown id, or one of two texts',
    cure: 'Give each query and each text its own id, and load the file with the missing ones.',
    example: preflight?.ids?.example,
  })),
  scores: ofFile('Scores missing or not finite', ({ loaded: { counts, preflight } }) => ({
    severity: [MANY, 'look', 'note'],
    count: preflight?.scores?.count,
    of: counts.records,
    noun: ['record'],
    words: 'without a finite score',
    cure: 'Score them again, or leave them out.',
    example: preflight?.scores?.example,
  })),
  short: ofFile('Records with fewer negatives', ({ short, k, loaded: { counts, byK }, firstOfEach }) => ({
    severity: [SHORT_RECORDS, 'look', 'note'],
    count: short,
    of: counts.records,
    noun: ['record'],
    words: `with fewer than ${countOf(k, 'negative')}`,
    cure: firstOfEach < k ? `${rankFirst(firstOfEach)}, or mine more.` : 'Mine more for these.',
    example: byK.find((row) => row.k + row.copies < k)?.first,
  })),
  markup: ofTexts('markup', 'Markup', 'markup', 'Take the tags out where the file was made.'),
  language: ofTexts(
    'language',
    'Another language or script',
    'another language or script',
    'Read them, and drop those that no query of this file asks for.',
  ),
  same: ofRun('All pairs in another source too', ({ file, twin, inside }) => {
    if (file === null) return undefined;
    if (twin === null && inside === null) return null;
    return {
      severity: 'note',
      words:
        twin === null ? `every pair is in ${inside} too` : `the same pairs as ${twin}, so they count as one`,
      cure: twin === null ? '' : 'Load one of them.',
    };
  }),
  margin: ofRun('Mined with a margin', ({ figures }, { margin }) => {
    if (!margin || figures.inversion_rate > 0) return null;
    return { severity: 'note', words: 'its margin removed the inverted pairs' };
  }),
  duplicates: removed('Negatives twice in a record', 'duplicate', 'duplicateNegativesRemoved'),
  blanks: removed('Blank negatives', 'blank', 'blankNegativesRemoved'),
  placeholders: ofTexts('placeholder', 'Placeholder texts', 'a placeholder', 'Drop these pairs.', 'note'),
  letters: ofTexts(
    'letters',
    'Broken letters',
    'letters of a broken encoding',
    'They were broken before the file was saved: repair them where it was made.',
    'note',
  ),
  batch: ofFile('Own positives among in-batch negatives', ({ name, loaded: { counts, meetings } }) => {
    if (meetings === null) return undefined;
    const [met, all] = [meetings.positives, meetings.all].map((share) => formatPercent(share));
    const mined = all === met ? '' : `, ${all} if the batch holds the mined negatives too`;
    return {
      severity: 'note',
      count: Math.round(counts.records * meetings.positives),
      of: counts.records,
      words: `${met}${all === met ? '' : ` to ${all}`} of records meet their positive in a batch`,
      sentence: `${met} of the records of ${name} meet their own positive as a negative in a batch of ${formatCount(BATCH_SIZE)}${mined} (MultipleNegativesRankingLoss).`,
      cure: 'Use a sampler without duplicates (sentence-transformers: BatchSamplers.NO_DUPLICATES).',
    };
  }),
} satisfies Readonly<Record<string, Rule>>;

export const FINDINGS: readonly FindingRule[] = Object.entries(RULES).map(([id, rule]) => ({
  id: id as FindingId,
  ...rule,
}));

export const FINDING_ID = v.picklist(FINDINGS.map(({ id }) => id));

/** A finding of a source. */
export const FINDING = v.strictObject({
  id: FINDING_ID,
  severity: v.picklist(SEVERITIES),
  count: maybeNumber,
  of: maybeNumber,
  share: maybeNumber,
  low: maybeNumber,
  high: maybeNumber,
  words: text,
  sentence: text,
  cure: text,
  example: maybeText,
  set_aside: yes,
});
export type Finding = Read<typeof FINDING>;

function ofFile(title: string, find: Rule['find']): Rule {
  return { title, needs: 'file', find };
}

function ofAsked(title: string, find: Rule['find']): Rule {
  return { title, needs: 'asked', find };
}

function ofRun(
  title: string,
  find: (run: RunEvidence, source: Evidence, all: readonly Evidence[]) => Look,
): Rule {
  return {
    title,
    needs: 'run',
    find: (source, all) => (source.run ? find(source.run, source, all) : undefined),
  };
}

function ofTexts(
  check: TextCheck,
  title: string,
  has: string,
  cure: string,
  severity: Severity = 'look',
): Rule {
  return ofFile(title, ({ loaded: { counts, preflight } }) => ({
    severity,
    count: preflight?.texts[check].pairs,
    of: counts.pairs,
    noun: ['pair'],
    words: `with ${has}`,
    cure,
  }));
}

function removed(
  title: string,
  what: string,
  key: 'duplicateNegativesRemoved' | 'blankNegativesRemoved',
): Rule {
  return ofFile(title, ({ loaded: { counts, preflight } }) => ({
    severity: 'note',
    count: counts[key],
    of: counts.pairs + counts[key],
    noun: [`${what} negative`],
    words: 'removed',
    example: what === 'duplicate' ? preflight?.repeats?.example : null,
  }));
}

function ofEvaluation(
  { name, loaded: { counts } }: Evidence,
  { queries, records, positives, negatives, near, of, nearDocuments, texts: [first] }: FoundEvaluation,
): Found | null {
  const failed = queries > 0 || isMany(positives, counts.records) || isMany(negatives, counts.pairs);
  const parts = (each: Pick<FoundEvaluation, 'records' | 'positives' | 'negatives'>) =>
    listInWords(
      told([
        each.records > 0 && countOf(each.records, 'record'),
        each.positives > 0 && countOf(each.positives, 'positive'),
        each.negatives > 0 && countOf(each.negatives, 'negative'),
      ]),
    );
  const documents = parts({ records: 0, positives, negatives });
  const held = told([
    queries > 0 && countOf(queries, 'evaluation query', 'evaluation queries'),
    documents !== '' && countOf(positives + negatives, 'evaluation document'),
  ]);
  const sentences = told([
    queries > 0 &&
      `${name} holds ${formatCount(queries)} of the ${countOf(of, 'evaluation query', 'evaluation queries')}, in ${countOf(records, 'record')}.`,
    documents !== '' && `${documents} of ${name} are documents of the evaluation.`,
    parts(near) !== '' &&
      `${parts(near)} of ${name} have nearly the words of the evaluation. Read them: most are other texts.`,
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

/** What is found in each file before a run. @param negatives the first so many of each record are ranked; null for all */
export function foundInFiles(sources: readonly ReadSource[], negatives: number | null) {
  return foundIn(evidenceOf(sources, negatives));
}

/** A source with what was found of it, the worst first, of one severity the largest share. */
export type FoundSource = ReturnType<typeof foundIn>[number];

export function foundIn(all: readonly Evidence[]) {
  return all.map((source) => ({ ...source, findings: findingsOf(source, all) }));
}

function findingsOf(source: Evidence, all: readonly Evidence[]): readonly Finding[] {
  return FINDINGS.flatMap(({ id, find }): Finding[] => {
    const found = find(source, all);
    if (!found || ('count' in found && !found.count)) return [];
    const { count = null, of = null, noun, severity: given, cure = '', share } = found;
    const [from, many, few] = typeof given === 'string' ? ([0, given, given] as const) : given;
    const severity = (count ?? 0) >= from * (of ?? 0) ? many : few;
    const words = noun ? `${countOf(count ?? 0, ...noun)} ${found.words}` : found.words;
    const whole = countOf(of ?? 0, noun?.[0] === 'record' ? 'record' : 'pair');
    const said = noun ? ` has ${words}, of ${whole}.` : `: ${words}.`;
    return [
      {
        id,
        severity,
        count,
        of,
        share: share?.value ?? (count !== null && of ? count / of : null),
        low: share?.low ?? null,
        high: share?.high ?? null,
        words,
        sentence: found.sentence ?? `${source.name}${said}`,
        cure,
        example: exampleInWords(source, found.example),
        set_aside: id === 'random' && severity === 'stop' && source.lookedAt,
      },
    ];
  }).sort(byWeight);
}

/** Characters of a text that are shown in an example. */
const LONGEST = 80;

/** The first that was found: `leaky, line 55, “who?”: “Lady Gaga”`. */
function exampleInWords({ name, loaded }: Evidence, example: Found['example']): string | null {
  if (!example || typeof example === 'string') return example ?? null;
  const { place, query, text = null } = example;
  const quoted = (all: string) => `“${all.length > LONGEST ? `${all.slice(0, LONGEST - 1)}…` : all}”`;
  const of = query === null ? '' : `, ${quoted(query)}`;
  return `${name}, ${loaded.placeKind} ${place}${of}${text === null ? '' : `: ${quoted(text)}`}`;
}

/** The worst first; of one severity the largest share. */
export function byWeight(a: Finding, b: Finding): number {
  const severity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return severity || (b.share ?? 0) - (a.share ?? 0);
}

/** The findings of all sources, the worst first. */
export function allFindings(sources: Readonly<Record<string, Pick<FoundSource, 'findings'>>>): Finding[] {
  return Object.values(sources)
    .flatMap(({ findings }) => findings)
    .sort(byWeight);
}

/** Whether it takes the rank. */
export function bars({ severity, set_aside: aside }: Finding): boolean {
  return (severity === 'stop' && !aside) || severity === 'small';
}

/** What was found of one kind: the worst of the sources, and the cell of each, null where it was not found. */
export type FindingRow = ReturnType<typeof findingRows>[number];

/** The findings of all sources as a table, the worst row first, what is set aside last. */
export function findingRows(sources: readonly { readonly findings: readonly Finding[] }[]) {
  return FINDINGS.flatMap(({ id, title }) => {
    const cells = sources.map(({ findings }) => findings.find((finding) => finding.id === id) ?? null);
    const found = cells.filter((cell) => cell !== null).sort(byWeight);
    const worst = found.find((cell) => !cell.set_aside) ?? found[0];
    return worst ? [{ id, title, severity: worst.severity, worst, cells }] : [];
  }).sort(({ worst: a }, { worst: b }) => Number(a.set_aside) - Number(b.set_aside) || byWeight(a, b));
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

/** `Checked before a run: 2 of 14 checks found something.` */
export function checkedInWords(rows: readonly FindingRow[], sources: readonly Evidence[]): string {
  const found = rows.filter(({ severity }) => severity !== 'note').length;
  const made = FINDINGS.filter((rule) => rule.needs === 'file' && wasLookedFor(rule, sources));
  return `Checked before a run: ${found} of ${countOf(made.length, 'check')} found something.`;
}

function wasLookedFor({ find }: Rule, sources: readonly Evidence[]): boolean {
  return sources.some((source) => {
    const found = find(source, []);
    return found === null || (found !== undefined && !('count' in found && typeof found.count !== 'number'));
  });
}

/** What was not looked for in any of the sources, though a run gives it; what nobody asked for is left out. */
export function notLookedFor(sources: readonly Evidence[]): FindingId[] {
  const missing = FINDINGS.filter((rule) => rule.needs !== 'asked' && !wasLookedFor(rule, sources));
  return missing.map(({ id }) => id);
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
