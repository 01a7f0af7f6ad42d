/** The grid of tokenizers and IDF corpora: each source's score in the sixteen cells. */

import type { ExperimentOutcome, LexicalCell } from '../../../experiments/types';
import { baseCell, lexicalTitle } from '../../../report/titles/lexical';
import { formatScore } from '../../../ui/words';
import { zeroAxis } from '../chart/axes';
import { rowChart } from '../chart/rows';
import type { Drawn, ExperimentView } from '../view';
import { largest } from './source-lines';

type Outcome = ExperimentOutcome<'lexical'>;

export const lexicalView: ExperimentView<'lexical'> = {
  id: 'lexical',
  question: 'Does the order depend on how words are cut and weighed?',
  about: 'Four tokenizers by four IDF corpora: the texts are read and cut into tokens again.',
  title: lexicalTitle,
  how: () =>
    'Dot: alphanumeric tokens, IDF of pooled documents. Ticks: the score in every other combination.',
  draw({ result: { cells } }, sources, width, label) {
    const base = baseCell(cells);
    const rows = sources.map(({ name, css, outside }, place) => {
      const scores = cells.map((cell) => cell.scores[place] ?? 0);
      const [low, high] = [Math.min(...scores), Math.max(...scores)];
      return {
        name,
        colour: css,
        mark: outside ? ('hollow' as const) : ('circle' as const),
        value: base?.scores[place] ?? 0,
        low,
        high,
        ticks: scores,
        note: `${formatScore(low)} to ${formatScore(high)}`,
      };
    });
    return rowChart({ rows, x: zeroAxis(largest(cells.map(({ scores }) => scores)), 'score') }, width, label);
  },
  table: ({ result: { cells } }, sources) => ({
    columns: ['tokenizer', 'IDF corpus', ...sources.flatMap(({ name }) => [name, `${name}, mean ψ`])],
    rows: cells.map(({ tokenizer, corpus, scores, meanPsi }) => [
      tokenizer,
      corpus,
      ...scores.flatMap((score, place) => [score, meanPsi[place] ?? null]),
    ]),
  }),
  tables: (outcome, sources) => [
    {
      id: 'ranges',
      caption: 'Ranges over tokenizers and over IDF corpora',
      table: rangeTable(outcome, sources),
    },
  ],
};

/** As the paper's table of tokenizers and IDF corpora: one factor at a time. */
function rangeTable({ result: { cells } }: Outcome, sources: Drawn) {
  const base = baseCell(cells);
  const range = (place: number, among: (cell: LexicalCell) => boolean) => {
    const scores = cells.filter(among).map(({ scores }) => scores[place] ?? 0);
    return [Math.min(...scores), Math.max(...scores)];
  };
  return {
    columns: ['source', 'ECI', 'tokenizers from', 'to', 'IDF corpora from', 'up to', 'mean C', 'mean ψ'],
    rows: sources.map(({ name }, place) => {
      const psi = base?.meanPsi[place] ?? 0;
      return [
        name,
        base?.scores[place] ?? null,
        ...range(place, ({ corpus }) => corpus === base?.corpus),
        ...range(place, ({ tokenizer }) => tokenizer === base?.tokenizer),
        1 - psi,
        psi,
      ];
    }),
  };
}
