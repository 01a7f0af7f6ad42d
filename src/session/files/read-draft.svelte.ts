/** The form "How it was read" of one file: the choices, their problems, the resulting options. */

import type { LoadOutcome } from '../../candidates/outcomes';
import {
  type FieldRoles,
  type FieldSample,
  type LabelChoice,
  type LoadOptions,
  type Mapping,
  RUN_DEPTH,
} from '../../candidates/reading';
import { type CompanionKind, type FormatId, isCompanionKind } from '../../candidates/formats/catalogue';
import { isOneSeries } from '../../candidates/formats/names';

/** Seed of the sample of a file: the default seed of a run. */
const SAMPLE_SEED = 42;

const COLUMN = 'column:';

/** What the last reading found in a file; little for a refused file or a companion. */
export interface KnownOfFile {
  /** Null if the file was refused. */
  readonly format: FormatId | CompanionKind | null;
  readonly words: string | null;
  readonly fields: readonly string[];
  /** First values of each field, if the user is asked what they are. */
  readonly samples?: readonly FieldSample[];
  readonly label: LabelChoice | null;
  readonly labels: readonly LabelChoice[];
  readonly topK: number | null;
  readonly roles?: Pick<FieldRoles, 'by'>;
}

export function knownOf(outcome: LoadOutcome): KnownOfFile {
  const unknown = { format: null, words: null, fields: [], label: null, labels: [], topK: null };
  switch (outcome.status) {
    case 'loaded':
      return outcome.loaded.interpretation;
    case 'waiting':
      return outcome.waiting.interpretation;
    case 'companion':
      return { ...unknown, format: outcome.companion.kind, words: outcome.companion.words };
    case 'refused':
      return {
        ...unknown,
        fields: outcome.refused.fields,
        samples: outcome.refused.asks?.fields ?? [],
      };
  }
}

export function labelKey(label: LabelChoice): string {
  return label.kind === 'column' ? `${COLUMN}${label.column}` : label.kind;
}

export function labelOfKey(key: string): LabelChoice | null {
  if (key === 'file' || key === 'keys' || key === 'fields') return { kind: key };
  const column = key.startsWith(COLUMN) ? key.slice(COLUMN.length) : '';
  return column === '' ? null : { kind: 'column', column };
}

/** Where a source label comes from, for the select "Source label from". */
export function labelInWords(label: LabelChoice): string {
  if (label.kind === 'file') return "the file's name";
  if (label.kind === 'column') return `column ${label.column}`;
  return label.kind === 'keys' ? 'the keys of neg' : 'the names of its lists';
}

export type ColumnRole = 'query' | 'positive' | 'negative' | 'label' | 'id' | 'none';

export class ReadDraft {
  /** `''`: as it is recognised. `mapped`: by columns that the user names. */
  format = $state<NonNullable<LoadOptions['format']> | 'mapped' | ''>('');
  /** Key of a label choice; `''`: the format's own. */
  label = $state('');
  topK = $state<number | null>(null);
  sample = $state<number | null>(null);
  /** By column; what is not there is none. A label tells positives from negatives where columns do not. */
  private roles = $state.raw<readonly (readonly [column: string, role: ColumnRole])[]>([]);
  private readonly wasMapped: boolean;

  constructor(
    private readonly base: LoadOptions,
    readonly known: KnownOfFile,
  ) {
    const { mapping } = base;
    this.wasMapped = base.format === null && known.roles?.by === 'user';
    const isAsked = known.format === null && known.fields.length > 0;
    this.format = base.format ?? (this.wasMapped || isAsked ? 'mapped' : '');
    if (known.label) this.label = labelKey(known.label);
    this.topK = base.topK ?? known.topK ?? RUN_DEPTH;
    this.sample = base.sample?.records ?? null;
    if (!mapping) return;
    const { query, positive, negatives, queryId, label } = mapping;
    this.setRole(query, 'query');
    this.setRole(positive, 'positive');
    for (const negative of negatives) this.setRole(negative, 'negative');
    if (queryId) this.setRole(queryId, 'id');
    if (label) this.setRole(label, 'label');
  }

  get mapped(): boolean {
    return this.format === 'mapped';
  }

  /** True where the file is read as a run, which takes the top K hits of each query. */
  get hasTopK(): boolean {
    return this.format === 'run' || (this.sameFormat && this.known.topK !== null);
  }

  /** True where the file gives records, of which a sample can be taken. */
  get givesRecords(): boolean {
    const format = this.format === '' ? this.known.format : this.format;
    return format === null || !isCompanionKind(format);
  }

  /** The label choices of the format; known only for the format of the last reading. */
  get labels(): readonly LabelChoice[] {
    if (this.mapped) {
      return isOneSeries(this.columnsOf('negative'))
        ? [{ kind: 'file' }]
        : [{ kind: 'fields' }, { kind: 'file' }];
    }
    return this.sameFormat ? this.known.labels : [];
  }

  get otherColumns(): readonly string[] {
    if (!this.mapped && !this.sameFormat) return [];
    const offered = this.labels.flatMap((label) => (label.kind === 'column' ? [label.column] : []));
    const isUsed = (field: string) => this.mapped && this.roleOf(field) !== 'none';
    return this.known.fields.filter((field) => !isUsed(field) && !offered.includes(field));
  }

  get labelChosen(): string {
    const columns = this.otherColumns.map((column) => labelKey({ kind: 'column', column }));
    const keys = [...this.labels.map(labelKey), ...columns];
    return keys.includes(this.label) ? this.label : (keys[0] ?? '');
  }

  get problems(): readonly string[] {
    const problems: string[] = [];
    if (this.mapped) problems.push(...this.mappingProblems());
    if (this.hasTopK && !isWhole(this.topK)) {
      problems.push('Negatives per query (K): a whole number from 1 up.');
    }
    if (this.givesRecords && this.sample !== null && !isWhole(this.sample)) {
      problems.push('Sample: a whole number from 1 up, or nothing for all records.');
    }
    return problems;
  }

  roleOf(field: string): ColumnRole {
    return this.roles.find(([column]) => column === field)?.[1] ?? 'none';
  }

  /** Several columns may be negatives, and one each of the others. With a label no column is a negative, and with one there is no label. */
  setRole(field: string, role: ColumnRole): void {
    const barred: Readonly<Partial<Record<ColumnRole, readonly ColumnRole[]>>> = {
      negative: ['label'],
      label: ['label', 'negative'],
    };
    const gone = barred[role] ?? [role];
    const left = this.roles.filter(([column, own]) => column !== field && !gone.includes(own));
    this.roles = [...left, [field, role]];
  }

  private columnsOf(role: ColumnRole): string[] {
    const { fields } = this.known;
    const columns = this.roles.flatMap(([column, own]) => (own === role ? column : []));
    return columns.sort((a, b) => fields.indexOf(a) - fields.indexOf(b));
  }

  options(): LoadOptions | null {
    if (this.problems.length > 0) return null;
    return {
      ...this.base,
      format: this.format === '' || this.format === 'mapped' ? null : this.format,
      mapping: this.mapped ? this.mapping() : null,
      label: this.labelOption(),
      // A depth that the user leaves as it is still follows the other sources.
      topK: this.hasTopK && this.topK !== this.known.topK ? this.topK : this.base.topK,
      sample: sampleOf(this.givesRecords ? this.sample : null),
    };
  }

  private get sameFormat(): boolean {
    const { format, known, base, mapped } = this;
    if (known.format === null || mapped !== this.wasMapped) return false;
    return mapped || format === known.format || (format === '' && base.format === null);
  }

  /** Null if nothing was chosen: the format decides. */
  private labelOption(): LabelChoice | null {
    const { labelChosen, known, base } = this;
    if (this.sameFormat && known.label && labelChosen === labelKey(known.label)) return base.label;
    return labelOfKey(labelChosen);
  }

  private mapping(): Mapping {
    const [[query = ''], [positive = '']] = [this.columnsOf('query'), this.columnsOf('positive')];
    const [[queryId = null], [label = null]] = [this.columnsOf('id'), this.columnsOf('label')];
    return { query, positive, negatives: this.columnsOf('negative'), queryId, label };
  }

  private mappingProblems(): string[] {
    const { query, positive, negatives, label } = this.mapping();
    const problems: string[] = [];
    if (query === '') problems.push('Say which column is the query.');
    if (positive === '') problems.push('Say which column is the positive.');
    if (negatives.length === 0 && label === null) {
      problems.push('Say which columns are negatives, or which one is the label.');
    }
    return problems;
  }
}

export function withSample(options: LoadOptions, records: number): LoadOptions {
  return { ...options, sample: sampleOf(records) };
}

function isWhole(value: number | null): value is number {
  return value !== null && Number.isSafeInteger(value) && value >= 1;
}

function sampleOf(records: number | null): LoadOptions['sample'] {
  return records === null ? null : { records, seed: SAMPLE_SEED };
}
