/** Which source outside scores above every ranked one, and why it is out. */

import { readingParts, type Phrase } from '../../../report/verdict-words';
import type { RankingView } from '../../../report/ranking';
import { formatScore } from '../../../ui/words';

/** `newminer scores 0.4424, above every ranked source; it is outside: about 30 % random passages, 26 to 34.` Null where none does. */
export function higherOutside({ rows, verdict }: RankingView): Phrase | null {
  if (verdict === null) return null;
  const topOf = (setting: string) =>
    Math.max(...rows.flatMap((row) => (row.setting === setting && row.rank !== null ? [row.eci ?? 0] : [])));
  const [highest] = rows
    .filter(({ verdict: own, setting, eci }) => {
      const top = topOf(setting);
      return own?.standing === 'outside' && Number.isFinite(top) && (eci ?? 0) > top;
    })
    .toSorted((a, b) => (b.eci ?? 0) - (a.eci ?? 0));
  if (!highest?.verdict || highest.eci === null) return null;
  const { warning, words } = readingParts(highest.verdict);
  const why = [warning, words[0]].filter(Boolean).join(': ');
  const score = formatScore(highest.eci);
  return [{ source: highest.name }, ` scores ${score}, above every ranked source; it is outside: ${why}.`];
}
