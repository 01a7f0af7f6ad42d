/** The basket: everything that leaves the files. Marks and a limit are its rules; one place saves, one report tells. */

import { untrack } from 'svelte';

import { Asked } from '../../../app/asked.svelte';
import type { Session } from '../../../app/session.svelte';
import type { WorkerPair } from '../../../app/workers';
import type { RemovalReason } from '../../../candidates/clean/removals';
import { hasPositiveList } from '../../../candidates/clean/relabel';
import type { Mark } from '../../../candidates/marks/marks';
import type { AskedPairs } from '../../../engine/types';
import { judgedFigures, rateWithoutAnswers, type JudgingOrder } from '../../../judge/figures';
import type { OpenShare } from '../../../judge/hypergeometric';
import type { Decided, Rule } from '../../../report/memo/types';
import { clearedFindings } from '../../../report/preflight';
import { joinedPlaces, type PairPlaces } from '../../../scoring/pairs';
import { MarksState } from '../../../session/audit/marks.svelte';
import { Comparison } from '../../../session/comparison.svelte';
import { pairsOfFile } from '../../../session/removal/clean-subjects';
import { Removal } from '../../../session/removal/removal.svelte';
import type { RunSource } from '../../../session/run/runs';
import {
  limitInWords,
  looksAtScores,
  reasonInWords as limitReason,
  type Dropping,
} from '../thresholds/kinds';
import { reasonInWords, type LeavingMark } from './leaving-words';

/** Pause after the last mark before figures are summed, in milliseconds. */
const REST_MS = 200;

/** Name of the limit as a rule. */
function limitRule({ limit, scores }: Dropping): string {
  return `limit: ${limitInWords(limit)}${scores === 'files' && looksAtScores(limit) ? ' by the files’ own scores' : ''}`;
}

/** What leaves: the pairs with one of some marks, and those that a limit drops; a pair that is marked to keep stays. */
interface Rules {
  readonly marked: number;
  readonly marks: readonly LeavingMark[];
  readonly limit: Dropping | null;
}

/** The pairs to judge, counted without those that leave whatever was judged. */
interface LeftAsked extends Rules {
  readonly run: number;
  readonly seed: number;
}

export class BasketState {
  readonly marks: MarksState;
  readonly removal: Removal<Rules>;
  /** The limit whose pairs leave; null for none. */
  limit = $state.raw<Dropping | null>(null);
  /** What the cleaned files do with false negatives: without them, with them, or with them among the positives. */
  falseNegatives = $state<'go' | 'stay' | 'become positives'>('go');
  withoutRejects = $state(false);

  /** Marks whose pairs are removed. */
  private readonly leaving = $derived.by<readonly LeavingMark[]>(() =>
    this.falseNegatives === 'stay' ? ['drop'] : ['drop', 'false-negative'],
  );

  /** The removed pairs of each source of the run. */
  private readonly removed = $derived.by<readonly PairPlaces[]>(() =>
    this.joined(this.marked, this.limited.value ?? []),
  );

  /** False while it is asked what the limit drops. */
  private readonly isKnown = $derived.by(() => this.limit === null || this.limited.value !== null);

  /** Each source that loses pairs, and the reference range. */
  readonly standing = $derived.by(() => this.removal.beforeAndAfter(this.removed));

  /** Files of the run that lose pairs and can be cleaned, and names of files that cannot. */
  readonly files = $derived.by(() => {
    const { subjects, lost } = this.removal.files;
    return { subjects: subjects.filter((subject) => pairsOfFile(subject, this.removed).length > 0), lost };
  });

  /** Names of the files to be saved that have no list of positives. */
  get withoutPositiveList(): readonly string[] {
    return this.files.subjects.flatMap(({ file }) =>
      file.loaded && hasPositiveList(file.loaded.interpretation) ? [] : file.file.name,
    );
  }

  readonly referenceScores = $derived.by(() =>
    this.comparison.view.rows.flatMap(({ reference, eci }) => (reference && eci !== null ? [eci] : [])),
  );

  private readonly comparison: Comparison;
  private readonly limited: Asked<{ readonly run: number; readonly limit: Dropping }, readonly PairPlaces[]>;
  private readonly left: Asked<LeftAsked, JudgingOrder>;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
    this.limited = new Asked(this.comparison.workers, {
      question: () => {
        const { at, limit } = { at: this.run?.at, limit: this.limit };
        return at === undefined || limit === null ? null : { run: at, limit };
      },
      answer: ({ engine }, { limit }) => dropped(engine, limit),
    });
    this.removal = new Removal(this.comparison, {
      asker: 'basket',
      which: () => (this.isKnown && this.removed.length > 0 ? this.leavingNow : null),
      pairs: async ({ limit }, engine) => this.joined(this.marked, await dropped(engine, limit)),
      restMs: REST_MS,
    });
    this.left = new Asked(this.comparison.workers, {
      question: () => {
        const { judge } = this.comparison;
        const at = this.run?.at;
        return at === undefined || judge.order === null
          ? null
          : { ...this.leavingNow, run: at, seed: judge.seed };
      },
      answer: async ({ engine }, { seed, limit }) => {
        const ruled = this.sources.map(({ id }) => this.marks.ruledOut(id, this.leaving));
        return engine.judging(seed, this.joined(ruled, await dropped(engine, limit)));
      },
      restMs: REST_MS,
    });
  }

  /** Asks for what the limit drops, for the figures and for the rates that are left; in an effect, again whenever they change. */
  follow(): void {
    const { judge } = this.comparison;
    void [this.run, judge.seed];
    if (judge.book.size > 0) untrack(() => void judge.prepare());
    this.limited.follow();
    this.removal.follow();
    this.left.follow();
  }

  /** Name of a source of the run. */
  nameOf(source: number): string {
    return this.sources.find(({ id }) => id === source)?.entry.name ?? String(source);
  }

  /** Pairs of the run's sources with a mark. */
  count(mark: Mark): number {
    return this.sources.reduce((sum, { id }) => sum + this.marks.count(id, mark), 0);
  }

  /** Pairs that leave, in all sources. */
  get rows(): number {
    return this.removed.reduce((sum, { records }) => sum + records.length, 0);
  }

  /** What leaves, a rule each: the marks by who set them, then the limit with what it takes besides. */
  get rules(): readonly Rule[] {
    const { limit } = this;
    const marks = [...this.marks.marksBy(this.leaving)].map(([rule, { distinct, rows }]) => ({
      rule,
      distinct,
      pairs: rows,
    }));
    return limit === null
      ? marks
      : [...marks, { rule: limitRule(limit), distinct: null, pairs: this.rowsOfLimit }];
  }

  /** Pairs that leave for the limit alone. */
  get rowsOfLimit(): number {
    const marked = this.marked.reduce((sum, { records }) => sum + records.length, 0);
    return this.rows - marked;
  }

  /** Takes a rule out of the basket. @param rule as {@link rules} names it */
  async takeOut(rule: string): Promise<void> {
    if (this.limit !== null && rule === limitRule(this.limit)) this.limit = null;
    else await this.marks.takeOut(rule, this.leaving);
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
    await this.limited.ask();
    await Promise.all([this.removal.figures.ask(), this.left.ask()]);
    const { rows } = this.standing;
    const saved = this.removal.saved?.checked ?? null;
    return Object.fromEntries(
      this.sources.map(({ id }) => {
        const row = rows.find((each) => each.id === id);
        const answers = this.ratesLeft[id] ?? null;
        const decided: Decided = {
          kept: this.marks.count(id, 'keep'),
          dropped: this.marks.count(id, 'drop'),
          false_negatives: this.marks.count(id, 'false-negative'),
          removed: row?.removed ?? 0,
          emptied: this.emptied(id),
          eci_without: row?.after?.eci ?? null,
          answers_left: answers,
          out: saved ? clearedFindings(saved, this.nameOf(id)) : [],
        };
        return [this.nameOf(id), decided];
      }),
    );
  }

  /** Saves the cleaned files with the reasons in one zip. */
  save(): Promise<void> {
    const { limit } = this;
    const went = [
      ...this.leaving.flatMap((mark) =>
        this.count(mark) === 0 ? [] : mark === 'drop' ? 'dropped' : `${mark}s`,
      ),
      ...(limit === null ? [] : [`${limit.limit.id}-${limit.limit.value}`]),
    ];
    return this.removal.save((pairs, i, asked) => this.whyOf(pairs, i, asked), this.withoutRejects, went);
  }

  private get run() {
    return this.comparison.run.finished;
  }

  private get sources(): readonly RunSource[] {
    return this.run?.sources ?? [];
  }

  private get leavingNow(): Rules {
    return { marked: this.marks.markVersion, marks: this.leaving, limit: this.limit };
  }

  private get marked(): readonly PairPlaces[] {
    return this.pairsWith(this.leaving);
  }

  /** A pair has one mark that counts, so only a limit can name it again, or one that is kept. */
  private joined(marked: readonly PairPlaces[], limited: readonly PairPlaces[]): readonly PairPlaces[] {
    if (limited.length === 0) return marked;
    return joinedPlaces([...marked, ...limited], this.pairsWith(['keep']));
  }

  private whyOf(
    { source, records, positions }: PairPlaces,
    i: number,
    asked: AskedPairs | null,
  ): RemovalReason {
    const at = [source, records[i] as number, positions[i] as number] as const;
    const note = this.marks.noteOf(...at);
    const mark = this.marks.markOf(...at);
    const isLeaving = (each: Mark | null): each is LeavingMark => this.leaving.some((own) => own === each);
    if (isLeaving(mark)) {
      const said = { reason: reasonInWords(mark, asked, i), markedBy: this.marks.byOf(...at), note };
      const isMoved = mark === 'false-negative' && this.movesTo(source);
      return isMoved ? { ...said, reason: `${said.reason}; now a positive`, relabelled: true } : said;
    }
    const encoder = this.run?.result.encoder?.name ?? '';
    const reason = this.limit === null ? '' : limitReason(this.limit, encoder);
    return { reason, markedBy: 'limit', note };
  }

  /** Whether false negatives of a source become positives of its file. */
  private movesTo(source: number): boolean {
    if (this.falseNegatives !== 'become positives') return false;
    const interpretation = this.sources.find(({ id }) => id === source)?.entry.file.loaded?.interpretation;
    return interpretation !== undefined && hasPositiveList(interpretation);
  }

  private pairsWith(marks: readonly Mark[]): PairPlaces[] {
    return this.sources
      .map(({ id }) => this.marks.pairsWith(id, marks))
      .filter(({ records }) => records.length > 0);
  }
}

/** The pairs that a limit drops; none without one. */
async function dropped(
  engine: Pick<WorkerPair['engine'], 'droppedBy'>,
  limit: Dropping | null,
): Promise<readonly PairPlaces[]> {
  return limit === null ? [] : engine.droppedBy(limit.limit, limit.scores);
}
