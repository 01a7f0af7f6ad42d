/** The ten lessons. Each number in a sentence is worked out here, or is a figure of the paper. Tests solve every task. */

import { targetInconsistency } from '../../../scoring/gates';
import { capitalised, countInWords, formatPercent } from '../../../ui/words';
import { ANSWER, eta, lead, passage, PASSAGES, rho, TAU, UNLABELLED } from '../example';
import { BASES, firstShares, mixtures, type Base } from '../mix/mixture';
import { BLOCKS, HOURS, MEANS, rises, type Run } from '../paper';
import { SOURCES, timesAhead } from '../train/learnt';
import { psiOf } from '../words';
import { idsIn, listOf, type Lesson, type Option } from './lesson';
import { JUDGED } from './pairs';

/** A wrong passage is hard from this lead of the answer downwards. */
export const HARD = TAU;

/** Leads that the slider of lesson 2 can have, and how near to 0 one must come. */
export const LEADS = { least: -0.15, most: 0.55, step: 0.01 } as const;
const NEAR_HALF = LEADS.step / 2;

/** A wrong passage of one's own repeats the query below this ψ. */
const REPEATS = 0.25;

const ids = (each: readonly { readonly id: string }[]) => each.map(({ id }) => id);
const share = (value: number) => formatPercent(value, 0);
/** What is left of the full pull at a lead of the answer. */
export const pullAt = (leading: number) => targetInconsistency(leading, TAU);

const BY_NAME: readonly Option[] = PASSAGES.map(({ id, name }) => ({ id, words: name }));
const ABOVE = ids(PASSAGES.filter((each) => lead(each) < 0));
const ARE_HARD = ids(PASSAGES.filter((each) => lead(each) < HARD));
const DOUBTED = ids([...PASSAGES, UNLABELLED].filter((each) => rho(each) < 0.5));
const LEAST_TRUSTED = PASSAGES.reduce((least, each) => (eta(each) < eta(least) ? each : least));
const THIRDS: readonly Option[] = [
  { id: '0', words: 'near 0' },
  { id: 'h', words: 'near ½' },
  { id: '1', words: 'near 1' },
];
const nearestThird = (value: number) => (value < 0.25 ? '0' : value < 0.75 ? 'h' : '1');

const ALL_HOURS = HOURS.training + HOURS.testing;
/** GPU-hours of scoring all sources and training so many of them. */
export const planHours = (trainings: number) => HOURS.scoring + (trainings * ALL_HOURS) / HOURS.sources;

const RUNS = BLOCKS.flatMap(({ runs }) => runs);
/** The run that lesson 8 compares with. */
export const COMPARED = BLOCKS[0]?.runs[2] as Run;
const isLowerAndBetter = (run: Run) => run.score < COMPARED.score && run.ndcg > COMPARED.ndcg;
const PRODUCTS = MEANS.map(({ rho, eta, psi }) => (rho * eta * psi).toFixed(2)).join(', ');
const CONTRIEVER = BLOCKS[4]?.runs ?? [];

/** The base and the share in an answer of lesson 9: `bm25.35`. */
export function mixIn(task: string): { readonly base: Base; readonly percent: number } {
  const [first, second] = task.split('.');
  return { base: BASES.find((base) => base === first) ?? 'bm25', percent: Number(second) };
}

const names = (list: readonly string[], options: readonly Option[]) =>
  list.map((id) => options.find((option) => option.id === id)?.words ?? id).join(', ');

const [TRAINING_ORDER, UNTAUGHT] = [['neighbours', 'random', 'half', 'answers'], 'answers'];
const BY_SOURCE: readonly Option[] = SOURCES.map(({ id, name }) => ({ id, words: name }));

export const LESSONS: readonly Lesson[] = [
  {
    title: 'A hard negative is a wrong passage the encoder nearly prefers.',
    minutes: 3,
    text: 'An encoder turns texts into vectors and ranks passages by their cosine with the query. It learns from wrong passages, called negatives.',
    question: 'Which three does it put above the answer? Tap them.',
    choices: BY_NAME,
    picks: ABOVE.length,
    inPicture: true,
    right: ABOVE,
    verdict(said) {
      if (ABOVE.every((id) => said.includes(id))) return 'Right, all three.';
      return said.includes('granite')
        ? 'Granite is a rock, yet it lies far below. The encoder compares whole texts, not topics.'
        : 'Not those three. A volcano on Mars lies nearer to this query than the answer does.';
    },
    task: `Tap every hard one: above the answer, or less than ${HARD} below.`,
    start: '',
    solved: ARE_HARD.join(),
    solution: names(ARE_HARD, BY_NAME),
    reads: listOf(ids(PASSAGES), PASSAGES.length),
    many: true,
    check(task) {
      const tapped = idsIn(task);
      if (tapped.includes('diamonds') && lead(passage('diamonds')) >= HARD)
        return `Diamonds lies ${lead(passage('diamonds')).toFixed(2)} below: outside the grey strip.`;
      if (tapped.some((id) => !ARE_HARD.includes(id))) return 'One of them lies too far below: that is easy.';
      return tapped.length < ARE_HARD.length
        ? 'There are more: all above the answer, and those in the grey strip.'
        : null;
    },
    found: `${capital(ARE_HARD.length)} are hard. ${capital(PASSAGES.length - ARE_HARD.length)} are easy: the encoder already knows.`,
    captions: ['', ''],
    number: () => ({
      value: `${ABOVE.length} of ${PASSAGES.length}`,
      label: 'wrong passages lie above the answer',
    }),
    room: 'Why is the passage on granite, a rock, not among the three?',
  },
  {
    title: 'Only hard negatives pull.',
    minutes: 2,
    text: 'Training pushes a negative away. How strongly depends on the answer’s lead: its cosine less the negative’s.',
    question: `Diamonds lies ${lead(passage('diamonds')).toFixed(2)} below the answer. What share of the full pull is left?`,
    choices: ['0', '20', '50', '100'].map((id) => ({ id, words: `${id} %` })),
    picks: 1,
    right: ['20'],
    verdict([said]) {
      const left = `One temperature *τ* (${TAU}) of lead leaves ${share(pullAt(TAU))}, two leave ${share(pullAt(2 * TAU))}.`;
      if (said === '20') return `Right. ${left}`;
      if (said === '0')
        return `The answer leads, but only by ${lead(passage('diamonds')).toFixed(2)}. ${left}`;
      return said === '50'
        ? `Half is left only where both cosines are equal. Here the answer leads by more than *τ* = ${TAU}.`
        : 'The full pull is left only where the negative lies far above the answer.';
    },
    task: 'Slide the negative to where half of the pull is left.',
    start: '0.45',
    solved: '0',
    solution: 'a lead of 0',
    reads: (task) => inRange(task, LEADS.least, LEADS.most),
    check(task) {
      const leading = Number(task);
      if (Math.abs(leading) < NEAR_HALF) return null;
      const left = share(pullAt(leading));
      return leading < 0
        ? `That is too far left: there the negative beats the answer, and ${left} of the pull is left.`
        : `There ${left} of the pull is left: the answer still leads.`;
    },
    found: `Half of the pull where both are equal. The ${countInWords(PASSAGES.filter((each) => pullAt(lead(each)) < 0.01).length)} easiest have less than 1 %: they teach nothing.`,
    captions: pair(`Share of the full pull: 1 / (1 + exp(lead / *τ*)), *τ* = ${TAU}`),
    number: () => ({
      value: share(pullAt(lead(passage('diamonds')))),
      label: 'of the full pull for Diamonds',
    }),
    room: 'Which of the twelve passages could be left out of training, and nobody would notice?',
  },
  {
    title: 'The source decides what is learnt.',
    minutes: 4,
    text: 'A source picks the negatives. A small model trains on each of four, in 30 made worlds. Neighbours: of the next topic. Answers: right, but unlabelled.',
    question: 'Who teaches best? Tap all four, best first.',
    choices: BY_SOURCE,
    picks: SOURCES.length,
    right: TRAINING_ORDER,
    verdict(said) {
      if (said.join() === TRAINING_ORDER.join())
        return 'Right: neighbours, random, half answers, answers only.';
      return said[0] === 'random'
        ? 'Random negatives soon lie far away and stop pulling (lesson 2). Neighbours, of the next topic, go on teaching.'
        : 'Neighbours first, then random. Pushing answers away undoes what was learnt.';
    },
    task: 'Tap the source that taught nothing.',
    start: '',
    solved: UNTAUGHT,
    solution: names([UNTAUGHT], BY_SOURCE),
    reads: listOf(ids(SOURCES), 1),
    check(task) {
      if (task === UNTAUGHT) return null;
      return task === 'half'
        ? 'Half answers still ends above the dashed line.'
        : 'That one ends far above the dashed line, where training began.';
    },
    found: 'Answers only ends where it began. Pushing answers away undoes what was learnt.',
    captions: [
      'Ten topics; ringed: the question’s own; filled: its negatives’.',
      'New questions answered right, mean of the worlds; bars: the middle 80 % of them',
    ],
    number: ({ worlds }) => ({
      value: `${timesAhead(worlds, 'neighbours', 'random')} of ${worlds.length}`,
      label: 'worlds: neighbours beat random',
    }),
    room: 'Where would a search engine’s own top hits stand among these four?',
  },
  {
    title: 'Trying every source is dear. Rank them first.',
    minutes: 2,
    text: `The paper trained and tested one encoder on each of six sources: ${ALL_HOURS.toFixed(1)} GPU-hours. A score needs no training.`,
    question: 'Scoring all six took what share of that?',
    choices: ['1', '15', '50', '100'].map((id) => ({ id, words: `${id} %` })),
    picks: 1,
    right: ['15'],
    verdict([said]) {
      if (said === '15') return `Right: ${HOURS.scoring} of ${ALL_HOURS.toFixed(1)} GPU-hours.`;
      return said === '1'
        ? `The encoder has to read every negative once: ${HOURS.reading} of the ${HOURS.scoring} hours.`
        : 'Scoring reads each text once. Training reads and corrects, and testing searches eleven collections.';
    },
    task: 'Drop trainings until one is left.',
    start: '',
    solved: '2,3,4,5,6',
    solution: 'any five dropped',
    reads: listOf(['1', '2', '3', '4', '5', '6'], HOURS.sources),
    many: true,
    check(task) {
      const left = HOURS.sources - idsIn(task).length;
      if (left === 0) return 'Keep one: a score alone trains no encoder.';
      return left === 1 ? null : `${capital(left)} trainings are left: the score names one.`;
    },
    found: `${planHours(1).toFixed(0)} GPU-hours in place of ${ALL_HOURS.toFixed(0)}, if the score picks well. Lesson 8 tests that.`,
    captions: pair('One logged run of the paper (section Computational Cost), Contriever'),
    number: () => ({
      value: share(HOURS.scoring / ALL_HOURS),
      label: `${HOURS.scoring} of ${ALL_HOURS.toFixed(1)} GPU-hours`,
    }),
    room: 'When would you train all of them nevertheless?',
  },
  {
    title: '*ρ* doubts every pair that the encoder gets wrong.',
    minutes: 3,
    text: '*ρ* is the chance that the encoder prefers the labelled answer to the negative.',
    question: `“${UNLABELLED.text}” answers the query too, but nobody labelled it. What is its *ρ*?`,
    choices: THIRDS,
    picks: 1,
    right: [nearestThird(rho(UNLABELLED))],
    verdict([said]) {
      const cosines = `${UNLABELLED.query.toFixed(2)} to ${ANSWER.query.toFixed(2)}`;
      if (said === '0') return `Right: it lies above the labelled answer, ${cosines}.`;
      return said === '1'
        ? `*ρ* cannot know that it is right. It lies above the labelled answer (${cosines}), so *ρ* is small.`
        : `It lies far above the labelled answer (${cosines}), so *ρ* is small.`;
    },
    task: 'Tap everything with *ρ* below ½.',
    start: '',
    solved: DOUBTED.join(),
    solution: names(DOUBTED, [...BY_NAME, { id: UNLABELLED.id, words: UNLABELLED.name }]),
    reads: listOf([...ids(PASSAGES), UNLABELLED.id], PASSAGES.length + 1),
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
    captions: pair('*ρ*, 1 less the pull of lesson 2'),
    number: () => ({ value: rho(UNLABELLED).toFixed(2), label: '*ρ* of the unlabelled answer' }),
    room: 'Should a training drop all pairs with a small *ρ*? What would be lost?',
  },
  {
    title: '*η* trusts a passage nearer to the answer than to the query.',
    minutes: 3,
    text: 'Two cosines place a negative: with the query and with the answer. On the diagonal *η* is ½.',
    question: `Porcelain is far from both: ${passage('porcelain').query.toFixed(2)} and ${passage('porcelain').answer.toFixed(2)}. Its *η*?`,
    choices: THIRDS,
    picks: 1,
    right: [nearestThird(eta(passage('porcelain')))],
    verdict([said]) {
      const { query, answer } = passage('porcelain');
      const nearer = `nearer by ${(answer - query).toFixed(2)}, almost three *τ*.`;
      if (said === '1') return `Right: far from both, yet the answer is ${nearer}`;
      return said === '0'
        ? `*η* never asks whether it is near, only which of the two is nearer. The answer is, ${nearer}`
        : `Half needs equal cosines. The answer is ${nearer}`;
    },
    task: 'Tap the passage that *η* trusts least.',
    start: '',
    solved: LEAST_TRUSTED.id,
    solution: LEAST_TRUSTED.name,
    reads: listOf(ids(PASSAGES), 1),
    check(task) {
      if (task === LEAST_TRUSTED.id) return null;
      if (task === 'civil') return 'Far from both, yet above the line. Look for the dot farthest below it.';
      const { query = 0, answer = 0 } = PASSAGES.find(({ id }) => id === task) ?? {};
      return answer < query
        ? `Below the line by ${(query - answer).toFixed(2)}. One dot lies farther below.`
        : 'Look for the dot farthest below the line.';
    },
    found: `${LEAST_TRUSTED.name}, *η* ${eta(LEAST_TRUSTED).toFixed(2)}: it matches the query, not the answer.`,
    captions: pair(
      'The twelve passages; grey: all 870 of the demo. *η* grows with the height above the line.',
    ),
    number: () => ({ value: eta(passage('porcelain')).toFixed(2), label: '*η* of Porcelain' }),
    room: 'Granite has the highest *η* of the twelve. Is it a good negative?',
  },
  {
    title: '*ψ* trusts a match that shared words do not explain.',
    minutes: 3,
    text: 'Each word of the query counts by how rare it is. *ψ* is the share that the passage does not repeat.',
    question: 'What is *ψ* of the true answer?',
    choices: ['2', '5', '8'].map((id) => ({ id, words: `0.${id}` })),
    picks: 1,
    right: ['8'],
    verdict([said]) {
      const shares = 'It shares only “of”, “rock” and “the”';
      if (said === '8') return `Right. ${shares}: “ocean” is not “oceans”.`;
      return said === '2'
        ? `A good answer need not repeat the question. ${shares}: it says “ocean”, not “oceans”.`
        : `${shares}, and two of them are common. “ocean” is not “oceans”.`;
    },
    task: `Write a wrong passage with *ψ* under ${REPEATS}.`,
    start: '',
    solved: 'Nearly all kinds of rock lies beneath the oceans of Mars, but what kind?',
    solution: 'any sentence with most of the query’s words in the same form',
    reads: () => true,
    isOwnText: true,
    check: (task) =>
      psiOf(task) < REPEATS
        ? null
        : 'Use the query’s own words in the same form: “oceans”, not “ocean”. Wide ones count most.',
    found: 'It repeats the question and answers nothing. *ψ* is small wherever the encoder puts it.',
    captions: pair('The query’s words. Wide: rare in the demo. Filled: the passage has it too.'),
    number: () => ({ value: psiOf(ANSWER.text).toFixed(2), label: '*ψ* of the answer' }),
    room: 'A passage in another language shares no word. What does *ψ* say of it?',
  },
  {
    title: 'The score put the miners in the order that training found.',
    minutes: 3,
    text: 'A source’s score is the mean of *ρ* · *η* · *ψ*. Here are the means of three sources before training.',
    question: 'Which trains Contriever best?',
    choices: MEANS.map(({ id, name }) => ({ id, words: name })),
    picks: 1,
    right: ['llm'],
    verdict([said]) {
      if (said === 'llm') return `Right. The three means multiply to ${PRODUCTS}, and each line rises.`;
      return said === 'dense'
        ? `Dense leads in *η* alone. The three means multiply to ${PRODUCTS}.`
        : `BM25 is last in *η* and *ψ*. The three means multiply to ${PRODUCTS}.`;
    },
    task: 'Tap a lower score than DistilBERT’s LLM with a better result.',
    start: '',
    solved: CONTRIEVER[2]?.id ?? '',
    solution: `any run left of DistilBERT’s LLM and above it, such as Contriever’s LLM`,
    reads: listOf(ids(RUNS), 1),
    check: (task) =>
      RUNS.some((run) => run.id === task && isLowerAndBetter(run))
        ? null
        : 'It must lie left of DistilBERT’s LLM and above it: look at another encoder.',
    found: 'Every line rises, yet scores of two encoders do not compare. Compare sources of one encoder.',
    captions: [
      'Contriever, mean over all pairs of a source (the paper’s Table 6)',
      'Eighteen runs (the paper’s Tables 1 and 2); a line joins three sources',
    ],
    number: () => ({ value: `${BLOCKS.filter(rises).length} of ${BLOCKS.length}`, label: 'lines rise' }),
    room: 'Mean *ψ* alone gives the same order. What does that say of *ρ* and *η*?',
  },
  {
    title: 'The score trusts random passages, and the audit misses some.',
    minutes: 3,
    text: 'Random passages score high. The audit flags a source whose means leave the range of the sources you trust.',
    question: 'Mix random passages into BM25. What happens first?',
    choices: [
      { id: 'l', words: 'it leads' },
      { id: 'f', words: 'it is flagged' },
      { id: 'b', words: 'both at once' },
    ],
    picks: 1,
    right: ['l'],
    verdict([said]) {
      const { leads, flagged } = firstShares('bm25');
      if (said === 'f')
        return `BM25 starts low: only at ${flagged} % does its mean *ψ* leave the range, and by then it leads.`;
      return `${said === 'l' ? 'Right: it' : 'Nearly. It'} leads from ${leads} %, and the flag comes at ${flagged} %.`;
    },
    task: 'Set a share that leads without a flag.',
    start: 'bm25.0',
    solved: 'bm25.35',
    solution: 'between the two lines, into BM25',
    reads(task) {
      const [base, percent = '', more] = task.split('.');
      return more === undefined && BASES.some((id) => id === base) && inRange(percent, 0, 100);
    },
    check(task) {
      const { base, percent } = mixIn(task);
      const { rank, flags } = mixtures(base)[percent] ?? {};
      const { leads, flagged } = firstShares(base);
      if (rank === 1 && flags?.length === 0) return null;
      if (leads > flagged)
        return `Into Dense no share does: flagged from ${flagged} %, first from ${leads} %.`;
      return rank === 1
        ? `Flagged: mean ${flags?.join(', ') ?? ''} left the range. Go back until the flag goes.`
        : `Not first yet: it is number ${rank ?? ''}. Mix in more.`;
    },
    found: 'First, unflagged, a third of it random. No number shows it: read pairs.',
    captions: pair('Score of the mix. Drawn pairs with the paper’s means (Contriever, Table 6)'),
    number() {
      const { leads, flagged } = firstShares('bm25');
      return { value: `${leads} to ${flagged - 1} %`, label: 'random in BM25 leads without a flag' };
    },
    room: 'The paper’s audit misses a mix of 25 %. How would you find it?',
  },
  {
    title: 'Read pairs, then rank your own file.',
    minutes: 4,
    text: 'No number says whether a passage answers. Reading does. The encoder prefers each of these five negatives to the positive.',
    question: 'Does the negative answer the query?',
    choices: [
      { id: 'a', words: 'It answers' },
      { id: 'n', words: 'It does not' },
    ],
    picks: 0,
    right: [],
    verdict: () => '',
    task: 'Judge all five, then open your own file.',
    start: '',
    solved: JUDGED.map(({ answers }) => (answers ? 'a' : 'n')).join(),
    solution: 'only the second answers',
    reads: (task) =>
      idsIn(task).length <= JUDGED.length && idsIn(task).every((verdict) => ['a', 'n'].includes(verdict)),
    check: (task) => (idsIn(task).length === JUDGED.length ? null : 'Judge all five.'),
    found: `${capital(JUDGED.filter(({ answers }) => answers).length)} of five was an answer. Now read pairs of your own file.`,
    captions: pair('Real pairs of the demo'),
    number: ({ task }) => ({ value: `${idsIn(task).length} of ${JUDGED.length}`, label: 'judged' }),
    room: 'How many pairs would you read before you trust a source?',
  },
];

/** What is said to the last verdict of lesson 10. */
export function judgement(task: string): string {
  const verdicts = idsIn(task);
  const { answers, why, cosines } = JUDGED[verdicts.length - 1] ?? {};
  if (!cosines) return '';
  const said = verdicts.at(-1) === 'a';
  const [negative, positive] = cosines.map((cosine) => cosine.toFixed(2));
  const heard = said === answers ? 'Right.' : said ? 'No.' : 'It does.';
  return `${heard} ${why ?? ''} The encoder prefers it: ${negative ?? ''} to ${positive ?? ''}.`;
}

function capital(count: number): string {
  return capitalised(countInWords(count));
}

/** The same words before and after. */
function pair(words: string): readonly [string, string] {
  return [words, words];
}

function inRange(text: string, least: number, most: number): boolean {
  return text.trim() !== '' && Number(text) >= least && Number(text) <= most;
}
