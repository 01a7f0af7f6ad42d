/** The basket: everything that leaves the files. Marks and rules say what; one place saves, one report tells. */

import { untrack } from 'svelte';

import { Asked } from '../../../app/asked.svelte';
import type { Session } from '../../../app/session.svelte';
import type { CleanedDownload, ExportProgress } from '../../../candidates/clean/download';
import type { CleanRequest, CleanRules, RemovalReason } from '../../../candidates/clean/removals';
import type { LoadedSource } from '../../../candidates/outcomes';
import { hasPositiveList } from '../../../candidates/clean/relabel';
import type { Mark } from '../../../candidates/marks/marks';
import { FOUND_IDS } from '../../../crossfilter/found';
import type { PartFigures, SumProgress } from '../../../engine/types';
import { judgedFigures, rateWithoutAnswers, type JudgingOrder } from '../../../judge/figures';
import type { OpenShare } from '../../../judge/hypergeometric';
import type { Decided, MemoAdditions } from '../../../report/memo';
import { joinedPlaces, pairsIn, type PairPlaces } from '../../../scoring/pairs';
import { AuditState } from '../../../session/audit/audit-state.svelte';
import { FOUND_OF } from '../../../session/audit/finding-words';
import type { FindingId, FindingRow } from '../../../report/findings';
import { MARK_WORDS } from '../../../session/audit/mark-words';
import { MarksState, type BasketChoices } from '../../../session/audit/marks.svelte';
import { Comparison } from '../../../session/comparison.svelte';
import type { FileEntry } from '../../../session/files/file-entries.svelte';
import type { FiguresKey } from '../../../session/run/runs';
import { saveFile } from '../../../ui/save-file';
import { RULES, type LosingSource, type RuleId } from './basket-words';

/** Pause after the last mark before figures are summed, in milliseconds. */
const REST_MS = 200;

/** The marks whose pairs leave the cleaned file. */
type LeavingMark = Extract<Mark, 'drop' | 'false-negative'>;

/** What of a source's counts a rule takes. */
const COUNT_OF = { blanks: 'blankNegativesRemoved', repeats: 'duplicateNegativesRemoved' } as const;

/** Reasons of lines that a rule takes by itself. */
const BLANK_LINES: readonly string[] = ['blank-query', 'blank-positive'];

interface FiguresQuestion {
  /** Figures of two runs that differ in any of it are not set beside each other. */
  readonly of: FiguresKey;
  readonly which: Leaving;
}

/** Files as they were asked for, whatever changes while they are written. */
interface FilesQuestion {
  /** Each press is a question of its own. */
  readonly press: number;
  readonly which: Leaving;
}

/** Plain data that tells all that leaves from anything else of the same files. */
type Leaving = BasketState['leavingNow'];

type Saved = Omit<CleanedDownload, 'zip'>;

export class BasketState {
  readonly marks: MarksState;
  /** The figures of the run without the removed pairs. */
  readonly figures: Asked<FiguresQuestion, PartFigures, SumProgress>;
  /** Writes the cleaned files and saves them as one zip. */
  readonly saving: Asked<FilesQuestion, Saved, ExportProgress>;
  /** Marks whose pairs are removed. */
  readonly leaving = $derived.by<readonly LeavingMark[]>(() =>
    this.falseNegatives === 'stay' ? ['drop'] : ['drop', 'false-negative'],
  );

  /** The removed pairs of each loaded source: those marked, and those of the rule of evaluation that nobody keeps. */
  private readonly removed = $derived.by<readonly PairPlaces[]>(() => {
    const { ruled } = this;
    const marked = this.pairsWith(this.leaving);
    return ruled.length === 0 ? marked : joinedPlaces([...marked, ...ruled], this.pairsWith(['keep']));
  });

  private readonly removedOfRun = $derived.by(() => this.ofRun(this.removed));

  /** Each source that loses pairs. */
  readonly losing = $derived.by<readonly LosingSource[]>(() => {
    const { rows, result } = this.comparison.view;
    const after = this.figures.value;
    return rows.flatMap(({ id, name, colour, figures }) => {
      const removed = this.removed.find(({ source }) => source === id)?.records.length ?? 0;
      if (figures === null || removed === 0) return [];
      const left = after?.sources.find((source) => source.id === id)?.figures;
      const before = { eci: figures.eci, interval: result?.certainty.scores[name] };
      const now = left ? { eci: left.eci, interval: after?.certainty?.scores[id] } : null;
      return { id, name, colour, removed, before, after: now };
    });
  });

  get falseNegatives(): BasketChoices['falseNegatives'] {
    return this.marks.choices.falseNegatives;
  }

  set falseNegatives(falseNegatives) {
    this.marks.choices = { ...this.marks.choices, falseNegatives };
  }

  /** The loaded files that lose anything. */
  readonly files = $derived.by<readonly FileEntry[]>(() =>
    this.comparison.sources.loaded.filter((file) => this.loses(file)),
  );

  /** Names of the files to be saved that have no list of positives. */
  get withoutPositiveList(): readonly string[] {
    return this.files.flatMap(({ loaded, file }) =>
      loaded && hasPositiveList(loaded.interpretation) ? [] : file.name,
    );
  }

  private readonly comparison: Comparison;
  private readonly audit: AuditState;
  private pressed = $state.raw<FilesQuestion | null>(null);
  private readonly evaluation: Asked<
    { readonly sources: number[]; readonly evaluations: number },
    readonly PairPlaces[]
  >;
  /** The pairs to judge, counted without those that leave whatever was judged. */
  private readonly left: Asked<Leaving & { readonly seed: number }, JudgingOrder>;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.audit = session.state(AuditState);
    this.marks = session.state(MarksState);
    const { workers } = this.comparison;
    this.evaluation = new Asked(workers, {
      question: () =>
        this.audit.evaluations === 0
          ? null
          : { sources: this.entries.map(({ loaded }) => loaded.id), evaluations: this.audit.evaluations },
      answer: ({ candidates }, asked): Promise<readonly PairPlaces[]> =>
        Promise.all(asked.sources.map((id) => candidates.pairsFound(id, 'evaluation'))),
    });
    this.figures = new Asked<FiguresQuestion, PartFigures, SumProgress>(workers, {
      question: () => {
        const { key: of } = this.comparison.run;
        return of === null || this.removedOfRun.length === 0 ? null : { of, which: this.leavingNow };
      },
      answer: ({ engine }, { of }, onProgress) =>
        engine.cleaned({ ...of, removed: this.removedOfRun }, onProgress),
      cancel: ({ engine }) => engine.cancel('cleaned'),
      restMs: REST_MS,
    });
    this.saving = new Asked<FilesQuestion, Saved, ExportProgress>(workers, {
      question: () => this.pressed,
      answer: async ({ candidates }, { which: { without } }, onProgress) => {
        const { zip, ...saved } = await candidates.exportCleaned(this.requests(without), onProgress);
        saveFile(saved.zipName, zip);
        return saved;
      },
      cancel: ({ candidates }) => candidates.cancelExport(),
    });
    this.left = new Asked(workers, {
      question: () => {
        const { order, seed } = this.comparison.judge;
        return order && { ...this.leavingNow, seed };
      },
      answer: ({ engine }, { seed }) => {
        const marked = this.ran.map(({ id }) => this.marks.ruledOut(id, this.leaving));
        return engine.judging(seed, joinedPlaces([...marked, ...this.ofRun(this.ruled)]));
      },
      restMs: REST_MS,
    });
  }

  /** Asks for the figures and for the rates that are left; in an effect, again whenever they change. */
  follow(): void {
    const { judge } = this.comparison;
    void [this.run, judge.seed];
    if (judge.book.size > 0) untrack(() => void judge.prepare());
    this.evaluation.follow();
    this.figures.follow();
    this.left.follow();
  }

  nameOf(source: number): string {
    const entry = this.entries.find(({ loaded }) => loaded.id === source);
    return entry?.name ?? this.ran.find(({ id }) => id === source)?.entry.name ?? String(source);
  }

  /** Loaded pairs with a mark. */
  count(mark: Mark): number {
    return this.entries.reduce((sum, { loaded }) => sum + this.marks.count(loaded.id, mark), 0);
  }

  /** The marks that leave by who set them, a rule each. */
  readonly marked = $derived.by(() => [...this.marks.marksBy(this.leaving)]);

  /** What the rules beside the marks take, where they take anything: pairs without a mark that decides, negatives or lines. */
  readonly rules = $derived.by(() =>
    RULES.map((rule) => ({ ...rule, count: this.takenBy(rule.id), on: this.isOn(rule.id) })).filter(
      ({ count }) => count > 0,
    ),
  );

  /** All that leaves, a line each, for the memo. */
  get lines(): MemoAdditions['rules'] {
    const ruled = this.rules.filter(({ on }) => on);
    return [
      ...this.marked.map(([rule, { rows }]) => ({ rule, pairs: rows })),
      ...ruled.map(({ words, count }) => ({ rule: words, pairs: count })),
    ];
  }

  /** Whether the basket takes all pairs of a finding, in every source that has it. */
  clears({ id, cells }: Pick<FindingRow, 'id' | 'cells'>): boolean {
    const having = this.comparison.sources.entries.filter((_, i) => cells[i]);
    return having.every(({ loaded }) => this.out[loaded.id]?.includes(id));
  }

  isOn(id: RuleId): boolean {
    return this.marks.choices.turned.includes(id) !== (id !== 'other-lines');
  }

  turn(id: RuleId): void {
    const { turned } = this.marks.choices;
    const now = turned.includes(id) ? turned.filter((each) => each !== id) : [...turned, id];
    this.marks.choices = { ...this.marks.choices, turned: now };
  }

  /** Records of a source that lose all their pairs. */
  emptied(source: number): number {
    const own = this.removed.find((pairs) => pairs.source === source);
    return own ? this.marks.emptied(own) : 0;
  }

  /**
   * Of each source, by its key, the rate of answers that the cleaned file still holds, worked out from the judged pairs;
   * null where it is not known. @see rateWithoutAnswers
   */
  readonly ratesLeft = $derived.by<Readonly<Record<number, OpenShare | null>>>(() => {
    const order = this.left.value;
    const { verdicts, size } = this.comparison.judge;
    if (order === null) return {};
    const figures = judgedFigures(order, verdicts, size);
    const judged = order.pairs.filter(({ key }) => this.marks.isMarkedForVerdict(key, this.leaving));
    return Object.fromEntries(
      order.sources.map((id, place) => {
        const dropped = judged.filter(({ sources }) => sources.includes(place)).length;
        const rate = figures.sources[place];
        return [id, rate ? rateWithoutAnswers(rate, dropped) : null];
      }),
    );
  });

  /** What was decided of each source, by its name, once the figures without the removed pairs are known. */
  async decided(): Promise<Record<string, Decided>> {
    await this.evaluation.ask();
    await Promise.all([this.figures.ask(), this.left.ask()]);
    return Object.fromEntries(
      this.ran.map(({ id }) => {
        const row = this.losing.find((each) => each.id === id);
        const decided: Decided = {
          removed: row?.removed ?? 0,
          emptied: this.emptied(id),
          eci_without: row?.after?.eci ?? null,
          answers_left: this.ratesLeft[id] ?? null,
          out: this.out[id] ?? [],
        };
        return [this.nameOf(id), decided];
      }),
    );
  }

  /** By source, findings of which no pair stays in its file. */
  private readonly out = $derived.by<Readonly<Record<number, readonly FindingId[]>>>(() =>
    Object.fromEntries(this.comparison.sources.entries.map(({ loaded }) => [loaded.id, this.outOf(loaded)])),
  );

  private outOf({ id, counts }: LoadedSource): FindingId[] {
    const ruled = this.evaluation.value?.filter(({ source }) => source === id) ?? [];
    const left = joinedPlaces(ruled, this.pairsWith(['keep']));
    const isRuled = this.isOn('evaluation') && ruled.length > 0 && pairsIn(left) === pairsIn(ruled);
    const byRule: FindingId[] = isRuled ? ['evaluation'] : [];
    const { answer, loaded } = this.audit;
    const place = loaded?.sources.indexOf(id) ?? -1;
    // Where false negatives stay, or a run has some of the pairs only, what stays is not counted by finding.
    const stay = this.falseNegatives === 'stay' && this.marks.count(id, 'false-negative') > 0;
    if (stay || loaded?.all.sources[place] !== counts.pairs) return byRule;
    const open = (answer ?? loaded).open[place] ?? [];
    const byMarks = Object.entries(FOUND_OF).flatMap(([finding, found]) =>
      open[FOUND_IDS.indexOf(found)] === 0 ? [finding as FindingId] : [],
    );
    return [...byMarks, ...byRule];
  }

  /** What was saved last, while the same would leave the same run. */
  get saved(): Saved | null {
    const isOfToday = JSON.stringify(this.pressed?.which) === JSON.stringify(this.leavingNow);
    return isOfToday ? this.saving.value : null;
  }

  /** Saves the cleaned files with the reasons in one zip. */
  async save(): Promise<void> {
    // A file may have been read again just now.
    await this.audit.attach();
    if (this.saving.isAsking || this.files.length === 0) return;
    this.pressed = { press: (this.pressed?.press ?? 0) + 1, which: this.leavingNow };
    await this.saving.ask();
  }

  /** A request for each file: which of its pairs leave, and why. */
  private requests(without: CleanRules): CleanRequest[] {
    return this.files.map((file) => {
      /** Distinct reasons in the order in which they came. */
      const reasons: RemovalReason[] = [];
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
      const places = new Map<string, number>();
      const placeOf = (reason: RemovalReason): number => {
        const key = JSON.stringify(reason);
        const place = places.get(key) ?? reasons.push(reason) - 1;
        places.set(key, place);
        return place;
      };
      const removed = this.removedOf(file).map((own) => ({
        ...own,
        reasons: own.records.map((_, i) => placeOf(this.whyOf(own, i))),
      }));
      return { fileId: file.loaded?.id ?? 0, removed, reasons, without };
    });
  }

  private get run() {
    return this.comparison.run.finished;
  }

  private get ran() {
    return this.run?.sources ?? [];
  }

  /** Those of the sources of the run. */
  private ofRun(pairs: readonly PairPlaces[]): readonly PairPlaces[] {
    return pairs.filter(({ source }) => this.ran.some(({ id }) => id === source));
  }

  private get entries() {
    return this.comparison.sources.entries;
  }

  /** What leaves: plain data that tells it from anything else. */
  private get leavingNow() {
    return {
      run: this.run?.at ?? null,
      marked: this.marks.markVersion,
      marks: this.leaving,
      moved: this.falseNegatives === 'become positives',
      ruled: this.isOn('evaluation'),
      evaluations: this.audit.evaluations,
      without: {
        rejects: this.isOn('other-lines') ? 'all' : this.isOn('blank-lines') ? 'blank' : 'none',
        blanks: this.isOn('blanks'),
        repeats: this.isOn('repeats'),
      } as const,
    };
  }

  /** What the rule of evaluation takes while it is on. */
  private get ruled(): readonly PairPlaces[] {
    return this.isOn('evaluation') ? (this.evaluation.value ?? []) : [];
  }

  private takenBy(id: RuleId, files: readonly FileEntry[] = this.comparison.sources.loaded): number {
    if (id === 'evaluation')
      return pairsIn(joinedPlaces(this.evaluation.value ?? [], this.pairsWith([...this.leaving, 'keep'])));
    const loaded = files.flatMap((file) => file.loaded ?? []);
    const counts =
      id === 'blanks' || id === 'repeats'
        ? loaded.flatMap(({ sources }) => sources.map((source) => source.counts[COUNT_OF[id]]))
        : this.comparison.sources.rejects
            .filter((reject) => loaded.some((file) => file.id === reject.id))
            .filter(({ code }) => BLANK_LINES.includes(code) === (id === 'blank-lines'))
            .map(({ count }) => count);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  private removedOf({ sources }: FileEntry): readonly PairPlaces[] {
    return this.removed.filter(({ source }) => sources.some(({ loaded }) => loaded.id === source));
  }

  private loses(file: FileEntry): boolean {
    const isTaking = ({ id }: { id: RuleId }) =>
      id !== 'evaluation' && this.isOn(id) && this.takenBy(id, [file]) > 0;
    return file.sources.length > 0 && (this.removedOf(file).length > 0 || RULES.some(isTaking));
  }

  private whyOf({ source, records, positions }: PairPlaces, i: number): RemovalReason {
    const { mark, by, note } = this.marks.saidOf(source, records[i] as number, positions[i] as number);
    if (!this.leaving.some((own) => own === mark))
      return { reason: 'evaluation data', markedBy: 'rule', note };
    const reason = `${MARK_WORDS[mark ?? 'drop'].marked}: ${by}`;
    const isMoved = mark === 'false-negative' && this.movesTo(source);
    return isMoved
      ? { reason: `${reason}; now a positive`, markedBy: by, note, relabelled: true }
      : { reason, markedBy: by, note };
  }

  /** Whether false negatives of a source become positives of its file. */
  private movesTo(source: number): boolean {
    if (this.falseNegatives !== 'become positives') return false;
    const loaded = this.entries.find((entry) => entry.loaded.id === source)?.file.loaded;
    return loaded !== undefined && loaded !== null && hasPositiveList(loaded.interpretation);
  }

  private pairsWith(marks: readonly Mark[]): PairPlaces[] {
    return this.entries
      .map(({ loaded }) => this.marks.pairsWith(loaded.id, marks))
      .filter(({ records }) => records.length > 0);
  }
}
