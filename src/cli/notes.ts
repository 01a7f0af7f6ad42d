/** What `negscope rank` says beside a result: what to do about it. */

import { allFindings } from '../report/findings';
import type { Report } from '../report/result';
import { told } from '../ui/words';

export function notesOf(report: Report): string[] {
  const { cost, encoder, false_negatives: judged } = report;
  return told([
    cost.cache.note,
    'parity' in encoder && (encoder.parity?.warning ?? null),
    ...waysToRank(report),
    ...examples(report),
    ...(judged?.refused ?? []).map(
      ({ line, key, reason }) => `verdicts, line ${line}${key === null ? '' : `, key ${key}`}: ${reason}`,
    ),
  ]);
}

/** One line for each source without a rank that has one once the user has looked at its pairs, or at how it was read. */
export function waysToRank({ verdict }: Pick<Report, 'verdict'>): string[] {
  return Object.entries(verdict.sources).flatMap(([name, { unranked, findings }]) => {
    const bars = (rule: string) => findings.some(({ id, severity }) => id === rule && severity === 'stop');
    if (unranked === 'stop' && bars('misread'))
      return [
        `${name} looks misread and has no rank. If it was read as you meant: --as-meant ${name}. If not, say how to read it: --map, --label, --header or --no-header.`,
      ];
    if (unranked !== 'not-looked-for' && !(unranked === 'stop' && bars('random'))) return [];
    return [`${name} has no rank. If you read its pairs and they are as you meant them: --looked ${name}`];
  });
}

/** The first that each finding found, and the option that ranks the same number of negatives of each record. */
function examples({ verdict }: Report) {
  const found = allFindings(verdict.sources);
  const isUnlike = found.some(({ id }) => id === 'short' || id === 'unlike-k');
  return [
    ...found.map(({ words, example }) => example !== null && `${words}, such as ${example}`),
    isUnlike && '--negatives N ranks the first N negatives of each record',
  ];
}
