/** The readings of one file: for its sample, for its ids, for its records. */

import { standIn, WantedTexts } from './wanted-texts';
import { isError } from '../errors';
import type { Companions } from './companions';
import type { ReadingListener } from '../read/entries';
import type { FilePlan } from '../formats/plan';
import { FileReading, type ReadingOptions } from './reader';
import type { TextLookup } from './record';
import { SampleCensus, type SampleFilter } from './sample';
import { createTextHash } from '../store/text-hash';
import type { LoadProgress } from '../outcomes';
import { RUN_DEPTH, type LoadOptions } from '../reading';

/** The reading that makes the records of a file. */
export interface Prepared {
  readonly reading: FileReading;
  /** Texts of the ids that are needed; null without ids. */
  readonly wanted: WantedTexts | null;
  /** Memory held besides the reading's own. */
  readonly heldBytes: number;
}

/** Progress of a pass over a file or its companions; may throw to end it. */
export type PassListener = (
  stage: LoadProgress['stage'],
  bytesRead: number,
  held: number,
  reading: FileReading | null,
) => void;

const ANY_TEXT: TextLookup = { textOf: ({ id }) => standIn(id) };

const TAKE_NONE: SampleFilter = { takes: () => false };

export class FilePasses {
  constructor(
    private readonly plan: FilePlan,
    private readonly options: LoadOptions,
    private readonly rules: Pick<ReadingOptions, 'normalise' | 'expected' | 'other'>,
    private readonly companions: Companions,
    private readonly signal: AbortSignal,
    private readonly listener: PassListener,
  ) {}

  /**
   * A file without a usable record passes: the reading that makes the records reports it.
   * @param usesIds whether records name ids of companions
   * @throws those of {@link FileReading.batches}
   */
  async prepare(usesIds: boolean): Promise<Prepared> {
    const { sample: size } = this.options;
    const known = usesIds && size !== null ? await this.wanted(null, null, false) : null;
    const sample = size === null ? null : await this.sample(size, known);
    const wanted = usesIds ? await this.wanted(sample, known, true) : null;
    const reading = this.newReading(wanted ?? this.noTexts, known, sample);
    return { reading, wanted, heldBytes: (wanted?.bytes ?? 0) + (known?.bytes ?? 0) };
  }

  /** For files without ids. */
  private get noTexts(): TextLookup {
    const textOf = () => undefined;
    return this.plan.namesIds ? { textOf } : { ofTexts: true, textOf };
  }

  private async sample(
    { records, seed }: NonNullable<LoadOptions['sample']>,
    known: WantedTexts | null,
  ): Promise<SampleFilter | null> {
    const census = new SampleCensus(seed);
    const reading = this.newReading(this.noTexts, known, TAKE_NONE, census);
    await this.goThrough(reading, 'sampling', () => census.bytes + (known?.bytes ?? 0));
    return census.filter(records);
  }

  /** The texts of the ids in the sample; without `keep` only which of them exist. */
  private async wanted(
    sample: SampleFilter | null,
    known: WantedTexts | null,
    keep: boolean,
  ): Promise<WantedTexts> {
    const wanted = new WantedTexts(await createTextHash(), keep);
    const reading = this.newReading(wanted.collector, known, sample);
    const held = (): number => wanted.bytes + (known?.bytes ?? 0);
    await this.goThrough(reading, 'ids', held);
    const onBytes = (bytes: number): void => this.listener('companions', bytes, held(), null);
    await this.companions.fill(wanted, this.options.path, this.signal, onBytes);
    return wanted;
  }

  private async goThrough(
    reading: FileReading,
    stage: LoadProgress['stage'],
    held: () => number,
  ): Promise<void> {
    const onBytes: ReadingListener['onBytes'] = (bytesRead) => {
      this.listener(stage, bytesRead, reading.heldBytes + held(), reading);
    };
    const batches = reading.batches(this.signal, { onBytes });
    try {
      // Records and rejects come again when the file is loaded.
      while ((await batches.next()).done !== true);
    } catch (error) {
      if (!isError(error, 'NoUsablePairsError')) throw error;
    }
  }

  private newReading(
    lookup: TextLookup,
    known: WantedTexts | null,
    sample: SampleFilter | null,
    census: SampleCensus | null = null,
  ): FileReading {
    const { path, relevant: least, group } = this.options;
    const topK = this.options.topK ?? RUN_DEPTH;
    const relevant = (queryId: string) => this.companions.relevantTo(queryId, path, least);
    const texts = { lookup, lookupLeftOut: known ?? ANY_TEXT };
    return new FileReading(this.plan, { ...this.rules, ...texts, relevant, topK, group, sample, census });
  }
}
