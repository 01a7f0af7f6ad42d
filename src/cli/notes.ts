/** What the commands say beside a result: how files were read, what was rejected, and what to do about it. */

import { allFindings } from '../report/findings';
import type { Report } from '../report/result';
import { told } from '../ui/words';

/** One line for each line of the file of verdicts that was not counted. */
export function refusedVerdicts({ false_negatives: judged }: Report): string[] {
  return (judged?.refused ?? []).map(
    ({ line, key, reason }) => `verdicts, line ${line}${key === null ? '' : `, key ${key}`}: ${reason}`,
  );
}

const DECIDED_BY: Readonly<Record<string, string>> = {
  format: 'its format',
  names: 'its names',
  order: 'the order of its columns',
  user: 'your words',
};

/** One line for each source: how its file was read, and which field is what; a line more for each sign of a wrong reading. */
export function readingNotes(report: Report): string[] {
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
    const ways = `${name} looks misread and has no rank. If it was read as you meant: --as-meant ${name}. If not, say how to read it: --map, --label, --header or --no-header.`;
    return [line, ...signs, ...(open ? [ways] : [])];
  });
}

/** One line for each source without a rank that has one once the user has looked at its pairs. */
export function lookNotes({ verdict }: Report): string[] {
  return Object.entries(verdict.sources).flatMap(([name, { unranked, findings }]) => {
    const random =
      unranked === 'stop' && findings.some(({ id, severity }) => id === 'random' && severity === 'stop');
    if (!random && unranked !== 'not-looked-for') return [];
    return [`${name} has no rank. If you read its pairs and they are as you meant them: --looked ${name}`];
  });
}

/** The first that each finding found, and the option that ranks the same number of negatives of each record. */
export function exampleNotes({ verdict }: Report): string[] {
  const found = allFindings(verdict.sources);
  const isUnlike = found.some(({ id }) => id === 'short' || id === 'unlike-k');
  return told([
    ...found.map(({ words, example }) => example !== null && `${words}, such as ${example}`),
    isUnlike && '--negatives N ranks the first N negatives of each record',
  ]);
}

/**
 * One line for each file that was refused or had records rejected, for each kind of repair, and for each warning of the run.
 */
export function fileNotes(report: Report): string[] {
  const refused = report.files.flatMap(({ file, message }) =>
    message === undefined ? [] : `refused ${message.includes(file) ? message : `${file}: ${message}`}`,
  );
  const sources = Object.entries(report.sources).flatMap(([name, source]) => {
    const counts = source.file_counts;
    const remarks = (
      [
        [counts.rejected, source.place_kind, `of ${counts.read} rejected${reasonsOf(report, source.file)}`],
        [counts.normalised_records, 'record', 'brought to unit norm'],
        [counts.further_positives_ignored, 'further positive', 'ignored'],
        [counts.positives_not_found, 'positive', 'of the judgements not in the corpus'],
        [counts.left_out, 'record', 'left out by the sample of the file'],
        [counts.records_of_known_positives, 'record', 'with known positives for all its negatives'],
        [counts.missing_scores, 'record', 'with a score missing'],
        [counts.duplicate_query_ids, 'record', 'with a query id that came before'],
      ] as const
    )
      .filter(([count]) => count > 0)
      .map(([count, noun, what]) => `${count} ${noun}${count === 1 ? '' : 's'} ${what}`);
    return remarks.length > 0 ? [`${name}: ${remarks.join(', ')}`] : [];
  });
  return [...sources, ...runNotes(report), ...refused];
}

/** Why entries of a file were rejected, most frequent first: ` (2 wrong-type, 1 blank-query)`. */
function reasonsOf({ rejects }: Report, file: string): string {
  const counts = new Map<string, number>();
  for (const reject of rejects)
    if (reject.file === file) counts.set(reject.code, (counts.get(reject.code) ?? 0) + 1);
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => `${count} ${code}`);
  return reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
}

/** What the page warns of: parity, the cache. */
function runNotes({ cost, encoder }: Report): string[] {
  const notes = [cost.cache.note, 'parity' in encoder ? encoder.parity?.warning : null];
  return notes.flatMap((note) => (note ? [note] : []));
}
