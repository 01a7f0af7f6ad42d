/** What a run that stopped early left unread, and what reading it takes. */

import type { FinishedRun } from '../../../session/run/runs';
import type { RankingView } from '../../../session/result/ranking-view';
import { countOf, formatCount, listInWords } from '../../../ui/words';

export interface LeftToRead {
  /** `random is not audited yet: 86 of its 1,190 records were read.` */
  readonly words: string;
  /** `1,104 records are left. Nothing is encoded twice.` */
  readonly price: string;
  /** True where the engine can go on from here. */
  readonly button: boolean;
}

/** Null where every record was read. */
export function leftToRead(
  { result: { stop, certainty }, inEngine, sources }: Pick<FinishedRun, 'result' | 'inEngine' | 'sources'>,
  { rows }: Pick<RankingView, 'rows'>,
): LeftToRead | null {
  if (stop.ended === 'all-records') return null;
  const cut = rows.filter(({ verdict }) => verdict?.whole === false);
  const open = cut.filter(({ verdict }) => verdict?.standing === 'open');
  const told = open.length > 0 ? open : cut;
  const [only] = told;
  if (only === undefined) return null;
  const all = sources.find(({ id }) => id === only.id)?.loaded.counts.records ?? only.records;
  const read =
    told.length === 1
      ? `${formatCount(only.records)} of its ${formatCount(all)} records were read`
      : `${formatCount(certainty.queries_used)} of ${countOf(certainty.queries_total, 'query', 'queries')} were read`;
  const names = listInWords(told.map(({ name }) => name));
  const verb = told.length === 1 ? 'is' : 'are';
  const words =
    open.length > 0 ? `${names} ${verb} not audited yet: ${read}.` : `${names} ${verb} settled: ${read}.`;
  const left = certainty.records_total - certainty.records_used;
  return {
    words,
    price: `${countOf(left, 'record')} ${left === 1 ? 'is' : 'are'} left. Nothing is encoded twice.`,
    button: inEngine,
  };
}
