/** What others measured after training on unlike negatives, as printed: the second table of docs/EVIDENCE.md. */

import { tableOf } from '../report/data-table';
import type { Phrase } from '../report/verdict-words';
import type { DataTable } from '../ui/table';
import { zeroAxis, type RowChart } from './chart';

interface MeasuredSource {
  readonly negatives: string;
  /** As printed. */
  readonly metric: string;
  /** As printed; null where the study has none. */
  readonly second: string | null;
}

export interface Study {
  /** Its name in docs/EVIDENCE.md. */
  readonly name: string;
  readonly source: string;
  /** Names of metric and second metric. */
  readonly metrics: readonly [string, string];
  /** What was the same for all its rows, and what was not. */
  readonly held: string;
  readonly sources: readonly MeasuredSource[];
}

/** For each study its name, source, metrics, what was held fixed, and its rows. */
const PRINTED = `
## RLHN
arXiv 2505.16967v2, table 3;nDCG@10 on 16 BEIR sets;on 7 unseen ones
Held fixed: E5-base, collection, training. Not the queries where records are dropped, the loss of distillation, the positives where relabelled.
default;0.508;0.425
TopK-PercPos;0.511;0.431
cross-encoder distillation;0.514;0.436
records dropped;0.506;0.423
negatives dropped;0.511;0.431
relabelled;0.515;0.445
## RLHN, count
arXiv 2505.16967v2, table 6;nDCG@10 on 16 BEIR sets;on 7 unseen ones
Held fixed: all but the number of negatives a query.
1 a query;0.504;0.442
3 a query;0.512;0.443
7 a query;0.515;0.445
9 a query;0.518;0.447
## ReSa2
README of ad32q/ReSa2;MRR@10 on MS MARCO, in %;nDCG@10 on DL 2019, in %
Held fixed: BERT-base, 7 negatives, 4 epochs. One run each; the README contradicts itself on DL 2019.
BM25;32.4;59.4
top 200;34.2;67.3
SimANS, top 100;33.3;
SimANS, top 400;34.8;67.6
TriSampler;34.9;65.4
ReSa2;35.3;68.6
## DRhard
README of jingtaozhan/DRhard;MRR@10 on MS MARCO;nDCG@10 on its TREC test
Held fixed: collection and test. ADORE starts from STAR and trains the query side alone.
in-batch;0.264;0.583
random;0.301;0.612
STAR;0.340;0.642
ADORE;0.347;0.683
## asymmetric
Dylancouzon/asymmetric-dual-encoders, m7_negatives_decision.json;mean of six sets;nq-250k
Held fixed: static encoder, start, recipe. Not the steps: 2,500 random, 1,500 teacher and BM25, 1,000 mixed. Only BM25 is certainly apart from random.
random;0.6153;
teacher;0.6176;0.8029
mixed;0.6146;0.8070
BM25;0.6097;0.8097
`;

export const STUDIES: readonly Study[] = PRINTED.trim()
  .split('## ')
  .slice(1)
  .map((text) => {
    const [name = '', about = '', held = '', ...lines] = text.trim().split('\n');
    const [source = '', metric = '', second = ''] = about.split(';');
    const sources = lines.map((line) => {
      const [negatives = '', first = '', other = ''] = line.split(';');
      return { negatives, metric: first, second: other || null };
    });
    return { name, source, metrics: [metric, second], held, sources };
  });

/** A study as a chart with its title and table. Nothing of it was ranked. */
export function shownStudy(study: Study) {
  const { source, metrics } = study;
  return {
    title: studyTitle(study),
    how: `Bars: ${metrics[0]}, ${source}. No score: these negatives were not ranked.`,
    chart: studyChart(study),
    table: studyTable(study),
    made: source,
  };
}

/** Which negatives trained best, and which worst. */
function studyTitle({ name, sources }: Study): Phrase {
  const inOrder = [...sources].sort((a, b) => Number(b.metric) - Number(a.metric));
  const [best, worst] = [inOrder[0], inOrder.at(-1)].map((each) => `${each?.negatives} (${each?.metric})`);
  return [`${name}: best after ${best}, worst after ${worst}`];
}

/** A bar for each source of negatives, from 0. */
function studyChart({ sources, metrics: [metric] }: Study): RowChart {
  const bar = { colour: null, mark: 'bar' } as const;
  const values = sources.map((source) => Number(source.metric));
  return {
    kind: 'rows',
    rows: sources.map((source, i) => ({
      ...bar,
      name: source.negatives,
      value: values[i] ?? NaN,
      note: source.metric,
    })),
    x: zeroAxis(values, metric),
  };
}

function studyTable({ sources, metrics: [metric, second] }: Study): DataTable {
  return tableOf(sources, [
    ['negatives', ({ negatives }) => negatives],
    [metric, (source) => Number(source.metric)],
    [second, (source) => (source.second === null ? null : Number(source.second))],
  ]);
}
