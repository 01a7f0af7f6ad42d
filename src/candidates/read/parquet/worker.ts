/** parquet-wasm behind a watchdog: a worker that trapped or does not answer is replaced. */

import { transfer, wrap } from 'comlink';

import { START_FAILURE, type ParquetCodec } from './codec';

const WRITE_AGAIN = 'The file is damaged or was cut off: copy or download it once more, or write it again.';

/** Why a part of a Parquet file cannot be read or written: a clause, without the names of the file and the part. */
export class ParquetFault extends Error {
  override readonly name = 'ParquetFault';
  /** @param advice what to do, whole sentences */
  constructor(
    reason: string,
    readonly advice: string = WRITE_AGAIN,
    /** `not-started`: parquet-wasm could not be loaded, and no file is at fault. */
    readonly code: 'unreadable-rows' | 'not-utf8' | 'not-started' = 'unreadable-rows',
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

function notStarted(reason: string, options?: ErrorOptions): ParquetFault {
  const advice = 'Reload the page; if that does not help, check that the server serves its .wasm files.';
  return new ParquetFault(`the Parquet reader did not start (${reason})`, advice, 'not-started', options);
}

/** A started codec, in a worker of its own in the browser. */
export interface RunningCodec {
  readonly codec: ParquetCodec;
  /** Ends it, whatever it is doing: only this frees its memory. */
  stop(): void;
}

/** Starts a codec. @param onBroken called with the reason where it cannot be loaded or ends */
export type StartCodec = (onBroken: (reason: string) => void) => RunningCodec;

/** How long an answer may take: far more than a slow machine needs. */
interface Patience {
  readonly seconds: number;
  readonly bytesASecond: number;
}

const PATIENCE: Patience = { seconds: 30, bytesASecond: 4e6 };

const SMALLER_OR_DAMAGED =
  'The file is damaged, or its row groups need more memory than there is: write it again with smaller ones (such as ' +
  '`row_group_size=10000`).';

/** Traps and failed allocations: the module's state is unknown afterwards. */
const BROKEN = /^(RuntimeError|RangeError)$/;

/** What arrow-rs says of a text that is not UTF-8. */
const NOT_UTF8 = /utf-?8/i;

let startCodec: StartCodec = (onBroken) => {
  const worker = new Worker(new URL('../../../../workers/parquet.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('error', (event) => onBroken(event.message || 'its worker could not be loaded'));
  const remote = wrap<ParquetCodec>(worker);
  return {
    codec: {
      ready: () => remote.ready(),
      unpack: (file) => remote.unpack(transfer(file, [file.buffer])),
      write: (ipc, notes) => remote.write(transfer(ipc, [ipc.buffer]), notes),
      finish: () => remote.finish(),
      pack: (ipc) => remote.pack(transfer(ipc, [ipc.buffer])),
    },
    stop: () => worker.terminate(),
  };
};

/** Replaces the browser's worker where there is none. @internal for tests */
export function runCodecBy(start: StartCodec): void {
  startCodec = start;
}

/** One worker for one reading or writing. Takes one call at a time; ended by `stop`. */
export class ParquetWorker {
  private running: RunningCodec | null = null;
  /** Whether the running codec has answered; one that never did could not be started. */
  private answered = false;
  private ended = false;
  /** Rejects the call that is under way. */
  private reject: ((reason: Error) => void) | null = null;

  constructor(
    private readonly start: StartCodec = startCodec,
    private readonly patience: Patience = PATIENCE,
  ) {}

  /**
   * @param bytes unpacked, which set the time limit
   * @throws ParquetFault
   */
  async ask<Answer>(call: (codec: ParquetCodec) => Promise<Answer>, bytes: number): Promise<Answer> {
    if (this.ended) throw new ParquetFault('its reading has ended');
    const seconds = this.patience.seconds + bytes / this.patience.bytesASecond;
    const late = setTimeout(
      () => this.broken(`no answer within ${Math.ceil(seconds)} seconds`),
      seconds * 1000,
    );
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.reject = reject;
        this.answer(call).then(resolve, reject);
      });
    } catch (error) {
      throw this.asFault(error);
    } finally {
      clearTimeout(late);
      this.reject = null;
      this.answered = this.running !== null;
    }
  }

  /** Ends the worker, whatever it is doing. */
  stop(): void {
    this.ended = true;
    this.broken('it was ended');
  }

  private async answer<Answer>(call: (codec: ParquetCodec) => Promise<Answer>): Promise<Answer> {
    if (this.running === null) {
      this.running = this.start((reason) => this.broken(reason));
      await this.running.codec.ready();
      this.answered = true;
    }
    return call(this.running.codec);
  }

  private broken(reason: string): void {
    const error = this.answered ? new ParquetFault(`its reader broke off (${reason})`) : notStarted(reason);
    this.end();
    this.reject?.(error);
  }

  private asFault(cause: unknown): ParquetFault {
    if (cause instanceof ParquetFault) return cause;
    const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) };
    if (name === START_FAILURE || BROKEN.test(name)) this.end();
    if (name === START_FAILURE) return notStarted(message, { cause });
    if (BROKEN.test(name)) {
      return new ParquetFault('its reader broke off', SMALLER_OR_DAMAGED, 'unreadable-rows', { cause });
    }
    if (NOT_UTF8.test(message)) {
      const advice = 'Correct the text and write the file again.';
      return new ParquetFault('a text in it is not UTF-8, or the file is damaged', advice, 'not-utf8', {
        cause,
      });
    }
    return new ParquetFault('its values cannot be unpacked', undefined, undefined, { cause });
  }

  private end(): void {
    this.running?.stop();
    this.running = null;
    this.answered = false;
  }
}
