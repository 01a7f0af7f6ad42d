import { WantedTexts } from './companions/wanted-texts';
import type { Companions } from './companions/companions';
import type { ReadingListener } from './entries/entries';
import type { Ref } from './formats/format';
import type { FilePlan } from './plan';
import { FileReading, type ReadingOptions } from './reader';
import type { TextLookup } from './record';
import { SampleCensus, type SampleFilter } from './sample';
import { createTextHash } from './store/text-hash';
import type { LoadOptions, LoadProgress } from './types';

/** A record names an id, and the texts of ids were not asked for yet: the file must be read again for them. */
export class IdsFoundLate extends Error {
  override readonly name = 'IdsFoundLate';
}

/** What a file is read for before it is loaded: the sample, then the texts of the ids that its records name. */
export interface Preparation {
  readonly sample: SampleFilter | null;
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

const TAKE_NONE: SampleFilter = { takes: () => false };

/** Reads a file as often as is needed before its records can be made. */
export class FilePasses {
  constructor(
    private readonly plan: FilePlan,
    private readonly options: LoadOptions,
    private readonly rules: Pick<ReadingOptions, 'normalise' | 'required' | 'other'>,
    private readonly companions: Companions,
    private readonly signal: AbortSignal,
    private readonly listener: PassListener,
  ) {}

  /** Errors: those of {@link FileReading.batches}. @param usesIds whether companions are to be asked */
  async prepare(usesIds: boolean): Promise<Preparation> {
    const sample = this.options.sample === null ? null : await this.#sample(this.options.sample);
    const wanted = usesIds ? await this.#wanted(sample) : null;
    return { sample, wanted };
  }

  /** The reading that makes the records. */
  reading({ sample, wanted }: Preparation): FileReading {
    return this.#newReading(wanted ?? this.#noTexts(), sample);
  }

  async #sample({ records, seed }: NonNullable<LoadOptions['sample']>): Promise<SampleFilter | null> {
    const census = new SampleCensus(seed);
    const reading = this.#newReading(this.#noTexts(), TAKE_NONE, census);
    await this.#goThrough(reading, 'sampling', () => census.bytes);
    return census.filter(records);
  }

  async #wanted(sample: SampleFilter | null): Promise<WantedTexts> {
    const wanted = new WantedTexts(await createTextHash());
    const reading = this.#newReading(wanted.collector, sample);
    await this.#goThrough(reading, 'ids', () => wanted.bytes);
    const onBytes = (bytes: number): void => this.listener('companions', bytes, wanted.bytes, null);
    await this.companions.fill(wanted, this.signal, onBytes);
    return wanted;
  }

  async #goThrough(reading: FileReading, stage: LoadProgress['stage'], held: () => number): Promise<void> {
    const onBytes: ReadingListener['onBytes'] = (bytesRead) => {
      this.listener(stage, bytesRead, reading.heldBytes + held(), reading);
    };
    const batches = reading.batches(this.signal, { onBytes });
    // Records and rejects come again when the file is loaded.
    while ((await batches.next()).done !== true);
  }

  #newReading(
    lookup: TextLookup,
    sample: SampleFilter | null,
    census: SampleCensus | null = null,
  ): FileReading {
    const { topK } = this.options;
    const relevant = (queryId: string) => this.companions.relevantTo(queryId);
    return new FileReading(this.plan, { ...this.rules, lookup, relevant, topK, sample, census });
  }

  /** For a file that is taken to hold texts. An id in it asks for another reading where a companion may have it. */
  #noTexts(): TextLookup {
    return {
      textOf: ({ kind }: Ref) => {
        if (this.companions.has(kind)) throw new IdsFoundLate();
        return undefined;
      },
    };
  }
}
