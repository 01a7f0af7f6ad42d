/** A small result of a run, made by hand, for the report and its tables. */

import type { Reject } from '../../src/candidates/candidate-record';
import type {
  FileCounts,
  LoadedCompanion,
  LoadedFile,
  LoadedSource,
  RefusedFile,
  SourcePreflight,
  WaitingFile,
} from '../../src/candidates/outcomes';
import { defaultLoadOptions, type Interpretation } from '../../src/candidates/reading';
import { resultOf, type ReportInput } from '../../src/report/build';
import type { AskedFindings } from '../../src/report/evidence';
import { AUDIT_STATISTICS, type AuditProfile } from '../../src/scoring/audit';
import type {
  Certainty,
  PairAudit,
  RunResult,
  SourceResult,
  MatrixFigures,
  RunSettings,
  SourceFigures,
} from '../../src/engine/result';
import type { Provenance } from '../../src/report/result';
import { WEIGHTING_IDS, type WeightingId } from '../../src/scoring/weightings';

const MATRIX: MatrixFigures = { eci: 0.1, trace: 0.11, lambda_max: 0.01 };

export function figuresOf(changes: Partial<SourceFigures> = {}): SourceFigures {
  const buckets = {
    inversion: 0.25,
    low_locality: 0,
    high_coverage: 0.5,
    valid_high_coverage: 0,
    valid_low_locality: 0,
  };
  return {
    ...MATRIX,
    records: 2,
    queries: 2,
    units: changes.queries ?? 2,
    negatives: 4,
    mean_weight: 0.12,
    mean_rho: 0.6,
    mean_eta: 0.5,
    mean_psi: 0.7,
    mean_coverage: 0.3,
    mean_pairwise_loss: 0.8,
    inversion_rate: 0.25,
    mean_gradient_energy: 1 / 3,
    mnrl_proxy: 1.1,
    ambiguity: 0.5,
    buckets,
    counts: { inverted_pairs: 1, ambiguous_records: 1, zero_residuals: 0, buckets },
    dimension: 16,
    eci_per_dim: 0.00625,
    weightings: Object.fromEntries(WEIGHTING_IDS.map((id) => [id, MATRIX])) as Record<
      WeightingId,
      MatrixFigures
    >,
    first_pairs: [],
    ...changes,
  };
}

export function sourceResult(id: number, name: string, changes: Partial<SourceFigures> = {}): SourceResult {
  const bins = new Array<number>(24).fill(0);
  return {
    id,
    name,
    figures: figuresOf(changes),
    histograms: { rho: bins, eta: bins, psi: bins, weight: bins },
  };
}

/** Of finished files of 97 queries: nothing is separated. */
function certaintyOf(sources: readonly { readonly id: number }[]): Certainty {
  return {
    level: 0.95,
    looks: 1,
    units: { kind: 'query', count: 97 },
    units_used: 97,
    queries_used: 97,
    queries_total: 97,
    records_used: sources.length,
    records_total: sources.length,
    scores: Object.fromEntries(
      sources.map(({ id }) => [id, { low: 0, high: 1, effective_units: 97, largest_share: 0.02 }]),
    ),
    pairs: [],
    flags: [],
  };
}

/** Finished files in which every order is certain, and every flag. */
export function certainOrder(
  sources: readonly { readonly id: number; readonly eci: number | null }[],
): Certainty {
  const ordered = [...sources].sort((a, b) => (b.eci ?? 0) - (a.eci ?? 0));
  return {
    ...certaintyOf(sources),
    scores: Object.fromEntries(
      sources.map(({ id, eci }) => {
        const [low, high] = [(eci ?? 0) - 0.01, (eci ?? 0) + 0.01];
        return [id, { low, high, effective_units: 97, largest_share: 0.02 }];
      }),
    ),
    pairs: ordered.flatMap((a, i) =>
      ordered.slice(i + 1).map((b) => ({
        a: String(a.id),
        b: String(b.id),
        difference: (a.eci ?? 0) - (b.eci ?? 0),
        low: 0.001,
        high: 1,
        status: 'separated' as const,
        unlike_units: 97,
        shared_queries: 97,
      })),
    ),
    flags: sources.flatMap((source) =>
      sources.flatMap((reference) =>
        AUDIT_STATISTICS.map(({ flag }) => ({
          source: String(source.id),
          reference: String(reference.id),
          flag,
          low: source === reference ? null : 0.01,
        })),
      ),
    ),
  };
}

const NO_FINDINGS = { same_text: 0, other_positive: 0, near_text: 0, same_cut: 0, loose_positive: 0 };

/** Share of drawn passages in the corner. */
const DRAWN = 0.4;

/** Pairs of each source in a made pair audit. */
const AUDITED = 10_000;

/** Shares of the pairs of some sources, by name; of the others 0. */
export interface PairShares {
  /** Drawn at random. */
  readonly random?: Readonly<Record<string, number>>;
  readonly near?: Readonly<Record<string, number>>;
  /** Half the width of every interval. */
  readonly half?: number;
}

/** The pair audit of sources with these shares, all of one setting. */
export function pairAudit(
  sources: readonly Pick<SourceResult, 'id' | 'name'>[],
  { random = {}, near = {}, half = 0.01 }: PairShares = {},
): PairAudit {
  // A source may be called `__proto__`.
  const own = (shares: Readonly<Record<string, number>>, name: string) =>
    Object.hasOwn(shares, name) ? (shares[name] ?? 0) : 0;
  const around = (value: number) => ({ value, low: value - half, high: value + half });
  const drawn = ({ name }: Pick<SourceResult, 'name'>) => own(random, name);
  const close = ({ name }: Pick<SourceResult, 'name'>) => own(near, name);
  const beyond = (own: number, least: number) => (least < 1 ? around((own - least) / (1 - least)) : null);
  return {
    corner: { cos_query: 0.2, coverage: 0.1 },
    random_share: DRAWN,
    pairs: Object.fromEntries(
      sources.map((source) => {
        const counts = { pairs: AUDITED, stock: 0, stock_unrelated: 0 };
        const unrelated = AUDITED * DRAWN * drawn(source);
        return [source.id, { ...counts, unrelated, near_positive: AUDITED * close(source) }];
      }),
    ),
    shares: sources.flatMap((a) =>
      sources
        .filter((b) => b !== a)
        .map((b) => ({
          source: String(a.id),
          beside: String(b.id),
          random: beyond(drawn(a), drawn(b)),
          near_positive: beyond(close(a), close(b)),
        })),
    ),
  };
}

/** The settings of a run as the page has them at first, but for its batch size and its queries. */
export const RUN_SETTINGS: RunSettings = {
  tau: 0.05,
  weighting: 'full',
  tokenizer: 'alphanumeric',
  idf_corpus: 'pooled-documents',
  queries: 'all',
  group: 'positive',
  sample: null,
  negatives: null,
  seed: 42,
  batch_size: 32,
  normalise: false,
};

/** A finished run in which everything was looked for and nothing was found, and no order is certain. */
export function runResult(sources: readonly SourceResult[]): RunResult {
  return {
    settings: RUN_SETTINGS,
    stop: { rule: 'all', level: 0.95, ended: 'all-records' },
    encoder: null,
    device: { kind: 'wasm', threads: 1, adapter: null, reason: 'made by hand' },
    idf_corpus: { mode: 'pooled-documents', texts: 9, distinct_tokens: 20 },
    sources,
    certainty: certaintyOf(sources),
    yardstick: null,
    findings: Object.fromEntries(sources.map(({ id }) => [id, NO_FINDINGS])),
    overlap: {
      sources: Object.fromEntries(
        sources.map(({ id, figures: { queries, negatives: pairs } }) => [id, { queries, pairs }]),
      ),
      common: [],
      shared: [],
    },
    pair_audit: pairAudit(sources),
    file_findings: Object.fromEntries(
      sources.map(({ id, figures: { records, negatives: pairs } }) => [
        id,
        {
          records,
          pairs,
          copies: 0,
          own_positives: 0,
          records_with_other_positive: 0,
          boilerplate: 0,
          boilerplate_texts: 0,
        },
      ]),
    ),
    cost: {
      texts: 0,
      cached_texts: 0,
      encodes: 0,
      cache: { kind: 'memory', note: null },
      seconds: { total: 0 },
    },
  };
}

export function fileCounts(changes: Partial<FileCounts> = {}): FileCounts {
  return {
    read: 3,
    loaded: 2,
    merged: 0,
    repeated: 0,
    leftOut: 0,
    rejected: 1,
    blankLines: 0,
    records: 2,
    pairs: 4,
    blankNegativesRemoved: 0,
    excludedNegatives: 0,
    hitsFound: 0,
    duplicateNegativesRemoved: 0,
    furtherPositivesIgnored: 0,
    positivesNotFound: 0,
    normalisedRecords: 0,
    negativesEqualPositive: 0,
    recordsOfKnownPositives: 0,
    missingScores: 0,
    duplicateQueryIds: 0,
    ...changes,
  };
}

export function loadedSource(
  id: number,
  file: string,
  counts: Partial<FileCounts> = {},
  changes: Partial<LoadedSource> = {},
): LoadedSource {
  return {
    id,
    fileId: id,
    name: file,
    label: null,
    file,
    bytes: 100,
    format: 'JSONL',
    placeKind: 'line',
    counts: fileCounts(counts),
    medianK: 2,
    byK: [{ k: 2, copies: 0, records: 2, first: { place: 1, query: 'who?' } }],
    meetings: { positives: 0, all: 0 },
    dimension: 16,
    warnings: [],
    preflight: preflight(),
    ...changes,
  };
}

const NOTHING_FOUND = { pairs: 0, records: 0, example: null };

/** Of a source with ids and scores: all that applies passes. */
export function preflight(changes: Partial<SourcePreflight> = {}): SourcePreflight {
  const passed = { count: 0, example: null };
  return {
    ids: passed,
    positives: passed,
    repeats: passed,
    scores: passed,
    boilerplate: { ...passed, distinct: 0, texts: [] },
    texts: {
      sentence: NOTHING_FOUND,
      markup: NOTHING_FOUND,
      language: NOTHING_FOUND,
      letters: NOTHING_FOUND,
      placeholder: NOTHING_FOUND,
    },
    sentence: null,
    ...changes,
  };
}

export function interpretation(changes: Partial<Interpretation> = {}): Interpretation {
  return {
    format: 'plain',
    words: 'plain JSONL',
    container: 'JSONL',
    fields: ['query', 'positive', 'negatives'],
    label: { kind: 'file' },
    labels: [{ kind: 'file' }],
    topK: null,
    roles: {
      by: 'format',
      query: 'query',
      positive: 'positive',
      negatives: ['negatives'],
      titles: [],
      label: null,
      id: null,
      relevant: null,
      leftAlone: [],
    },
    ...changes,
  };
}

/** A file of its own with the key `id`; its sources have the keys behind it, or the same one where it is alone. */
export function loadedFile(id: number, file: string, labels: readonly string[] = []): LoadedFile {
  const name = file.replace(/\.\w+$/, '');
  const sources =
    labels.length === 0
      ? [loadedSource(id, file, {}, { name })]
      : labels.map((label, i) => loadedSource(id + 1 + i, file, {}, { fileId: id, name: label, label }));
  return {
    id,
    file,
    interpretation: interpretation(),
    sameAs: null,
    sources,
    first: null,
  };
}

export function refusedFile(file: string, changes: Partial<RefusedFile> = {}): RefusedFile {
  return {
    file,
    error: 'UnknownFormatError',
    message: `${file}: not known.`,
    summary: `${file}: not known.`,
    list: null,
    asks: null,
    read: 0,
    rejected: 0,
    sampleThatFits: null,
    fields: [],
    ...changes,
  };
}

export function companionFile(
  id: number,
  file: string,
  changes: Partial<LoadedCompanion> = {},
): LoadedCompanion {
  return {
    id,
    kind: 'corpus',
    file,
    bytes: 100,
    words: 'corpus JSONL',
    placeKind: 'line',
    read: 5,
    entries: 4,
    rejected: 1,
    blankLines: 0,
    ...changes,
  };
}

export function waitingFile(file: string, changes: Partial<WaitingFile> = {}): WaitingFile {
  return {
    file,
    interpretation: interpretation({ format: 'run', words: 'retrieval run', topK: 10 }),
    needs: [{ kind: 'corpus', example: '8412682' }],
    message: 'It needs a corpus with docid 8412682.',
    ...changes,
  };
}

export function reject(file: string, changes: Partial<Reject> = {}): Reject {
  return {
    file,
    placeKind: 'line',
    place: 1,
    record: null,
    code: 'broken-json',
    field: null,
    message: 'Not JSON.',
    excerpt: '{',
    ...changes,
  };
}

/** A ranked source of the file `NAME.jsonl`, no reference. */
export function reportedSource(
  { id, name }: Pick<SourceResult, 'id' | 'name'>,
  changes: Partial<ReportInput['sources'][number]> = {},
): ReportInput['sources'][number] {
  const file = `${name}.jsonl`;
  return {
    loaded: loadedSource(id, file),
    name,
    setting: 'all',
    reference: false,
    interpretation: interpretation(),
    sameAs: null,
    asMeant: false,
    lookedAt: false,
    margin: false,
    evaluation: null,
    files: [{ file: changes.loaded?.file ?? file, bytes: 100, sha256: null }],
    options: defaultLoadOptions(file),
    ...changes,
  };
}

/** Of a build without git, in a window. */
export const PROVENANCE: Provenance = {
  negscope: { version: '0.1.0', commit: null, modified: null, libraries: {} },
  environment: { browser: 'Chromium 147.0', system: 'Linux', user_agent: 'made by hand', terminal: null },
};

/** What a report may be made of otherwise: its run, its sources, its range, and what was asked for. */
export type InputChanges = Partial<Omit<ReportInput, 'result'>> & {
  readonly run?: RunResult;
  readonly range?: AuditProfile | null;
  readonly asked?: AskedFindings;
};

/** What the report of some results is made of. @param references names of the references */
export function reportInput(
  results: readonly SourceResult[],
  references: readonly string[] = [],
  {
    run = runResult(results),
    sources = results.map((each) => reportedSource(each, { reference: references.includes(each.name) })),
    range = null,
    asked = {},
    ...changes
  }: InputChanges = {},
): ReportInput {
  return {
    result: resultOf(run, sources, asked, range),
    sources,
    others: { companions: [], waiting: [], refused: [], unread: [] },
    provenance: PROVENANCE,
    rejects: [],
    created: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)),
    outOfDate: false,
    ...changes,
  };
}
