/**
 * What may be wrong with a source: one table, which speaks before a run, after it, in Audit, the memo, the terminal and the
 * report alike. A row says when it is found, what is counted, and what to do.
 */

import type { EvaluationCounts, FoundEvaluation } from '../candidates/outcomes';
import type { TextCheck } from '../scoring/pair-checks';
import { SMALLEST_EFFECT } from '../scoring/audit';
import { BATCH_SIZE, meetingShare } from '../scoring/batches';
import { clampToUnit } from '../scoring/clamp';
import { isMany } from '../scoring/file-findings';
import { FEWEST_UNITS } from '../scoring/certainty/intervals';
import { SHORT_RECORDS } from '../scoring/k-counts';
import { FEWEST_REFERENCES, type ShareInterval } from '../scoring/random-looking';
import { isUnrelatedStock } from '../scoring/stops';
import { countOf, countUnits, formatCount, formatPercent, listInWords, rankFirst } from '../ui/words';
import { ownPositives, type Evidence } from './evidence';
import { type Finding, type FindingId, SEVERITIES, type Severity } from './result';
import { giveawayInWords } from './shortcuts';

/** What was found of one source. */
export interface Found {
  readonly severity: Severity;
  /** How many, and of how many; absent where a share is estimated, or nothing is counted. */
  readonly count?: number;
  readonly of?: number;
  /** An estimated share with its 95 % interval. */
  readonly share?: ShareInterval;
  /** `121 copies of the positive`, for the table. */
  readonly words: string;
  /** A whole sentence. */
  readonly sentence: string;
  /** What to do: an imperative sentence. Empty where nothing needs to be done. */
  readonly cure: string;
}

/** A row of the table. */
export interface FindingRule {
  readonly id: FindingId;
  /** As a list of findings names it. */
  readonly title: string;
  /** `file`: known once a file is read; `run`: once it is ranked; `asked`: once somebody asked on the Audit page. */
  readonly needs: 'file' | 'run' | 'asked';
  /** Whether the data allows to look for it; where nothing is said, it does. */
  readonly looked?: (source: Evidence) => boolean;
  readonly find: (source: Evidence, all: readonly Evidence[]) => Found | null;
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
  {
    id: 'misread',
    title: 'Signs of a wrong reading',
    needs: 'file',
    looked: ({ loaded: { preflight } }) => preflight !== null,
    find: ({ loaded, asMeant }) =>
      asMeant || loaded.warnings.length === 0
        ? null
        : {
            severity: 'stop',
            words: 'may be misread',
            sentence: loaded.warnings.map(({ message }) => message).join(' '),
            cure: 'Look at its first record and choose how the file is read.',
          },
  },
  {
    id: 'copies',
    title: 'Positives of their own query',
    needs: 'file',
    find: ({ name, loaded, run }) => {
      const { counts } = loaded;
      const copies = counts.negativesEqualPositive;
      const count = ownPositives(loaded, run?.file ?? null);
      return share(count, counts.pairs, MANY, ['stop', 'look'], {
        words:
          count > copies
            ? `${countOf(count, 'positive')} of ${count === 1 ? 'its' : 'their'} own query`
            : `${countOf(count, 'copy', 'copies')} of the positive`,
        sentence: `${ofThe(count, counts.pairs)} negatives of ${name} ${count === 1 ? 'is a positive of its' : 'are positives of their'} own query.`,
        cure: 'Drop these pairs.',
      });
    },
  },
  {
    id: 'random',
    title: 'Random passages',
    needs: 'run',
    looked: ({ run }) => (run?.random ?? null) !== null,
    find: ({ name, run }) => {
      const random = run?.random;
      if (!random || random.severity === null) return null;
      const { found, beside } = random;
      return {
        severity: random.severity,
        share: found,
        words: `about ${aboutPercent(found.value)} random passages`,
        sentence: `Compared with ${beside}, about ${aboutPercent(found.value)} of the negatives of ${name} look drawn at random (95\u00a0%: ${spanInWords(found)}).`,
        cure: 'Read ten of them: a paraphrase keeps the subject of the query, a random passage does not.',
      };
    },
  },
  {
    id: 'stock',
    title: 'One passage under many queries',
    needs: 'file',
    find: ({ name, loaded: { counts, preflight }, run }) => {
      const count = run?.file?.boilerplate ?? preflight?.boilerplate.count ?? 0;
      const texts = run?.file?.boilerplate_texts ?? preflight?.boilerplate.texts.length ?? 0;
      const { stock = 0, stock_unrelated = null } = run?.pairs ?? {};
      const unrelated = isUnrelatedStock(stock, stock_unrelated, run?.randomShare ?? null);
      const what = unrelated ? 'stock text' : 'passage';
      return share(count, counts.pairs, MANY, unrelated ? ['stop', 'look'] : ['look', 'note'], {
        words: `${countOf(texts, what)} in ${countOf(count, 'pair')}`,
        sentence: `${countOf(texts, what)} ${texts === 1 ? 'fills' : 'fill'} ${ofThe(count, counts.pairs)} negatives of ${name}, under far too many queries.`,
        cure: unrelated ? 'Drop these pairs.' : 'Look at them: every miner returns some passages often.',
      });
    },
  },
  {
    id: 'few-units',
    title: 'Too small for a rank',
    needs: 'run',
    find: ({ name, run }) => {
      if (run === null || run.effectiveUnits >= FEWEST_UNITS) return null;
      const { queries, units } = run.figures;
      const of = units === queries ? '' : ` (${countOf(queries, 'query', 'queries')})`;
      const counted = `${countUnits(units, run.unitKind)}${of}`;
      const effective = Math.floor(run.effectiveUnits);
      const counts = effective < units ? `, which count as ${formatCount(effective)}` : '';
      return {
        severity: 'small',
        count: units,
        words: `${counted}${counts}${counts && ','} ${units === 1 ? 'is' : 'are'} too few for a rank`,
        sentence: `${name} has ${counted}${counts}. A rank needs ${FEWEST_UNITS}.`,
        cure: 'Load more records.',
      };
    },
  },
  {
    id: 'no-trace',
    title: 'Nothing to score',
    needs: 'run',
    find: ({ name, run }) =>
      run === null || run.figures.trace > 0
        ? null
        : {
            severity: 'small',
            words: 'no pair has a weight',
            sentence: `No pair of ${name} has a weight above 0.`,
            cure: 'Look at its pairs.',
          },
  },
  {
    id: 'evaluation',
    title: 'Evaluation data',
    needs: 'file',
    looked: ({ evaluation }) => evaluation !== null,
    find: ({ name, evaluation, loaded: { counts } }) => {
      if (evaluation === null) return null;
      const { queries, records, positives, negatives, near, of } = evaluation;
      const documents = documentsInWords(evaluation);
      const failed = queries > 0 || isMany(positives, counts.records) || isMany(negatives, counts.pairs);
      const held = [
        queries > 0 ? countOf(queries, 'evaluation query', 'evaluation queries') : '',
        documents === '' ? '' : countOf(positives + negatives, 'evaluation document'),
      ].filter(Boolean);
      const said = [
        queries > 0 &&
          `${name} holds ${ofThe(queries, of)} evaluation ${of === 1 ? 'query' : 'queries'}, in ${countOf(records, 'record')}.`,
        documents !== '' &&
          `${documents} of ${name} ${positives + negatives === 1 ? 'is a document' : 'are documents'} of the evaluation.`,
      ].filter((sentence) => sentence !== false);
      const nearly = nearInWords(name, evaluation);
      if (said.length === 0 && nearly.length === 0) return null;
      const counted = records || positives || near.records;
      return {
        severity: failed ? 'train' : 'note',
        ...(counted > 0 ? { count: counted, of: counts.records } : { count: negatives, of: counts.pairs }),
        words: held.length === 0 ? 'nearly the words of the evaluation' : listInWords(held),
        sentence: [...said, ...nearly].join(' '),
        cure: failed ? 'Drop them: a model trained on them knows this evaluation.' : '',
      };
    },
  },
  {
    id: 'near-copies',
    title: 'Near copies of the positive, by words',
    needs: 'run',
    looked: ({ run }) => typeof run?.known?.near_text === 'number',
    find: ({ name, run }) => {
      const count = run?.known?.near_text ?? 0;
      const pairs = run?.figures.negatives ?? 0;
      if (count < MANY * pairs) return null;
      return share(count, pairs, MANY_NEAR, ['train', 'look'], {
        words: `${formatCount(count)} near ${count === 1 ? 'copy' : 'copies'} of the positive`,
        sentence: `${ofThe(count, pairs)} negatives of ${name} ${count === 1 ? 'has' : 'have'} nearly the words of the record’s own positive.`,
        cure: 'Drop these pairs: most are answers.',
      });
    },
  },
  {
    id: 'answers',
    title: 'Judged answers',
    needs: 'asked',
    looked: ({ answers }) => answers !== null,
    find: ({ name, answers }) => {
      if (answers === null || answers.low <= answers.limit) return null;
      const { rate: value, low, high, limit } = answers;
      return {
        severity: 'train',
        share: { value, low, high },
        words: `about ${aboutPercent(value)} answers`,
        sentence: `About ${aboutPercent(value)} of the negatives of ${name} answer their query (95\u00a0%: ${spanInWords({ value, low, high })}). Your limit is ${formatPercent(limit, 0)}.`,
        cure: 'Have a judge read more pairs, and drop what answers.',
      };
    },
  },
  {
    id: 'range',
    title: 'Means outside the reference range',
    needs: 'run',
    looked: ({ run }) => (run?.range ?? null) !== null,
    find: ({ name, run, margin }) => {
      const flags = run?.flags ?? [];
      if (run === null || flags.length === 0) return null;
      const words = flags.map((flag) => `${flag.words}${flag.certain ? '' : ' (may be chance)'}`);
      const inverted = flags.some(({ flag }) => flag === 'inversion') && run.figures.inversion_rate === 0;
      return {
        severity: 'look',
        words: listInWords(words),
        sentence: `${name} lies outside the reference range: ${listInWords(words)}.`,
        cure:
          inverted && !margin
            ? 'Look at its pairs. If it was mined with a margin, say so: the margin removed the inverted pairs.'
            : 'Look at its pairs: a better source can lie outside the range too.',
      };
    },
  },
  {
    id: 'near-positive',
    title: 'Close to the positive, by embedding',
    needs: 'run',
    looked: ({ run }) => (run?.nearReferences ?? 0) >= FEWEST_REFERENCES,
    find: ({ name, run }) => {
      const near = run?.nearPositive ?? null;
      if (near === null || near.low <= LEAST_NEAR) return null;
      return {
        severity: 'look',
        share: near,
        words: `about ${aboutPercent(near.value)} near the positive`,
        sentence: `About ${aboutPercent(near.value)} of the negatives of ${name} lie near the positive (cosine 0.9 or more), beyond what the references have (95\u00a0%: ${spanInWords(near)}).`,
        cure: 'Look at these pairs: they may be answers.',
      };
    },
  },
  {
    id: 'other-positives',
    title: 'A positive of another query in every record',
    needs: 'run',
    looked: ({ run }) => (run?.file ?? null) !== null,
    find: ({ name, setting, run }, all) => {
      const file = run?.file ?? null;
      if (file === null || file.records_with_other_positive < file.records) return null;
      const others = all.flatMap((other) =>
        other.name !== name && other.setting === setting ? (other.run?.file ?? []) : [],
      );
      if (others.length === 0 || others.some((of) => 2 * of.records_with_other_positive >= of.records))
        return null;
      return {
        severity: 'look',
        count: file.records,
        of: file.records,
        words: 'a positive of another query in every record',
        sentence: `Each record of ${name} holds the positive of another query. In other sources fewer than half do.`,
        cure: 'Look at its pairs: shuffled positives score well and teach little.',
      };
    },
  },
  {
    id: 'unlike-k',
    title: 'Different numbers of negatives',
    needs: 'file',
    find: ({ name, medianK, unlikeK, firstOfEach }) =>
      unlikeK.length === 0
        ? null
        : {
            severity: 'look',
            words: `${negativesAQuery(medianK)}, others ${listInWords(unlikeK.map(formatCount))}`,
            sentence: `${name} has ${negativesAQuery(medianK)}, other sources ${listInWords(unlikeK.map(formatCount))}.`,
            cure: `${rankFirst(firstOfEach)} to compare them alike.`,
          },
  },
  {
    id: 'sentence',
    title: 'One sentence in many negatives',
    needs: 'file',
    looked: ({ loaded: { preflight } }) => preflight !== null,
    find: ({ name, loaded: { counts, preflight } }) => {
      const sentence = preflight?.sentence ?? null;
      const count = preflight?.texts.sentence.pairs ?? 0;
      if (sentence === null) return null;
      const [negatives, positives] = [sentence.negatives, sentence.positives].map((of) =>
        formatPercent(of, 0),
      );
      return share(count, counts.pairs, 0, ['look', 'look'], {
        words: `one sentence in ${negatives} of the negatives`,
        sentence: `“${sentence.sentence.slice(0, SENTENCE_SHOWN)}” stands in ${negatives} of the negatives of ${name} and in ${positives} of the positives.`,
        cure: 'Cut the sentence where the file was made: a model learns it instead of the query.',
      });
    },
  },
  {
    id: 'shortcuts',
    title: 'Recognisable as negatives without the query',
    needs: 'asked',
    looked: ({ shortcut }) => shortcut !== null,
    find: ({ name, shortcut }) => {
      if (shortcut === null || shortcut.flagged === false || shortcut.low <= 0.5) return null;
      const why = giveawayInWords(shortcut);
      const auc = shortcut.auc.toFixed(2);
      const usual = shortcut.flagged === null ? ' Tick a reference to see whether that is usual.' : '';
      return {
        severity: 'look',
        words: `shortcut, AUC ${auc}`,
        sentence: `Negatives of ${name} can be told from positives without the query (AUC ${auc}; 0.5 is no difference)${why === '' ? '' : `: ${why}`}.${usual}`,
        cure: 'Look at what gives them away.',
      };
    },
  },
  {
    id: 'loose',
    title: 'Positives far from their query',
    needs: 'run',
    looked: ({ run }) => typeof run?.known?.loose_positive === 'number',
    find: ({ name, run }) => {
      const count = run?.known?.loose_positive ?? 0;
      return share(count, run?.figures.negatives ?? 0, LOOK_LOOSE, ['look', 'note'], {
        words: `${countOf(count, 'pair')} with a positive far from its query`,
        sentence: `${countOf(count, 'pair')} of ${name} ${count === 1 ? 'has' : 'have'} a positive that shares hardly a word with its query and lies far from it.`,
        cure: 'Read these records: the positive may be swapped, or in another language.',
      });
    },
  },
  {
    id: 'cut',
    title: 'Equal to the positive after the cut',
    needs: 'run',
    looked: ({ run }) => typeof run?.known?.same_cut === 'number',
    find: ({ name, run }) => {
      const count = run?.known?.same_cut ?? 0;
      return share(count, run?.figures.negatives ?? 0, 0, ['look', 'look'], {
        words: `${countOf(count, 'negative')} equal to the positive after the cut`,
        sentence: `${countOf(count, 'negative')} of ${name} ${count === 1 ? 'differs' : 'differ'} from the positive only after the tokens that the encoder reads.`,
        cure: 'Raise the limit of tokens, or cut the passages where they were made.',
      });
    },
  },
  {
    id: 'ids',
    title: 'Ids that contradict the texts',
    needs: 'file',
    looked: ({ loaded: { preflight } }) => (preflight?.ids ?? null) !== null,
    find: ({ name, loaded: { counts, preflight } }) => {
      const count = preflight?.ids?.count ?? 0;
      return share(count, Math.max(counts.read, counts.records), MANY, ['look', 'note'], {
        words: `${countOf(count, 'record')} with a wrong id`,
        sentence: `${countOf(count, 'record')} of ${name} ${count === 1 ? 'has' : 'have'} the id of another query, an id that no file has, or one that has two texts.`,
        cure: 'Give each query and each text its own id, and load the file with the missing ones.',
      });
    },
  },
  {
    id: 'scores',
    title: 'Scores missing or not finite',
    needs: 'file',
    looked: ({ loaded: { preflight } }) => (preflight?.scores ?? null) !== null,
    find: ({ name, loaded: { counts, preflight } }) => {
      const count = preflight?.scores?.count ?? 0;
      return share(count, counts.records, MANY, ['look', 'note'], {
        words: `${countOf(count, 'record')} without a score`,
        sentence: `${countOf(count, 'record')} of ${name} ${count === 1 ? 'has' : 'have'} no score, or one that is not a finite number.`,
        cure: 'Score them again, or leave them out.',
      });
    },
  },
  {
    id: 'short',
    title: 'Records with fewer negatives',
    needs: 'file',
    find: ({ name, short, k, loaded: { counts }, firstOfEach }) =>
      share(short.count, counts.records, SHORT_RECORDS, ['look', 'note'], {
        words: `${countOf(short.count, 'record')} with fewer than ${countOf(k, 'negative')}`,
        sentence: `${ofThe(short.count, counts.records)} records of ${name} ${short.count === 1 ? 'has' : 'have'} fewer than ${countOf(k, 'negative')}.`,
        cure: `${rankFirst(firstOfEach)}, or mine more.`,
      }),
  },
  ofTexts('markup', 'markup', 'Markup', 'markup', 'Take the tags out where the file was made.'),
  ofTexts(
    'language',
    'language',
    'Another language or script',
    'another language or script',
    'Read them, and drop those that no query of this file asks for.',
  ),
  {
    id: 'same',
    title: 'All pairs in another source too',
    needs: 'run',
    looked: ({ run }) => (run?.file ?? null) !== null,
    find: ({ name, run, sameAs }) => {
      const { twin = null, inside = null } = run ?? {};
      if (twin !== null) {
        const bytes = sameAs === null ? '' : ' Their files have the same bytes.';
        return {
          severity: 'note',
          words: `the same pairs as ${twin}`,
          sentence: `${name} and ${twin} have the same pairs: they count as one.${bytes}`,
          cure: 'Load one of them.',
        };
      }
      if (inside === null) return null;
      return {
        severity: 'note',
        words: `part of ${inside}`,
        sentence: `Every pair of ${name} is in ${inside} too.`,
        cure: '',
      };
    },
  },
  {
    id: 'margin',
    title: 'Mined with a margin',
    needs: 'run',
    find: ({ name, run, margin }) =>
      !margin || run?.figures.inversion_rate !== 0
        ? null
        : {
            severity: 'note',
            words: 'its margin removed the inverted pairs',
            sentence: `${name} has no inverted pair: its margin removed them, as asked.`,
            cure: '',
          },
  },
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
  {
    id: 'batch',
    title: 'Own positives among in-batch negatives',
    needs: 'file',
    looked: ({ loaded: { meetings } }) => meetings !== null,
    find: ({ name, loaded: { counts, meetings } }) => {
      const met = meetings === null ? 0 : meetingShare(meetings, BATCH_SIZE);
      const withNegatives = meetings === null ? 0 : meetingShare(meetings, BATCH_SIZE, 'holders');
      const count = Math.round(counts.records * met);
      const more =
        withNegatives > met
          ? ` If the batch holds the mined negatives too (MultipleNegativesRankingLoss), ${formatPercent(withNegatives)} do.`
          : '';
      return share(count, counts.records, 0, ['note', 'note'], {
        words: `${formatPercent(met)}${more && ` to ${formatPercent(withNegatives)}`} of records meet their positive in a batch`,
        sentence: `${formatPercent(met)} of the records of ${name} meet their own positive as a negative in a batch of ${formatCount(BATCH_SIZE)}.${more}`,
        cure: 'Use a sampler without duplicates (sentence-transformers: BatchSamplers.NO_DUPLICATES).',
      });
    },
  },
];

/** What a check of the texts finds. @param has what a pair has */
function ofTexts(
  id: FindingId,
  check: TextCheck,
  title: string,
  has: string,
  cure: string,
  severity: Severity = 'look',
): FindingRule {
  return {
    id,
    title,
    needs: 'file',
    looked: ({ loaded: { preflight } }) => preflight !== null,
    find: ({ name, loaded: { counts, preflight } }) => {
      const { pairs = 0, records = 0 } = preflight?.texts[check] ?? {};
      const whole = records > 0 ? ` In ${countOf(records, 'record')} the query or the positive has it.` : '';
      return share(pairs, counts.pairs, 0, [severity, severity], {
        words: `${countOf(pairs, 'pair')} with ${has}`,
        sentence: `${ofThe(pairs, counts.pairs)} pairs of ${name} ${pairs === 1 ? 'has' : 'have'} ${has}.${whole}`,
        cure,
      });
    },
  };
}

/** Negatives that the reader leaves out. */
function removed(
  id: FindingId,
  title: string,
  what: string,
  key: 'duplicateNegativesRemoved' | 'blankNegativesRemoved',
): FindingRule {
  return {
    id,
    title,
    needs: 'file',
    find: ({ name, loaded: { counts } }) =>
      share(counts[key], counts.pairs + counts[key], 0, ['note', 'note'], {
        words: `${countOf(counts[key], what)} removed`,
        sentence: `${countOf(counts[key], `${what} negative`)} of ${name} ${counts[key] === 1 ? 'was' : 'were'} removed.`,
        cure: '',
      }),
  };
}

export function findingRule(id: FindingId): FindingRule {
  return FINDINGS.find((rule) => rule.id === id) as FindingRule;
}

/** All that was found of a source, the worst first, of one severity the largest share. */
export function findingsOf(source: Evidence, all: readonly Evidence[]): Finding[] {
  const found = FINDINGS.flatMap(({ id, find }): Finding[] => {
    const own = find(source, all);
    if (own === null) return [];
    const { severity, count = null, of = null, share: estimate, words, sentence, cure } = own;
    const { value = count !== null && of ? count / of : null, low = null, high = null } = estimate ?? {};
    const aside = id === 'random' && severity === 'stop' && source.lookedAt;
    return [{ id, severity, count, of, share: value, low, high, words, sentence, cure, set_aside: aside }];
  });
  return found.sort(byWeight);
}

/** The worst first; of one severity the largest share. */
export function byWeight(a: Finding, b: Finding): number {
  const severity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return severity || (b.share ?? 0) - (a.share ?? 0);
}

/** Whether it takes the rank. */
export function bars({ severity, set_aside: aside }: Finding): boolean {
  return (severity === 'stop' && !aside) || severity === 'small';
}

/** Whether a finding was looked for in a source. */
export function wasLookedFor({ needs, looked }: FindingRule, source: Evidence): boolean {
  return (needs !== 'run' || source.run !== null) && (looked?.(source) ?? true);
}

/** What was not looked for in any of the sources, though a run gives it; what nobody asked for is left out. */
export function notLookedFor(sources: readonly Evidence[]): FindingId[] {
  return FINDINGS.filter(
    (rule) => rule.needs !== 'asked' && !sources.some((source) => wasLookedFor(rule, source)),
  ).map(({ id }) => id);
}

/** A count that is found from 1 on, with the first severity from a share on and the second one below it. */
function share(
  count: number,
  of: number,
  from: number,
  [many, few]: readonly [Severity, Severity],
  words: Pick<Found, 'words' | 'sentence' | 'cure'>,
): Found | null {
  if (count === 0) return null;
  return { severity: count >= from * of ? many : few, count, of, ...words };
}

/** `30 positives and 4 negatives`; empty where there is none. */
function documentsInWords({
  positives,
  negatives,
}: Pick<EvaluationCounts, 'positives' | 'negatives'>): string {
  const some = (count: number, what: string) => (count > 0 ? [countOf(count, what)] : []);
  return listInWords([...some(positives, 'positive'), ...some(negatives, 'negative')]);
}

/** Whole sentences about what is nearly, and not quite, of the evaluation. */
function nearInWords(name: string, { near, nearDocuments }: FoundEvaluation): string[] {
  const documents = documentsInWords(near);
  const found = listInWords(
    [near.records > 0 ? countOf(near.records, 'record') : '', documents].filter(Boolean),
  );
  return [
    found && `${found} of ${name} have nearly the words of the evaluation. Read them: most are other texts.`,
    nearDocuments ? '' : `${name} has too many passages to look for near copies: only equal ones were found.`,
  ].filter(Boolean);
}

/** `30 negatives a query`. */
function negativesAQuery(k: number): string {
  return `${formatCount(k)} ${k === 1 ? 'negative' : 'negatives'} a query`;
}

/** `75 of the 14,886`. */
function ofThe(count: number, of: number): string {
  return `${formatCount(count)} of the ${formatCount(of)}`;
}

/** An estimated share in per cent, cut to 0 and 100: whole above 10 %, else with one decimal. */
function aboutPercent(value: number): string {
  return formatPercent(clampToUnit(value), value < 0.1 ? 1 : 0);
}

/** `26 to 34`, in per cent, cut to 0 and 100. */
export function spanInWords({ value, low, high }: ShareInterval): string {
  const written = (end: number) => (100 * clampToUnit(end)).toFixed(value < 0.1 ? 1 : 0);
  return `${written(low)} to ${written(high)}`;
}
