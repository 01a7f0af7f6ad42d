/** The audit report of the finished run, made when it is asked for. */

import { ask } from '../../../app/ask';
import { noticeOf, type Notice } from '../../../app/errors';
import { saveText } from '../../../ui/save-file';
import type { Session } from '../../../app/session.svelte';
import { Comparison } from '../../../session/comparison.svelte';
import { buildAuditReport } from '../../../report/audit/build';
import { auditPage } from '../../../report/audit/page';
import { listedPairs, listedPairsSql, MOST_LISTED } from './listed-pairs';

export class AuditReportState {
  /** Whether the texts of the pairs go into the report. */
  texts = $state(false);
  making = $state(false);
  notice = $state.raw<Notice | null>(null);

  private readonly comparison: Comparison;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
  }

  /** Makes the report and saves it. */
  async save(as: 'html' | 'json'): Promise<void> {
    if (this.making) return;
    this.making = true;
    this.notice = null;
    try {
      const report = await this.made();
      if (report === null) return;
      if (as === 'html') saveText('negscope-audit.html', 'text/html', auditPage(report));
      else saveText('negscope-audit.json', 'application/json', `${JSON.stringify(report, null, 2)}\n`);
    } catch (error) {
      this.notice = noticeOf(error);
    } finally {
      this.making = false;
    }
  }

  /** Null where a worker failed, which is told elsewhere. */
  private async made() {
    const { comparison, texts } = this;
    const report = await comparison.report();
    const result = comparison.run.finished?.result;
    if (!report || !result) return null;
    const { tau } = result.settings;
    const question = { params: [tau], limit: MOST_LISTED, count: true };
    const answer = await ask(
      comparison.workers,
      async ({ candidates, engine }) => {
        await engine.fillPairs();
        await candidates.fillMarks(comparison.marks.marked());
        return candidates.query(listedPairsSql(texts), question);
      },
      (notice) => (this.notice = notice),
    );
    if (!answer) return null;
    const nameOf = (source: number) => comparison.view.rows.find(({ id }) => id === source)?.name;
    return buildAuditReport(report, {
      histograms: Object.fromEntries(
        result.sources.map(({ id, name, histograms }) => [nameOf(id) ?? name, histograms]),
      ),
      pairs: listedPairs(answer, texts),
      pairsInAll: answer.total ?? answer.rows.length,
      texts,
    });
  }
}
