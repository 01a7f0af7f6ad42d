/** What a run that stopped early left unread, and what reading it takes. */

import type { FinishedRun } from '../../../session/run/runs';
import type { RankingView } from '../../../report/ranking';
import { countOf, formatCount, listInWords } from '../../../ui/words';

export interface LeftToRead {
  /** `random is not audited yet: 86 of 1,185 queries were read.` */
  readonly words: string;
  /** `1,104 records are left. Nothing is encoded twice.` */
  readonly price: string;
  /** True where the engine can go on from here. */
  readonly button: boolean;
}

/** Null where every record was read. */
export function leftToRead(
  { result: { stop, certainty }, inEngine }: Pick<FinishedRun, 'result' | 'inEngine'>,
  { rows }: Pick<RankingView, 'rows'>,
): LeftToRead | null {
  if (stop.ended === 'all-records') return null;
  const cut = rows.filter(({ verdict }) => verdict?.whole === false);
  const open = cut.filter(({ verdict }) => verdict?.standing === 'open');
  const told = open.length > 0 ? open : cut;
  if (told.length === 0) return null;
  const queries = told.map(({ figures }) => figures?.queries ?? 0);
  const [least, most] = [Math.min(...queries), Math.max(...queries)];
  const read = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
  const names = listInWords(told.map(({ name }) => name));
  const state = `${told.length === 1 ? 'is' : 'are'} ${open.length > 0 ? 'not audited yet' : 'settled'}`;
  const left = certainty.records_total - certainty.records_used;
  return {
    words: `${names} ${state}: ${read} of ${countOf(certainty.queries_total, 'query', 'queries')} were read.`,
    price: `${countOf(left, 'record')} ${left === 1 ? 'is' : 'are'} left. Nothing is encoded twice.`,
    button: inEngine,
  };
}
