/** Results as text on a terminal and as docs/BENCHMARKS.md, beside those of an earlier run. */

import { alignColumns } from '../../src/cli/columns.mjs';
import { bytes, seconds, share, times } from './format.mjs';
import { SCENARIOS } from './scenarios.mjs';

/** @typedef {import('../types').BenchResults} BenchResults */
/** @typedef {import('../types').Line} Line */

const WORDS = { seconds, times, bytes, share };
const NONE = '–';

const COLUMNS = ['', 'what', 'goal', 'before', 'now', 'now to before', ''];

/**
 * @param {BenchResults} now
 * @param {BenchResults | null} before
 * @returns {string} a line each, and why others are missing
 */
export function asText(now, before) {
  return [alignColumns([COLUMNS, ...rows(now, before)]), missing(now)].filter(Boolean).join('\n\n');
}

/**
 * The page docs/BENCHMARKS.md: how each scenario is measured, and its figures.
 *
 * @param {BenchResults} results
 * @param {string} file path of the results in the project
 */
export function asMarkdown(results, file) {
  const { machine, negscope, created } = results;
  const load = machine.load.map((each) => each.toFixed(1)).join(' and ');
  return [
    '# Benchmarks',
    `Written by \`npm run bench\` from \`${file}\`, which holds the figures unrounded. Less is better. A figure in × is a ratio to ` +
      'another program on the same machine. The goals are for two cores; no test asserts them.',
    `Negscope ${negscope.version}, commit ${negscope.commit ?? 'unknown'}, ${created.slice(0, 10)}. ${machine.cpu}, ${machine.cores} cores, ` +
      `${bytes(machine.memory_bytes)}; ${machine.system}; ${machine.browser}. ${load} processes wanted a core before and at the end.`,
    ...SCENARIOS.flatMap(({ id, about }) => {
      const table = rows(results, null).filter(([of]) => of === id);
      const figures = table.map(([, what = '', goal = '', , now = '', , note = '']) => [
        what,
        goal,
        now,
        note,
      ]);
      return table.length === 0
        ? []
        : [`## ${id}`, about, markdownTable(['', 'goal', 'figure', ''], figures)];
    }),
    missing(results),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

/** @param {BenchResults} now @param {BenchResults | null} before */
function rows(now, before) {
  const earlier = new Map(before === null ? [] : lines(before).map(([, line]) => [line.what, line]));
  return lines(now).map(([id, line]) => {
    const then = earlier.get(line.what)?.figure ?? null;
    return [
      id,
      line.what,
      line.most === null ? NONE : `≤ ${WORDS[line.unit](line.most)}`,
      inWords(line, then),
      inWords(line, line.figure),
      line.figure === null || !then ? NONE : times(line.figure / then),
      [verdict(line), line.note].filter(Boolean).join(': '),
    ];
  });
}

/** @param {Line} line @param {number | null} figure */
const inWords = ({ unit }, figure) => (figure === null ? NONE : WORDS[unit](figure));

/** @param {Line} line */
function verdict({ figure, most }) {
  if (figure === null) return 'not measured';
  return most === null ? '' : figure <= most ? 'met' : 'missed';
}

/** @param {BenchResults} results @returns {[string, Line][]} */
function lines({ scenarios }) {
  return SCENARIOS.flatMap(({ id }) => {
    const outcome = scenarios[id];
    return outcome?.status === 'run'
      ? outcome.lines.map((line) => /** @type {[string, Line]} */ ([id, line]))
      : [];
  });
}

/** @param {BenchResults} results @returns {string} one line a scenario that gave no figures */
function missing({ scenarios }) {
  return Object.entries(scenarios)
    .flatMap(([id, outcome]) =>
      outcome.status === 'run' ? [] : [`${id} ${outcome.status}: ${outcome.reason}`],
    )
    .join('\n');
}

/** A table in Markdown. @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function markdownTable(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
