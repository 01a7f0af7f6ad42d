/** What `npm run rank` prints of a report. */

import { alignColumns } from './columns.mjs';

/** @typedef {import('../../src/report/types').Report} Report */
/** @typedef {import('../../src/report/types').ReportSource} ReportSource */
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

/** @param {Interval | undefined} interval @returns {string} `0.206 to 0.265`; `–` where too few queries were drawn for one */
function intervalInWords(interval) {
  const { low = null, high = null } = interval ?? {};
  return low === null || high === null ? '–' : `${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/**
 * The sources, one line each, figures aligned on the right: the ranked ones first, then the others, each by score. What
 * may be said of each is the report's verdict.
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
      verdict.rank ?? '–',
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
        'reading',
      ],
      ...rows,
    ],
    (column) => column === 1 || column === 9,
  );
}

/**
 * @param {Report} report
 * @returns {string} the verdict in words, with the encoder: what stands above the table
 */
export function verdictLines({ verdict, encoder, settings, certainty, device }) {
  const { records_used: used, records_total: total } = certainty;
  const records = used === total ? `all ${total} records` : `${used} of ${total} records`;
  const ran = device.kind === 'native' ? ` (${device.reason})` : '';
  return [
    verdict.headline,
    `Encoder ${encoder.name}${ran}, τ ${settings.tau}, weighting ${settings.weighting}, ${records}.`,
    ...verdict.detail,
  ].join('\n');
}

/** What a finding is called in a line, in the order of the report. */
const FINDINGS = /** @type {const} */ ([
  ['same_text', 'with the text of the positive'],
  ['other_positive', 'with the text of a positive of another query'],
  ['near_text', 'with nearly its words'],
]);

/**
 * @param {Report} report
 * @returns {string[]} for each source with known positives among its negatives one line, and one for what was not looked
 *   for
 */
export function findingLines(report) {
  const lines = report.ranking.flatMap((name) => {
    const counts = report.findings[name];
    const found = FINDINGS.flatMap(([id, words]) => (counts?.[id] ? [`${counts[id]} ${words}`] : []));
    return found.length === 0 ? [] : [`${name}: negatives ${found.join(', ')}`];
  });
  const left = Object.entries(report.findings_left_out).map(
    ([id, why]) => `${id} was not looked for: ${why}`,
  );
  return [...lines, ...left];
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

/**
 * @param {Report} report
 * @returns {boolean} whether the order of two sources of one setting, neither of them outside or misread, is not certain
 */
export function isOpen({ certainty, verdict }) {
  const counts = (/** @type {string} */ name) =>
    !['outside', 'misread', 'open'].includes(verdict.sources[name]?.unranked ?? '');
  return certainty.pairs.some(({ a, b, status }) => status !== 'separated' && counts(a) && counts(b));
}

/**
 * @param {Report} report
 * @returns {boolean} whether every check before the run passes, no file was refused, nothing was rejected, and no source
 *   shows signs of a wrong reading that the user has not called meant
 */
export function isSpotless({ preflight = [], rejects, sources, files }) {
  if (files.some(({ status }) => status === 'refused')) return false;
  const misread = Object.values(sources).some(({ reading }) => reading.signs.length > 0 && !reading.as_meant);
  return preflight.every(({ passed }) => passed !== false) && rejects.length === 0 && !misread;
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
 * @returns {string[]} one line for each file that was refused, has the bytes of another or had records rejected, for
 *   each kind of repair, and for each warning of the run
 */
export function fileNotes(report) {
  const refused = report.files.flatMap((f) => {
    if (f.status === 'refused') return [`refused ${withFile(f)}`];
    return f.status === 'waiting' ? [`waiting: ${f.message}`] : [];
  });
  const sources = Object.entries(report.sources).flatMap(([name, source]) => {
    const counts = source.file_counts;
    const remarks = /** @type {const} */ ([
      [source.rejected, source.place_kind, `of ${counts.read} rejected${reasonsOf(report, source.file)}`],
      [counts.normalised_records, 'record', 'brought to unit norm'],
      [counts.blank_negatives_removed, 'blank negative', 'removed'],
      [counts.duplicate_negatives_removed, 'duplicate negative', 'removed'],
      [counts.further_positives_ignored, 'further positive', 'ignored'],
      [counts.positives_not_found, 'positive', 'of the judgements not in the corpus'],
      [counts.left_out, 'record', 'left out by the sample of the file'],
      [counts.negatives_equal_positive, 'negative', 'with the text of the positive'],
      [counts.records_of_known_positives, 'record', 'with known positives for all its negatives'],
      [counts.missing_scores, 'record', 'with a score missing'],
      [counts.duplicate_query_ids, 'record', 'with a query id that came before'],
    ])
      .filter(([count]) => count > 0)
      .map(([count, noun, what]) => `${count} ${noun}${count === 1 ? '' : 's'} ${what}`);
    return remarks.length > 0 ? [`${name}: ${remarks.join(', ')}`] : [];
  });
  const same = report.files.flatMap((f) =>
    f.status === 'loaded' && f.same_as !== null ? [`${f.file}: the same bytes as ${f.same_as}`] : [],
  );
  // A file is listed once for each of its sources.
  return [...new Set(same), ...sources, ...runNotes(report), ...refused];
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

/** @param {Report} report @returns {string[]} what the page warns of: unlike K in one setting, parity, the cache */
function runNotes(report) {
  const sources = Object.entries(report.sources);
  const unlike = sources.filter(([name]) => report.verdict.sources[name]?.unranked === 'unlike-k');
  const notes = [report.cost.cache.note, 'parity' in report.encoder ? report.encoder.parity?.warning : null];
  if (unlike.length > 0) {
    const settings = unlike.map(([, { setting }]) => setting);
    const counts = sources.flatMap(([, source]) =>
      settings.includes(source.setting) ? [source.k_of_most] : [],
    );
    const first = Math.min(...counts);
    const names = unlike.map(([name]) => name).join(', ');
    notes.push(
      `${names}: no rank for the number of negatives. --negatives ${first} ranks the first ${first} of each record.`,
    );
  }
  return notes.flatMap((note) => (note ? [note] : []));
}

/** @param {{ file: string, message: string }} refused @returns {string} the message, with the file's name in it once */
function withFile({ file, message }) {
  return message.includes(file) ? message : `${file}: ${message}`;
}
