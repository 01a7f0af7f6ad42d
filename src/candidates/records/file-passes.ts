/** Reads a file as often as is needed before its records can be made: for its sample, for its ids, for itself. */

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
import type { LoadOptions } from '../reading';

/** What a file is read for before it is loaded: the sample, then the texts of the ids that its records name. */
export interface Preparation {
  readonly sample: SampleFilter | null;
  /** Which ids have a text, of all that the file names; null where there is no sample, or no companion is asked. */
  readonly known: WantedTexts | null;
  /** Null where no companion is asked. */
  readonly wanted: WantedTexts | null;
}

/** Hears of a pass over a file, or over its companions; may throw to end it. */
export type PassListener = (
  stage: LoadProgress['stage'],
  bytesRead: number,
  held: number,
  reading: FileReading | null,
) => void;

const ANY_TEXT: TextLookup = { textOf: ({ id }) => standIn(id) };

const TAKE_NONE: SampleFilter = { takes: () => false };

/** Reads a file as often as is needed before its records can be made. */
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
   * A file without a usable record is left to the reading that makes the records: it tells why.
   * @param usesIds whether companions are to be asked
   * @throws those of {@link FileReading.batches}.
   */
  async prepare(usesIds: boolean): Promise<Preparation> {
    const { sample: size } = this.options;
    const known = usesIds && size !== null ? await this.wanted(null, null, false) : null;
    const sample = size === null ? null : await this.sample(size, known);
    const wanted = usesIds ? await this.wanted(sample, known, true) : null;
    return { sample, known, wanted };
  }

  /** The reading that makes the records. */
  reading({ sample, known, wanted }: Preparation): FileReading {
    return this.newReading(wanted ?? this.noTexts, known, sample);
  }

  /** Where no companion is asked. */
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

  /** The texts of the ids that the sample's records name, or, without `keep`, only which of them there are. */
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
    const { topK, path, relevant: least } = this.options;
    const relevant = (queryId: string) => this.companions.relevantTo(queryId, path, least);
    const lookupLeftOut = known ?? ANY_TEXT;
    return new FileReading(this.plan, {
      ...this.rules,
      lookup,
      lookupLeftOut,
      relevant,
      topK,
      sample,
      census,
    });
  }
}
