/** All that was found in the files, and after a run in their pairs: the table, and the pairs of a row. */

import { Asked } from '../../app/asked.svelte';
import type { Session } from '../../app/session.svelte';
import type { FoundText } from '../../candidates/outcomes';
import type { PairText } from '../../candidates/candidates';
import type { FoundId } from '../../crossfilter/found';
import {
  FINDINGS,
  findingRows,
  foundInFiles,
  type FindingId,
  type FindingRow,
  type FindingRule,
} from '../../report/findings';
import type { ReportShortcut } from '../../report/result';
import { PAIR_CHECKS, type PairCheck } from '../../scoring/pair-checks';
import { pairsIn, type PairPlaces } from '../../scoring/pairs';
import { Comparison } from '../comparison.svelte';
import { uncapitalised } from '../../ui/words';
import { withTexts } from '../pairs/pair-texts';
import { AuditState } from './audit-state.svelte';
import { FOUND_OF } from './finding-words';

/** A pair of a finding with its texts, and where it stands in the user's file. */
export interface FindingExample extends PairText {
  readonly source: string;
  readonly record: number;
  readonly position: number;
}

type PairsAsked = NonNullable<FindingsState['question']>;

/** Pairs of the open row that no mark takes away yet, and the first of them. */
export interface FindingPairs {
  readonly places: readonly PairPlaces[];
  readonly count: number;
  readonly examples: readonly FindingExample[];
}

const EXAMPLES = 3;

export class FindingsState {
  open = $state<FindingId | null>(null);
  private readonly audit: AuditState;
  private readonly comparison: Comparison;
  readonly pairs: Asked<PairsAsked, FindingPairs>;

  readonly columns = $derived.by(() =>
    this.comparison.sources.entries.map(({ loaded, name, colour }) => ({
      id: loaded.id,
      name,
      colour,
      pairs: loaded.counts.pairs,
    })),
  );

  private readonly found = $derived.by(() => {
    const { comparison } = this;
    const files = foundInFiles(comparison.checked, comparison.settings.firstNegatives);
    const ranked = comparison.result?.verdict.sources ?? {};
    return files.map((source) => ({ ...source, ...ranked[source.name] }));
  });

  /** What tells the negatives of each source without the query, by its name. */
  get shortcuts(): Readonly<Record<string, ReportShortcut>> {
    return this.comparison.result?.shortcuts ?? {};
  }

  readonly rows = $derived.by<readonly FindingRow[]>(() => findingRows(this.found));

  /** Titles of what was looked for and not found, and of what was not looked for. */
  readonly others = $derived.by(() => {
    const { result, checked } = this.comparison;
    const unseen = result?.verdict.not_looked_for ?? [];
    const asked: Partial<Record<FindingId, boolean>> = {
      shortcuts: this.comparison.shortcuts.value !== null,
      answers: this.comparison.judge.book.size > 0,
    };
    const hasEvaluation = checked.some(({ evaluation }) => evaluation !== null);
    const wasLookedFor = (rule: FindingRule) => {
      if (rule.needs === 'asked') return asked[rule.id] === true;
      if (rule.id === 'evaluation') return hasEvaluation;
      return rule.needs === 'file' || (result !== null && !unseen.includes(rule.id));
    };
    const others = FINDINGS.filter(({ id }) => !this.rows.some((row) => row.id === id));
    const titles = (looked: boolean) =>
      others.flatMap((rule) => (wasLookedFor(rule) === looked ? rule.title : []));
    return { clean: titles(true), unseen: titles(false) };
  });

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.audit = session.state(AuditState);
    this.pairs = new Asked(this.comparison.workers, {
      question: () => this.question,
      answer: async ({ candidates }, { found, sources }) => {
        const check = checkOf(found) ?? 'positives';
        const all =
          this.audit.phase === 'ready'
            ? this.audit
                .pairsAt(await this.audit.ask((api) => api.rowsFound(found)))
                .filter(({ source }) => sources.includes(source))
            : await Promise.all(sources.map((id) => candidates.pairsFound(id, check, true)));
        const places = all
          .map((own) => this.audit.marks.withoutMark(own))
          .filter(({ records }) => records.length > 0);
        const first = places.flatMap(({ source, records, positions }) =>
          Array.from(records.subarray(0, EXAMPLES), (record, i) => ({
            source,
            record,
            position: positions[i] as number,
          })),
        );
        const texts = await withTexts(first.slice(0, EXAMPLES), (at) => at, candidates);
        const nameOf = (source: number) => this.columns.find(({ id }) => id === source)?.name ?? '';
        const examples = texts.map((own) => ({ ...own, source: nameOf(own.source) }));
        return { places, count: pairsIn(places), examples };
      },
    });
  }

  /** Texts that a finding is of, by source: under many queries, or of the evaluation. */
  textsOf(id: FindingId): (FoundText & { readonly source: string })[] {
    return this.comparison.checked.flatMap(({ name, loaded, evaluation }) => {
      const stock = id === 'stock' ? loaded.preflight?.boilerplate.texts : undefined;
      const texts = id === 'evaluation' ? evaluation?.texts : stock;
      return (texts ?? []).map((text) => ({ source: name, ...text }));
    });
  }

  get leftAlone(): string | null {
    return this.audit.marks.leftAlone;
  }

  hasPairs(id: FindingId): boolean {
    const found = FOUND_OF[id];
    return found !== undefined && (this.audit.phase === 'ready' || checkOf(found) !== null);
  }

  /** Marks the pairs of the open row to leave; those marked by hand keep their mark. */
  async drop(row: FindingRow): Promise<void> {
    const { value } = this.pairs;
    const origin = { kind: 'filter', words: uncapitalised(row.title) } as const;
    if (value) await this.audit.marks.markInBulk(value.places, 'drop', origin);
  }

  hasDropped(row: FindingRow): boolean {
    return this.audit.marks.marksBy(['drop']).has(uncapitalised(row.title));
  }

  takeBack(row: FindingRow): Promise<void> {
    return this.audit.marks.takeOut(uncapitalised(row.title), ['drop']);
  }

  private get question() {
    const { open } = this;
    const found = open === null ? undefined : FOUND_OF[open];
    if (open === null || found === undefined || !this.hasPairs(open)) return null;
    // When the run was done; null before one.
    const run = this.audit.phase === 'ready' ? (this.audit.run?.at ?? null) : null;
    const cells = this.rows.find(({ id }) => id === open)?.cells ?? [];
    const sources = this.columns.flatMap(({ id }, i) => (cells[i] ? id : []));
    return { finding: open, found, sources, run, marks: this.audit.marks.markVersion };
  }
}

/** The check of the files that finds what a run finds too; null where only a run does. */
function checkOf(found: FoundId): PairCheck | null {
  return found === 'same_text' ? 'positives' : (PAIR_CHECKS.find((check) => check === found) ?? null);
}
