/** The ten lessons. Each number in a sentence is worked out here, or is a figure of the paper. Tests solve every task. */

import { targetInconsistency } from '../../scoring/gates';
import { capitalised, countInWords, formatPercent } from '../../ui/words';
import { ANSWER, eta, JUDGED, lead, passage, PASSAGES, psiOf, QUERY, rho, TAU, UNLABELLED } from './example';
import { firstShares, mixtureOf, productOf } from './mixture';
import { BLOCKS, HOURS, MEANS, rises } from './paper';
import { SOURCES, timesAhead } from './train/learnt';
import { idsIn, numberIn, type Lesson, type Option } from './lesson';

/** A wrong passage is hard from this lead of the answer downwards. */
export const HARD = TAU;

/** Leads that the slider of lesson 2 can have, and how near to 0 one must come. */
export const LEADS = { min: -0.15, max: 0.55, step: 0.01 } as const;
const NEAR_HALF = LEADS.step / 2;

/** A wrong passage of one's own repeats the query below this ψ. */
const REPEATS = 0.25;

const percents = (...shares: readonly string[]) => shares.map((id) => ({ id, name: `${id} %` }));
const named = (names: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(names).map(([id, name]) => ({ id, name }));
const ids = (each: readonly { readonly id: string }[]) => each.map(({ id }) => id);
const share = (value: number) => formatPercent(value, 0);
/** What is left of the full pull at a lead of the answer. */
export const pullAt = (leading: number) => targetInconsistency(leading, TAU);

const below = (id: string) => lead(passage(id)).toFixed(2);

const ABOVE = ids(PASSAGES.filter((each) => lead(each) < 0));
const ARE_HARD = ids(PASSAGES.filter((each) => lead(each) < HARD));
const DOUBTED = ids([...PASSAGES, UNLABELLED].filter((each) => rho(each) < 0.5));
const LEAST_TRUSTED = PASSAGES.reduce((least, each) => (eta(each) < eta(least) ? each : least));
const THIRDS: readonly Option[] = [
  { id: '0', name: 'near 0' },
  { id: 'h', name: 'near ½' },
  { id: '1', name: 'near 1' },
];
const nearestThird = (value: number) => (value < 0.25 ? '0' : value < 0.75 ? 'h' : '1');

/** What verdicts say of several predictions. */
const PULL_LEFT = `One temperature *τ* (${TAU}) of lead leaves ${share(pullAt(TAU))}, two leave ${share(pullAt(2 * TAU))}.`;
const OVER_ANSWER = `${UNLABELLED.query.toFixed(2)} to ${ANSWER.query.toFixed(2)}`;
const PORCELAIN = passage('porcelain');
const NEARER = `nearer by ${(PORCELAIN.answer - PORCELAIN.query).toFixed(2)}, almost three *τ*.`;
const SHARES = 'It shares only “of”, “rock” and “the”';
const INTO_BM25 = firstShares('bm25');

/** The verdict on the one prediction of a table, or on any other. */
function told(table: Readonly<Record<string, string>>): Lesson['verdict'] {
  return ([said = '']) => table[said] ?? table['else'] ?? '';
}

/** The trainings of lesson 4. */
export const TRAININGS: readonly Option[] = Array.from({ length: HOURS.sources }, (_, i) => {
  const id = String(i + 1);
  return { id, name: id };
});

/** GPU-hours of training and testing all sources. */
export const ALL_HOURS = HOURS.training + HOURS.testing;
/** GPU-hours of scoring all sources and training so many of them. */
export const planHours = (trainings: number) => HOURS.scoring + (trainings * ALL_HOURS) / HOURS.sources;

const RUNS = BLOCKS.flatMap(({ runs }) => runs);
/** The run that lesson 8 compares with. */
export const COMPARED = RUNS[2] as (typeof RUNS)[number];
const isLowerAndBetter = (run: typeof COMPARED) => run.score < COMPARED.score && run.ndcg > COMPARED.ndcg;
const PRODUCTS = `The three means multiply to ${MEANS.map((source) => productOf(source).toFixed(2)).join(', ')}`;
const CONTRIEVER = BLOCKS[4]?.runs ?? [];

const [TRAINING_ORDER, UNTAUGHT] = [['neighbours', 'random', 'half', 'answers'], 'answers'];

export const LESSONS: readonly Lesson[] = [
  {
    title: 'A hard negative is a wrong passage the encoder nearly prefers.',
    minutes: 3,
    text: 'An encoder turns texts into vectors and ranks passages by their cosine with the query. It learns from wrong passages, called negatives.',
    question: 'Which three does it put above the answer? Tap them.',
    choices: PASSAGES,
    inPicture: true,
    right: ABOVE,
    verdict(said) {
      if (ABOVE.every((id) => said.includes(id))) return 'Right, all three.';
      return said.includes('granite')
        ? 'Granite is a rock, yet it lies far below. The encoder compares whole texts, not topics.'
        : 'Not those three. A volcano on Mars lies nearer to this query than the answer does.';
    },
    task: `Tap every hard one: above the answer, or less than ${HARD} below.`,
    solved: ARE_HARD.join(),
    taps: PASSAGES,
    many: true,
    check(task) {
      const tapped = idsIn(task);
      if (tapped.includes('diamonds') && lead(passage('diamonds')) >= HARD)
        return `Diamonds lies ${below('diamonds')} below: outside the grey strip.`;
      if (tapped.some((id) => !ARE_HARD.includes(id))) return 'One of them lies too far below: that is easy.';
      return tapped.length < ARE_HARD.length
        ? 'There are more: all above the answer, and those in the grey strip.'
        : null;
    },
    found: `${capital(ARE_HARD.length)} are hard. ${capital(PASSAGES.length - ARE_HARD.length)} are easy: the encoder already knows.`,
    caption: [`Query: ${QUERY}`, `Ring: your guess. Grey: less than ${HARD} below the answer.`],
    number: () => [`${ABOVE.length} of ${PASSAGES.length}`, 'wrong passages lie above the answer'],
    room: 'Why is the passage on granite, a rock, not among the three?',
  },
  {
    title: 'Only hard negatives pull.',
    minutes: 2,
    text: 'Training pushes a negative away. How strongly depends on the answer’s lead: its cosine less the negative’s.',
    question: `Diamonds lies ${below('diamonds')} below the answer. What share of the full pull is left?`,
    choices: percents('0', '20', '50', '100'),
    right: ['20'],
    verdict: told({
      0: `The answer leads, but only by ${below('diamonds')}. ${PULL_LEFT}`,
      20: `Right. ${PULL_LEFT}`,
      50: `Half is left only where both cosines are equal. Here the answer leads by more than *τ* = ${TAU}.`,
      100: 'The full pull is left only where the negative lies far above the answer.',
    }),
    task: 'Slide the negative to where half of the pull is left.',
    start: '0.45',
    solved: '0',
    solution: 'a lead of 0',
    reads: (task) => numberIn(LEADS.min, LEADS.max)(task) !== undefined,
    check(task) {
      const leading = Number(task);
      if (Math.abs(leading) < NEAR_HALF) return null;
      const left = share(pullAt(leading));
      return leading < 0
        ? `That is too far left: there the negative beats the answer, and ${left} of the pull is left.`
        : `There ${left} of the pull is left: the answer still leads.`;
    },
    found: `Half of the pull where both are equal. The ${countInWords(PASSAGES.filter((each) => pullAt(lead(each)) < 0.01).length)} easiest have less than 1 %: they teach nothing.`,
    caption: `Share of the full pull: 1 / (1 + exp(lead / *τ*)), *τ* = ${TAU}`,
    number: () => [share(pullAt(lead(passage('diamonds')))), 'of the full pull for Diamonds'],
    room: 'Which of the twelve passages could be left out of training, and nobody would notice?',
  },
  {
    title: 'The source decides what is learnt.',
    minutes: 4,
    text: 'A source picks the negatives. A small model trains on each of four, in 30 made worlds. Neighbours: of the next topic. Answers: right, but unlabelled.',
    question: 'Who teaches best? Tap all four, best first.',
    choices: SOURCES,
    right: TRAINING_ORDER,
    verdict(said) {
      if (said.join() === TRAINING_ORDER.join())
        return 'Right: neighbours, random, half answers, answers only.';
      return said[0] === 'random'
        ? 'Random negatives soon lie far away and stop pulling (lesson 2). Neighbours, of the next topic, go on teaching.'
        : 'Neighbours first, then random. Pushing answers away undoes what was learnt.';
    },
    task: 'Tap the source that taught nothing.',
    solved: UNTAUGHT,
    taps: SOURCES,
    check(task) {
      if (task === UNTAUGHT) return null;
      return task === 'half'
        ? 'Half answers still ends above the dashed line.'
        : 'That one ends far above the dashed line, where training began.';
    },
    trains: true,
    found: 'Answers only ends where it began. Pushing answers away undoes what was learnt.',
    caption: [
      'Ten topics; ringed: the question’s own; filled: its negatives’.',
      'New questions answered right, mean of the worlds; bars: the middle 80 % of them',
    ],
    number: (_, worlds) => [
      `${timesAhead(worlds, 'neighbours', 'random')} of ${worlds.length}`,
      'worlds: neighbours beat random',
    ],
    room: 'Where would a search engine’s own top hits stand among these four?',
  },
  {
    title: 'Trying every source is dear. Rank them first.',
    minutes: 2,
    text: `The paper trained and tested one encoder on each of six sources: ${ALL_HOURS.toFixed(1)} GPU-hours. A score needs no training.`,
    question: 'Scoring all six took what share of that?',
    choices: percents('1', '15', '50', '100'),
    right: ['15'],
    verdict: told({
      1: `The encoder has to read every negative once: ${HOURS.reading} of the ${HOURS.scoring} hours.`,
      15: `Right: ${HOURS.scoring} of ${ALL_HOURS.toFixed(1)} GPU-hours.`,
      else: 'Scoring reads each text once. Training reads and corrects, and testing searches eleven collections.',
    }),
    task: 'Drop trainings until one is left.',
    solved: '2,3,4,5,6',
    solution: 'any five dropped',
    taps: TRAININGS,
    many: true,
    check(task) {
      const left = HOURS.sources - idsIn(task).length;
      if (left === 0) return 'Keep one: a score alone trains no encoder.';
      return left === 1 ? null : `${capital(left)} trainings are left: the score names one.`;
    },
    found: `${planHours(1).toFixed(0)} GPU-hours in place of ${ALL_HOURS.toFixed(0)}, if the score picks well. Lesson 8 tests that.`,
    caption: 'One logged run of the paper (section Computational Cost), Contriever',
    number: () => [share(HOURS.scoring / ALL_HOURS), `${HOURS.scoring} of ${ALL_HOURS.toFixed(1)} GPU-hours`],
    room: 'When would you train all of them nevertheless?',
  },
  {
    title: '*ρ* doubts every pair that the encoder gets wrong.',
    minutes: 3,
    text: '*ρ* is the chance that the encoder prefers the labelled answer to the negative.',
    question: `“${UNLABELLED.text}” answers the query too, but nobody labelled it. What is its *ρ*?`,
    choices: THIRDS,
    right: [nearestThird(rho(UNLABELLED))],
    verdict: told({
      0: `Right: it lies above the labelled answer, ${OVER_ANSWER}.`,
      h: `It lies far above the labelled answer (${OVER_ANSWER}), so *ρ* is small.`,
      1: `*ρ* cannot know that it is right. It lies above the labelled answer (${OVER_ANSWER}), so *ρ* is small.`,
    }),
    task: 'Tap everything with *ρ* below ½.',
    solved: DOUBTED.join(),
    taps: [...PASSAGES, UNLABELLED],
    many: true,
    check(task) {
      const tapped = idsIn(task);
      if (tapped.some((id) => !DOUBTED.includes(id)))
        return 'One of them lies below the answer: its *ρ* is above ½.';
      if (tapped.length === DOUBTED.length) return null;
      return tapped.length === DOUBTED.length - 1 && !tapped.includes(UNLABELLED.id)
        ? 'One more: *ρ* does not spare a true answer.'
        : 'More lie above the answer, to the right of its line.';
    },
    found:
      'Three mistakes of the encoder and one true answer. *ρ* doubts all four and cannot tell them apart.',
    caption: '*ρ*, 1 less the pull of lesson 2',
    number: () => [rho(UNLABELLED).toFixed(2), '*ρ* of the unlabelled answer'],
    room: 'Should a training drop all pairs with a small *ρ*? What would be lost?',
  },
  {
    title: '*η* trusts a passage nearer to the answer than to the query.',
    minutes: 3,
    text: 'Two cosines place a negative: with the query and with the answer. On the diagonal *η* is ½.',
    question: `Porcelain is far from both: ${PORCELAIN.query.toFixed(2)} and ${PORCELAIN.answer.toFixed(2)}. Its *η*?`,
    choices: THIRDS,
    right: [nearestThird(eta(PORCELAIN))],
    verdict: told({
      0: `*η* never asks whether it is near, only which of the two is nearer. The answer is, ${NEARER}`,
      h: `Half needs equal cosines. The answer is ${NEARER}`,
      1: `Right: far from both, yet the answer is ${NEARER}`,
    }),
    task: 'Tap the passage that *η* trusts least.',
    solved: LEAST_TRUSTED.id,
    taps: PASSAGES,
    check(task) {
      if (task === LEAST_TRUSTED.id) return null;
      if (task === 'civil') return 'Far from both, yet above the line. Look for the dot farthest below it.';
      const { query = 0, answer = 0 } = PASSAGES.find(({ id }) => id === task) ?? {};
      return answer < query
        ? `Below the line by ${(query - answer).toFixed(2)}. One dot lies farther below.`
        : 'Look for the dot farthest below the line.';
    },
    found: `${LEAST_TRUSTED.name}, *η* ${eta(LEAST_TRUSTED).toFixed(2)}: it matches the query, not the answer.`,
    caption: 'The twelve passages; grey: all 870 of the demo. *η* grows with the height above the line.',
    number: () => [eta(PORCELAIN).toFixed(2), '*η* of Porcelain'],
    room: 'Granite has the highest *η* of the twelve. Is it a good negative?',
  },
  {
    title: '*ψ* trusts a match that shared words do not explain.',
    minutes: 3,
    text: 'Each word of the query counts by how rare it is. *ψ* is the share that the passage does not repeat.',
    question: 'What is *ψ* of the true answer?',
    choices: ['2', '5', '8'].map((id) => ({ id, name: `0.${id}` })),
    right: ['8'],
    verdict: told({
      2: `A good answer need not repeat the question. ${SHARES}: it says “ocean”, not “oceans”.`,
      5: `${SHARES}, and two of them are common. “ocean” is not “oceans”.`,
      8: `Right. ${SHARES}: “ocean” is not “oceans”.`,
    }),
    task: `Write a wrong passage with *ψ* under ${REPEATS}.`,
    solved: 'Nearly all kinds of rock lies beneath the oceans of Mars, but what kind?',
    solution: 'any sentence with most of the query’s words in the same form',
    reads: () => true,
    isOwnText: true,
    check: (task) =>
      psiOf(task) < REPEATS
        ? null
        : 'Use the query’s own words in the same form: “oceans”, not “ocean”. Wide ones count most.',
    found: 'It repeats the question and answers nothing. *ψ* is small wherever the encoder puts it.',
    caption: 'The query’s words. Wide: rare in the demo. Filled: the passage has it too.',
    number: () => [psiOf(ANSWER.text).toFixed(2), '*ψ* of the answer'],
    room: 'A passage in another language shares no word. What does *ψ* say of it?',
  },
  {
    title: 'The score put the miners in the order that training found.',
    minutes: 3,
    text: 'A source’s score is the mean of *ρ* · *η* · *ψ*. Here are the means of three sources before training.',
    question: 'Which trains Contriever best?',
    choices: MEANS,
    right: ['llm'],
    verdict: told({
      bm25: `BM25 is last in *η* and *ψ*. ${PRODUCTS}.`,
      dense: `Dense leads in *η* alone. ${PRODUCTS}.`,
      llm: `Right. ${PRODUCTS}, and each line rises.`,
    }),
    task: 'Tap a lower score than DistilBERT’s LLM with a better result.',
    solved: CONTRIEVER[2]?.id ?? '',
    solution: `any run left of DistilBERT’s LLM and above it, such as Contriever’s LLM`,
    taps: RUNS,
    check: (task) =>
      RUNS.some((run) => run.id === task && isLowerAndBetter(run))
        ? null
        : 'It must lie left of DistilBERT’s LLM and above it: look at another encoder.',
    found: 'Every line rises, yet scores of two encoders do not compare. Compare sources of one encoder.',
    caption: [
      'Contriever, mean over all pairs of a source (the paper’s Table 6)',
      'Eighteen runs (the paper’s Tables 1 and 2); a line joins three sources',
    ],
    number: () => [`${BLOCKS.filter(rises).length} of ${BLOCKS.length}`, 'lines rise'],
    room: 'Mean *ψ* alone gives the same order. What does that say of *ρ* and *η*?',
  },
  {
    title: 'The score trusts random passages, and the audit misses some.',
    minutes: 3,
    text: 'Random passages score high. The audit flags a source whose means leave the range of the sources you trust.',
    question: 'Mix random passages into BM25. What happens first?',
    choices: named({ l: 'it leads', f: 'it is flagged', b: 'both at once' }),
    right: ['l'],
    verdict: told({
      l: `Right: it leads from ${INTO_BM25.leads} %, and the flag comes at ${INTO_BM25.flagged} %.`,
      f: `BM25 starts low: only at ${INTO_BM25.flagged} % does its mean *ψ* leave the range, and by then it leads.`,
      b: `Nearly. It leads from ${INTO_BM25.leads} %, and the flag comes at ${INTO_BM25.flagged} %.`,
    }),
    task: 'Set a share that leads without a flag.',
    start: 'bm25.0',
    solved: 'bm25.35',
    solution: 'between the two lines, into BM25',
    reads: (task) => mixtureOf(task) !== undefined,
    check(task) {
      const { base = '', rank, flags = [] } = mixtureOf(task) ?? {};
      const { leads, flagged } = firstShares(base);
      if (rank === 1 && flags.length === 0) return null;
      if (leads > flagged)
        return `Into Dense no share does: flagged from ${flagged} %, first from ${leads} %.`;
      return rank === 1
        ? `Flagged: mean ${flags.join(', ')} left the range. Go back until the flag goes.`
        : `Not first yet: it is number ${rank ?? ''}. Mix in more.`;
    },
    found: 'First, unflagged, a third of it random. No number shows it: read pairs.',
    caption: 'Score of the mix, from its sources’ means multiplied (Contriever, the paper’s Table 6)',
    number: () => [`${INTO_BM25.leads} to ${INTO_BM25.flagged - 1} %`, 'random in BM25 leads without a flag'],
    room: 'The paper’s audit misses a mix of 25 %. How would you find it?',
  },
  {
    title: 'Read pairs, then rank your own file.',
    minutes: 4,
    text: 'No number says whether a passage answers. Reading does. The encoder prefers each of these five negatives to the positive.',
    question: 'Does the negative answer the query?',
    choices: named({ a: 'It answers', n: 'It does not' }),
    right: [],
    verdict: told({ else: '' }),
    task: 'Judge all five, then open your own file.',
    solved: JUDGED.map(({ answers }) => (answers ? 'a' : 'n')).join(),
    solution: 'only the second answers',
    reads: (task) =>
      idsIn(task).length <= JUDGED.length && idsIn(task).every((verdict) => ['a', 'n'].includes(verdict)),
    check: (task) => (idsIn(task).length === JUDGED.length ? null : 'Judge all five.'),
    found: `${capital(JUDGED.filter(({ answers }) => answers).length)} of five was an answer. Now read pairs of your own file.`,
    caption: 'Real pairs of the demo',
    number: (tapped) => [`${tapped.length} of ${JUDGED.length}`, 'judged'],
    room: 'How many pairs would you read before you trust a source?',
  },
];

/** What is said to the last verdict of lesson 10. */
export function judgement(task: string): string {
  const verdicts = idsIn(task);
  const pair = JUDGED[verdicts.length - 1];
  if (!pair) return '';
  const said = verdicts.at(-1) === 'a';
  const { negative, positive } = pair.cosines;
  const heard = said === pair.answers ? 'Right.' : said ? 'No.' : 'It does.';
  return `${heard} ${pair.why} The encoder prefers it: ${negative.toFixed(2)} to ${positive.toFixed(2)}.`;
}

function capital(count: number): string {
  return capitalised(countInWords(count));
}
