/** An experiment as a paragraph and a figure for a paper, in LaTeX. */

import { latexText } from './data-table';

export interface PaperFacts {
  /** The finding, without a full stop. */
  readonly title: string;
  /** How to read the figure. */
  readonly how: string;
  /** Name of the saved picture, without its ending. */
  readonly picture: string;
  readonly encoder: string;
  readonly tau: number;
  readonly weighting: string;
  readonly seed: number;
}

export function paperText({ title, how, picture, encoder, tau, weighting, seed }: PaperFacts): string {
  const settings = `encoder ${encoder}, temperature ${tau}, weighting ${weighting}, seed ${seed}`;
  const [finding, reading, made] = [title, how, settings].map(latexText);
  return [
    `\\paragraph{${finding}.}`,
    `${reading} (Computed by Negscope: ${made}; Figure~\\ref{fig:${picture}}.)`,
    '',
    '\\begin{figure}',
    '  \\centering',
    '  % Save the chart as SVG and convert it to PDF, for example by Inkscape.',
    `  \\includegraphics[width=\\linewidth]{${picture}}`,
    `  \\caption{${finding}. ${reading}}`,
    `  \\label{fig:${picture}}`,
    '\\end{figure}',
    '',
  ].join('\n');
}
