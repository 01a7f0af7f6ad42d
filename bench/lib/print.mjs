/** Results as text on a terminal and as docs/BENCHMARKS.md. */

import { alignColumns } from '../../scripts/lib/columns.mjs';
import { bytes, seconds } from './format.mjs';
import { adapterInWords } from './machine.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { markdownTable } from './table.mjs';

/** @typedef {import('../types').BenchResults} BenchResults */
/** @typedef {import('../types').Goal} Goal */
/** @typedef {import('../types').Outcome} Outcome */
/** @typedef {import('../types').Table} Table */

/** @typedef {{ scenario: import('./scenarios.mjs').AnyScenario, outcome: Outcome, tables: Table[] }} Section */

/**
 * @param {BenchResults} results
 * @returns {string} every table, then the goals
 */
export function asText(results) {
  const parts = sections(results).map(({ scenario, outcome, tables }) => {
    const heading = `${scenario.id}. ${scenario.title}`;
    if (outcome.status !== 'run') return `${heading}\n  ${outcome.status}: ${outcome.reason}`;
    return [`${heading} (${outcome.seconds.toFixed(1)} s)`, ...tables.map(textTable)].join('\n');
  });
  return [...parts, textTable(goalTable(results))].join('\n\n');
}

/**
 * The page docs/BENCHMARKS.md.
 *
 * @param {BenchResults} results
 * @param {string} file path of the results in the project
 */
export function asMarkdown(results, file) {
  const parts = sections(results).flatMap(({ scenario, outcome, tables }) => [
    `## ${scenario.id}. ${scenario.title}`,
    scenario.about,
    ...(outcome.status === 'run' ? tables.map(titledTable) : [`**${outcome.status}**: ${outcome.reason}`]),
  ]);
  return [
    '# Benchmarks',
    `Written by \`npm run bench\` from \`${file}\`: every figure here was measured in that one run, and none is changed by hand. ` +
      'The JSON file holds the figures unrounded. `npm run bench -- --help` says how to run all of it or a part.',
    '## The machine',
    titledTable(machineTable(results)),
    '## Goals',
    'The goals are those of the project for this class of machine; no test asserts them.',
    titledTable({ ...goalTable(results), title: '' }),
    ...parts,
  ]
    .join('\n\n')
    .concat('\n');
}

/** @param {BenchResults} results @returns {Section[]} */
function sections({ scenarios }) {
  return SCENARIOS.flatMap((scenario) => {
    const outcome = scenarios[scenario.id];
    if (outcome === undefined) return [];
    const tables = outcome.status === 'run' ? scenario.tables(outcome.figures) : [];
    return [{ scenario, outcome, tables }];
  });
}

/** @param {BenchResults} results @returns {Table} */
function machineTable({ machine, negscope, created, options, seconds: total }) {
  const chosen = Object.entries(options).map(([name, value]) => `${name} ${value}`);
  const rows = [
    ['processor', `${machine.cpu}, ${machine.cores} cores`],
    ['memory', bytes(machine.memory_bytes)],
    ['system', `${machine.system}; Node ${machine.node}`],
    ['browser', machine.browser],
    ['GPU adapter', adapterInWords(machine.adapter)],
    [
      'in the page',
      `Negscope ${negscope.version}, commit ${negscope.commit ?? 'unknown'}; onnxruntime-web ${machine.onnxruntime_web}`,
    ],
    ['run', `${created}, ${seconds(total)}; ${chosen.join(', ')}`],
    [
      'load before and at the end',
      `${machine.load_before.toFixed(1)} and ${machine.load_after.toFixed(1)} processes`,
    ],
  ];
  return { title: '', columns: ['', ''], rows };
}

/** @param {BenchResults} results @returns {Table} */
function goalTable({ goals }) {
  const rows = SCENARIOS.flatMap(({ id }) => (goals[id] ?? []).map((goal) => [id, ...goalCells(goal)]));
  return { title: 'Goals', columns: ['', 'what', 'goal', 'figure', '', 'why'], rows };
}

/** @param {Goal} goal */
function goalCells({ what, goal, figure, met, why }) {
  const verdict = met === null ? 'not measured' : met ? 'met' : 'missed';
  return [what, goal, figure ?? '–', verdict, why ?? ''];
}

/** @param {Table} table */
function textTable({ title, columns, rows }) {
  const lines = alignColumns([columns, ...rows]).replace(/^/gm, '  ');
  return title === '' ? lines : `${title}\n${lines}`;
}

/** @param {Table} table */
function titledTable({ title, columns, rows }) {
  const table = markdownTable(columns, rows);
  return title === '' ? table : `**${title}**\n\n${table}`;
}

/** @param {BenchResults} results @returns {string} one line a scenario that failed */
export function failures({ scenarios }) {
  return Object.entries(scenarios)
    .flatMap(([id, outcome]) => (outcome.status === 'failed' ? [`${id} failed: ${outcome.reason}`] : []))
    .join('\n');
}
