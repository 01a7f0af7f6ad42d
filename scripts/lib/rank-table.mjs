/** What `npm run rank` prints of a report. */

import { alignColumns } from './columns.mjs';

/** @typedef {import('../../src/report/result').Report} Report */
/** @typedef {import('../../src/report/result').ReportSource} ReportSource */
/** @typedef {Report['certainty']['scores'][string]} Interval */

/** @type {readonly { title: string, cell: (source: ReportSource, interval: Interval | undefined) => string }[]} */
const COLUMNS = [
  { title: 'ECI', cell: (s) => s.eci.toFixed(4) },
  { title: '95 %', cell: (_, interval) => intervalInWords(interval) },
  { title: 'mean ρ', cell: (s) => s.mean_rho.toFixed(3) },
  { title: 'mean η', cell: (s) => s.mean_eta.toFixed(3) },
  { title: 'mean ψ', cell: (s) => s.mean_psi.toFixed(3) },
  { title: 'inverted', cell: (s) => `${(100 * s.inversion_rate).toFixed(1)} %` },
  { title: 'pairs', cell: (s) => s.negatives.toLocaleString('en') },
];

/** @param {Interval | undefined} interval @returns {string} `0.206 to 0.265`; `–` where there is none */
function intervalInWords(interval) {
  const { low = null, high = null } = interval ?? {};
  return low === null || high === null ? '–' : `${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/**
 * The sources, one line each, figures aligned on the right: the ranked ones first, then the others, each by score. What was
 * found in each is said as the page's verdict says it.
 *
 * @param {Report} report
 * @returns {string}
 */
export function rankTable(report) {
  const verdicts = report.verdict.sources;
  const { scores, level } = report.certainty;
  const below = (/** @type {string} */ name) => Number((verdicts[name]?.rank ?? null) === null);
  const names = [...report.ranking].sort((a, b) => below(a) - below(b));
  const rows = names.map((name) => {
    const source = report.sources[name];
    const verdict = verdicts[name];
    if (source === undefined || verdict === undefined) {
      throw new Error(`The report ranks ${name} and has no figures of it.`);
    }
    return [
      rankInWords(verdict.rank),
      name,
      ...COLUMNS.map(({ cell }) => cell(source, scores[name])),
      verdict.reading,
    ];
  });
  return alignColumns(
    [
      [
        '',
        'source',
        ...COLUMNS.map(({ title }) => (title === '95 %' ? `${100 * level} %` : title)),
        'findings',
      ],
      ...rows,
    ],
    (column) => column === 1 || column === 9,
  );
}

/**
 * @param {Report} report
 * @returns {string} the verdict in words, with the encoder and how much was scored: what stands above the table
 */
export function verdictLines({ verdict, encoder, settings, sources, device }) {
  const total = (/** @type {'records' | 'records_loaded'} */ key) =>
    Object.values(sources).reduce((sum, source) => sum + source[key], 0);
  const [scored, loaded] = [total('records'), total('records_loaded')];
  const records = scored === loaded ? `all ${loaded} records` : `${scored} of ${loaded} records`;
  const ran = device.kind === 'native' ? ` (${device.reason})` : '';
  return [
    verdict.headline,
    `Encoder ${encoder.name}${ran}, τ ${settings.tau}, weighting ${settings.weighting}, ${records}.`,
    ...verdict.detail,
  ].join('\n');
}

/**
 * @param {Report} report
 * @returns {string[]} for each source one line with its judged rate of false negatives, where pairs were judged
 */
export function judgedLines({ ranking, false_negatives: judged }) {
  if (judged === undefined) return [];
  const gap =
    judged.counted < judged.judged
      ? [
          `rates rest on the first ${judged.counted} pairs of the sample: the next one has no verdict, ${judged.judged - judged.counted} behind it have`,
        ]
      : [];
  const lines = ranking.flatMap((name) => {
    const found = judged.sources[name];
    if (found === undefined) return [];
    const { rate, low, high, judged: count } = found;
    const percent = (/** @type {number} */ share) => (100 * share).toFixed(0);
    if (rate === null) return [`${name}: false negatives unknown, none judged`];
    const range =
      low === null || high === null
        ? 'too few queries for an interval'
        : `${percent(low)} to ${percent(high)} %`;
    return [`${name}: ${percent(rate)} % false negatives (${range}), ${count} judged`];
  });
  return [...gap, ...lines];
}

/**
 * @param {Report} report
 * @returns {string[]} for each line of the file of verdicts that was not counted one line
 */
export function refusedVerdicts({ false_negatives: judged }) {
  return (judged?.refused ?? []).map(
    ({ line, key, reason }) => `verdicts, line ${line}${key === null ? '' : `, key ${key}`}: ${reason}`,
  );
}

const RANKED = 0;
const FILE_REFUSED = 2;
const ORDER_OPEN = 3;
const CHECK_FAILED = 4;

/**
 * @param {Report} report
 * @param {Pick<import('./rank-arguments.mjs').RankArguments, 'strict' | 'untilCertain'>} args
 * @returns {number} the exit status of a command that ranked something
 */
export function exitStatus(report, { strict, untilCertain }) {
  const whole =
    !report.files.some(({ status }) => status === 'refused' || status === 'waiting') &&
    !areVerdictsRefused(report);
  if (strict && !(whole && isSpotless(report))) return CHECK_FAILED;
  if (!whole) return FILE_REFUSED;
  return untilCertain !== null && isOpen(report) ? ORDER_OPEN : RANKED;
}

/** @param {{ from: number, to: number } | null} rank */
function rankInWords(rank) {
  if (rank === null) return '–';
  return rank.from === rank.to ? String(rank.from) : `${rank.from}–${rank.to}`;
}

/** @param {Report} report @returns {boolean} whether a file of verdicts was given and no line of it counted */
function areVerdictsRefused({ false_negatives: judged }) {
  return judged?.judged === 0 && judged.refused.length > 0;
}

/**
 * @param {Report} report
 * @returns {boolean} whether the order of two sources of one setting is open: neither is stopped by a finding, and they are not
 *   the same pairs
 */
function isOpen({ certainty, verdict: { sources } }) {
  const races = (/** @type {string} */ name) => sources[name]?.unranked !== 'stop';
  const same = (/** @type {string} */ name) => sources[name]?.same_pairs_as ?? name;
  return certainty.pairs.some(
    ({ a, b, status }) => status !== 'separated' && races(a) && races(b) && same(a) !== same(b),
  );
}

/** @typedef {{ id: string, severity: string, set_aside?: boolean }} AnyFinding */

/** @param {AnyFinding} finding @returns {boolean} whether files with it are not to be trained on as they are */
export function isSerious({ id, severity, set_aside: aside }) {
  if (severity === 'stop') return aside !== true;
  return severity === 'train' || (severity === 'look' && (id === 'ids' || id === 'scores'));
}

/**
 * @param {Report} report
 * @returns {boolean} whether nothing was rejected, and no source has a finding that forbids to train on it
 */
function isSpotless({ rejects, verdict }) {
  const found = Object.values(verdict.sources).flatMap(({ findings }) => findings);
  return rejects.length === 0 && !found.some(isSerious);
}

/** @type {Record<string, string>} */
const DECIDED_BY = {
  format: 'its format',
  names: 'its names',
  order: 'the order of its columns',
  user: 'your words',
};

/**
 * @param {Report} report
 * @returns {string[]} for each source one line: how its file was read, and which field is what; a line more for each
 *   sign of a wrong reading
 */
export function readingNotes(report) {
  return Object.entries(report.sources).flatMap(([name, { format, reading }]) => {
    if (reading === null) return [];
    const { by, query, positive, negatives, titles, label, id, relevant, left_alone: rest } = reading.mapping;
    const parts = [
      `query=${query}`,
      `positive=${positive}`,
      ...negatives.map((field) => `negative=${field}`),
      ...titles.map((field) => `title=${field}`),
      ...(label === null ? [] : [`label=${label}`]),
      ...(relevant === null ? [] : [`relevant from ${relevant}`]),
      ...(id === null ? [] : [`id=${id}`]),
    ];
    const left = rest.length === 0 ? '' : `; left alone: ${rest.join(', ')}`;
    const line = `${name}: ${format} read by ${DECIDED_BY[by] ?? by}: ${parts.join(', ')}${left}`;
    const signs = reading.signs.map(({ message }) => `${name}: look: ${message}`);
    const open = signs.length > 0 && !reading.as_meant;
    const ways = `${name}: not ranked for that. If it is as meant: --as-meant ${name}; if not, say how it is read: --map, --label, --header or --no-header.`;
    return [line, ...signs, ...(open ? [ways] : [])];
  });
}

/**
 * @param {Report} report
 * @returns {string[]} one line for each source without a rank that has one once the user has looked at its pairs
 */
export function lookNotes({ verdict }) {
  return Object.entries(verdict.sources).flatMap(([name, { unranked, findings }]) => {
    const random =
      unranked === 'stop' && findings.some(({ id, severity }) => id === 'random' && severity === 'stop');
    if (!random && unranked !== 'not-looked-for') return [];
    return [`${name}: not ranked. If you looked at its pairs and they are as meant: --looked ${name}`];
  });
}

/**
 * @param {Report} report
 * @returns {string[]} one line for each file that was refused or had records rejected, for each kind of repair, and for each
 *   warning of the run
 */
export function fileNotes(report) {
  const refused = report.files.flatMap((f) => {
    return f.status === 'refused' || f.status === 'waiting' ? [`refused ${withFile(f)}`] : [];
  });
  const sources = Object.entries(report.sources).flatMap(([name, source]) => {
    const counts = source.file_counts;
    const remarks = /** @type {const} */ ([
      [source.rejected, source.place_kind, `of ${counts.read} rejected${reasonsOf(report, source.file)}`],
      [counts.normalised_records, 'record', 'brought to unit norm'],
      [counts.further_positives_ignored, 'further positive', 'ignored'],
      [counts.positives_not_found, 'positive', 'of the judgements not in the corpus'],
      [counts.left_out, 'record', 'left out by the sample of the file'],
      [counts.records_of_known_positives, 'record', 'with known positives for all its negatives'],
      [counts.missing_scores, 'record', 'with a score missing'],
      [counts.duplicate_query_ids, 'record', 'with a query id that came before'],
    ])
      .filter(([count]) => count > 0)
      .map(([count, noun, what]) => `${count} ${noun}${count === 1 ? '' : 's'} ${what}`);
    return remarks.length > 0 ? [`${name}: ${remarks.join(', ')}`] : [];
  });
  return [...sources, ...runNotes(report), ...refused];
}

/**
 * @param {Report} report
 * @param {string} file
 * @returns {string} why entries of a file were rejected, most frequent first: ` (2 wrong-type, 1 blank-query)`
 */
function reasonsOf(report, file) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const reject of report.rejects) {
    if (reject.file === file) counts.set(reject.code, (counts.get(reject.code) ?? 0) + 1);
  }
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => `${count} ${code}`);
  return reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
}

/** @param {Report} report @returns {string[]} what the page warns of: parity, the cache */
function runNotes({ cost, encoder }) {
  const notes = [cost.cache.note, 'parity' in encoder ? encoder.parity?.warning : null];
  return notes.flatMap((note) => (note ? [note] : []));
}

/** @param {{ file: string, message: string }} refused @returns {string} the message, with the file's name in it once */
function withFile({ file, message }) {
  return message.includes(file) ? message : `${file}: ${message}`;
}
