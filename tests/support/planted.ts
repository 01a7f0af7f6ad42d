/**
 * A training file with known faults: clean records mined by BM25 from XQuAD and MS MARCO passages, into which faults of sixteen
 * kinds are put, each noted with its line. Numbers are those of the walk through Audit.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { BM25_PRESETS, bm25Index } from '../../src/mining/search/bm25';
import { seededRandom, shuffled } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';
import { readTevatron } from './tevatron';

const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
export const plantedIsHere = existsSync(`${DATA}xquad/bm25.jsonl`) && existsSync(`${DATA}dl1920/bm25.jsonl`);

const LINES = 1_500;
const K = 10;

const PLANTED = {
  copies: 75,
  'near copies': 45,
  random: 1_200,
  'stock text': 90,
  'stock sentence': 6_000,
  'foreign negatives': 25,
  'foreign queries': 8,
  'swapped positives': 4,
  markup: 15,
  'broken letters': 15,
  repeats: 20,
  'blank negatives': 14,
  'blank queries': 5,
  'blank positives': 3,
  'evaluation queries': 30,
  'evaluation documents': 20,
} as const;
export type PlantedKind = keyof typeof PLANTED;

/** Where a fault is: a 1-based line, and the 0-based negative of its list; null where the record is at fault. */
export interface Planted {
  readonly line: number;
  readonly negative: number | null;
}

export interface PlantedFiles {
  readonly jsonl: string;
  /** Queries with their documents: the file of evaluation. */
  readonly heldout: string;
  /** Two clean files of the same queries, by other miners. */
  readonly references: readonly string[];
  readonly truth: Readonly<Record<PlantedKind, readonly Planted[]>>;
}

interface Line {
  query: string;
  pos: string;
  neg: string[];
}

const STOCK_TEXT =
  'By using this site you agree to our use of cookies. We and our partners store and access information on your device, such as ' +
  'unique identifiers, to measure ads and content. You may accept or manage your choices at any time in the privacy settings.';
const STOCK_SENTENCE = 'Sign up for our newsletter to get more updates like this.';

const FOREIGN = [
  'Die Stadt liegt am Ufer des Flusses und hat rund achtzigtausend Einwohner, von denen viele in der Industrie arbeiten.',
  'La ciudad se encuentra a orillas del río y tiene unos ochenta mil habitantes, muchos de los cuales trabajan en la industria.',
  'Thành phố nằm bên bờ sông và có khoảng tám mươi nghìn dân, nhiều người trong số họ làm việc trong ngành công nghiệp.',
  'Şehir nehrin kıyısında yer alır ve yaklaşık seksen bin nüfusa sahiptir; bunların çoğu sanayide çalışmaktadır.',
  'Город расположен на берегу реки и насчитывает около восьмидесяти тысяч жителей, многие из которых работают на заводах.',
  'Η πόλη βρίσκεται στις όχθες του ποταμού και έχει περίπου ογδόντα χιλιάδες κατοίκους, πολλοί από τους οποίους εργάζονται.',
  'تقع المدينة على ضفة النهر ويبلغ عدد سكانها نحو ثمانين ألف نسمة يعمل كثير منهم في الصناعة.',
  'शहर नदी के किनारे बसा है और इसमें लगभग अस्सी हज़ार लोग रहते हैं, जिनमें से कई उद्योग में काम करते हैं।',
  '这座城市位于河岸，约有八万居民，其中许多人在工业部门工作。',
  'เมืองนี้ตั้งอยู่ริมแม่น้ำและมีประชากรราวแปดหมื่นคน ซึ่งหลายคนทำงานในโรงงานอุตสาหกรรม',
];
const FOREIGN_QUERIES = [
  'Wie viele Einwohner hat die Stadt heute?',
  'Wann wurde die Universität gegründet?',
  '¿Cuántos habitantes tiene la ciudad en la actualidad?',
  'Quelle est la capitale de la région du nord ?',
  'Kto napisał pierwszą książkę o tej rzece?',
  'Сколько жителей живёт в этом городе сегодня?',
  'Quanti giocatori ha la squadra che vinse la finale?',
  'Wer hat das erste Buch über den Fluss geschrieben?',
];

/** What the shared files give: queries with their passage, and all passages. */
function clean(): { readonly asked: { query: string; pos: string }[]; readonly corpus: string[] } {
  const xquad = readTevatron(`${DATA}xquad/bm25.jsonl`);
  const marco = ['bm25', 'tasb', 'repllama'].flatMap((name) => readTevatron(`${DATA}dl1920/${name}.jsonl`));
  const passages = (from: typeof xquad) =>
    new Set(from.flatMap(({ positive, negatives }) => [positive, ...negatives]));
  const corpus = [...new Set([...passages(xquad), ...[...passages(marco)].slice(0, 8_000)])];
  const asked = [
    ...new Map([...xquad, ...marco].map(({ query, positive }) => [query, { query, pos: positive }])).values(),
  ];
  return { asked, corpus };
}

/** `what about X Y Z …`: queries made of the first words of passages, where there are too few real ones. */
function madeQueries(corpus: readonly string[], count: number) {
  return corpus.slice(-count).map((pos) => ({
    query: `what about ${pos.split(/\s+/).slice(2, 9).join(' ')}`,
    pos,
  }));
}

/** Five ways of writing one record as JSON. */
function written({ query, pos, neg }: Line, line: number): string {
  const scores = neg.map((_, i) => (20 - i) / 2);
  const record = { query, pos: [pos], neg, pos_scores: [12.5], neg_scores: scores };
  const plain = JSON.stringify(record);
  switch (line % 5) {
    case 1:
      return JSON.stringify(record, null, ' ').replace(/\n */g, ' ');
    case 2:
      return plain.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    case 3:
      return plain.replace('"neg_scores":[10,', '"neg_scores":[1.00e1,\t');
    case 4:
      return JSON.stringify({ neg, neg_scores: scores, pos: [pos], query, pos_scores: [12.5] });
    default:
      return plain;
  }
}

/** The same files each time: everything is drawn by one seed. */
export function plantedFiles(): PlantedFiles {
  const random = seededRandom(63);
  const { asked, corpus } = clean();
  const all = [...asked, ...madeQueries(corpus, LINES + 200 - asked.length)];
  const own = all.slice(0, LINES);
  const others = all.slice(LINES);
  const bm25 = atOnce(bm25Index(corpus, BM25_PRESETS.bm25s));
  const mined = (from: number): Line[] =>
    own.map(({ query, pos }) => {
      const best = bm25.search(query, from + K + 2);
      const found = Array.from(best.passages, (id) => corpus[id] as string);
      const neg = found.filter((text) => text !== pos).slice(from);
      while (neg.length < K) neg.push(corpus[Math.floor(random() * corpus.length)] as string);
      return { query, pos, neg: [...new Set(neg)].slice(0, K) };
    });
  const lines = mined(0);
  const references = [mined(10), mined(20)].map((file) => file.map(written).join('\n'));

  const truth = Object.fromEntries(Object.keys(PLANTED).map((kind) => [kind, [] as Planted[]])) as Record<
    PlantedKind,
    Planted[]
  >;
  // Records of the 20 documents of the evaluation, then those of other faults of records, then single negatives.
  const order = shuffled([...lines.keys()], random);
  const take = (kind: PlantedKind, change: (line: Line, i: number) => void) => {
    for (const at of order.splice(0, PLANTED[kind])) {
      change(lines[at] as Line, truth[kind].length);
      truth[kind].push({ line: at + 1, negative: null });
    }
  };
  const evaluation: { query: string; document: string }[] = [];
  const fresh = (i: number) => others[i % others.length] as (typeof others)[number];
  take('evaluation queries', ({ query }, i) => {
    const reworded = query.replace(/^(\S+)/, 'So, $1').replace(/\b(the|a|an)\b /i, 'one ');
    const asked = i < 15 ? query : i < 23 ? query.toUpperCase() : reworded;
    evaluation.push({ query: asked, document: `${fresh(i).pos} This is the answer sheet, page ${i}.` });
  });
  const documents = new Set(
    order
      .map((at) => (lines[at] as Line).pos)
      .filter((pos, i, list) => list.indexOf(pos) === i)
      .slice(0, 20),
  );
  for (const document of documents) {
    evaluation.push({ query: fresh(30 + evaluation.length).query, document });
  }
  while (evaluation.length < 200) {
    const { query } = fresh(evaluation.length);
    evaluation.push({ query, document: `Sheet ${evaluation.length}: ${query}, as the board answered it.` });
  }
  take('foreign queries', (line, i) => (line.query = FOREIGN_QUERIES[i] as string));
  const swapped = order.slice(0, PLANTED['swapped positives']);
  take('swapped positives', () => undefined);
  const positives = swapped.map((at) => (lines[at] as Line).pos);
  swapped.forEach((at, i) => ((lines[at] as Line).pos = positives[(i + 1) % positives.length] as string));
  take('blank queries', (line) => (line.query = '  '));
  take('blank positives', (line) => (line.pos = ''));

  const cells = shuffled(
    order.flatMap((at) => (lines[at] as Line).neg.map((_, negative) => ({ at, negative }))),
    random,
  );
  const put = (kind: PlantedKind, text: (line: Line, negative: string, i: number) => string) => {
    const gone = new Set<number>();
    for (const { at, negative } of cells.splice(0, PLANTED[kind])) {
      const line = lines[at] as Line;
      line.neg[negative] = text(line, line.neg[negative] as string, gone.size);
      gone.add(gone.size);
      truth[kind].push({ line: at + 1, negative });
    }
  };
  put('copies', ({ pos }) => pos);
  put('near copies', ({ pos }, _, i) => {
    const words = pos.split(' ');
    words[(7 * i) % words.length] = 'therefore';
    return words.join(' ');
  });
  put('stock text', () => STOCK_TEXT);
  put('foreign negatives', (_line, _text, i) => `${FOREIGN[i % FOREIGN.length] ?? ''} ${i}`);
  put('markup', (_, text, i) => `<div class="p${i}"><p>${text}</p><br/></div>`);
  put('broken letters', (_, text, i) => `${text} The cafÃ© on the corner, itâ€™s the ${i}th.`);
  put('blank negatives', () => '   ');
  put('random', () => corpus[Math.floor(random() * corpus.length)] as string);
  put('stock sentence', (_, text) => `${text} ${STOCK_SENTENCE}`);
  put('repeats', ({ neg }, text) => neg.find((other) => other.trim() !== '' && other !== text) ?? text);
  lines.forEach(({ pos, neg }, at) => {
    if (documents.has(pos)) truth['evaluation documents'].push({ line: at + 1, negative: null });
    else
      neg.forEach((text, negative) => {
        if (documents.has(text)) truth['evaluation documents'].push({ line: at + 1, negative });
      });
  });
  return {
    jsonl: lines.map(written).join('\n') + '\n',
    heldout: evaluation
      .map(({ query, document }) => JSON.stringify({ query, positive: document }))
      .join('\n'),
    references,
    truth,
  };
}
