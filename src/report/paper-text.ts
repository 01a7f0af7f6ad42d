/** An experiment as a paragraph and a figure for a paper, in LaTeX. */

import { listInWords } from '../ui/words';
import { latexText } from './data-table';

export interface PaperFacts {
  /** The finding, without a full stop. */
  readonly title: string;
  /** How to read the figure. */
  readonly how: string;
  /** Name of the saved picture, without its ending. */
  readonly picture: string;
  /** What it was computed from: {@link settingsInWords}. */
  readonly made: string;
}

/** `encoder mini, temperature 0.05, weighting full, seed 42`. */
export function settingsInWords(
  encoders: readonly string[],
  { tau, weighting, seed }: { readonly tau: number; readonly weighting: string; readonly seed: number },
): string {
  const words = encoders.length === 1 ? 'encoder' : 'encoders';
  return `${words} ${listInWords(encoders)}, temperature ${tau}, weighting ${weighting}, seed ${seed}`;
}

export function paperText({ title, how, picture, made: settings }: PaperFacts): string {
  const [finding, reading, made] = [title, how, settings].map(latexText);
  return [
    `\\paragraph{${finding}.}`,
    `${reading} (Computed by Negscope: ${made}; Figure~\\ref{fig:${picture}}.)`,
    '',
    '\\begin{figure}',
    '  \\centering',
    `  % Save the chart as PNG; or as SVG, and make a PDF of it: rsvg-convert -f pdf -o ${picture}.pdf ${picture}.svg`,
    `  \\includegraphics[width=\\linewidth]{${picture}}`,
    `  \\caption{${finding}. ${reading}}`,
    `  \\label{fig:${picture}}`,
    '\\end{figure}',
    '',
  ].join('\n');
}
