/** parquet-wasm behind a watchdog: what does not answer, or has trapped, is ended and started anew. */

import { START_FAILURE, type ParquetCodec } from './codec';
import { CodecStartError, NotUtf8Fault, ParquetFault } from './fault';

/** A started codec, in a worker of its own in the browser. */
export interface RunningCodec {
  readonly codec: ParquetCodec;
  /** Ends it, with whatever it is doing; its memory returns only then. */
  stop(): void;
}

/** Where the codec runs: the browser's worker in `browser-engine.ts`, this thread in tests. */
export interface ParquetEngine {
  /** @param onBroken hears why it cannot be loaded or has ended */
  start(onBroken: (reason: string) => void): RunningCodec;
}

/** How long an answer may take: far longer than a slow machine needs. */
interface Patience {
  readonly seconds: number;
  readonly bytesASecond: number;
}

const PATIENCE: Patience = { seconds: 30, bytesASecond: 4e6 };

const SMALLER_OR_DAMAGED =
  'The file is damaged, or its row groups need more memory than there is: write it again with smaller ones (such as ' +
  '`row_group_size=10000`).';

/** Memory of the module never shrinks: it is let go of when nothing has been asked for so long. */
const IDLE_MS = 10_000;

/** Traps of the module, and memory that it does not get: it is in no known state afterwards. */
const BROKEN = /^(RuntimeError|RangeError)$/;

/** Asks a codec, one call at a time; starts one when it is needed. */
export class CodecGuard {
  private running: RunningCodec | null = null;
  /** Whether the running one has ever answered: one that never did could not be started. */
  private answered = false;
  /** Rejects the call that is under way. */
  private reject: ((reason: Error) => void) | null = null;
  private idle: ReturnType<typeof setTimeout> | undefined;
  /** Ends when all that was asked for so far has been answered. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly engine: ParquetEngine,
    private readonly patience: Patience = PATIENCE,
  ) {}

  /**
   * @param bytes given away: they may be moved to another thread
   * @param unpacked bytes that the answer may have, for the time that it may take
   * @throws ParquetFault saying why there is no answer, CodecStartError
   */
  ask(
    call: keyof ParquetCodec,
    bytes: Uint8Array<ArrayBuffer>,
    unpacked: number = bytes.length,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const turn = this.queue.then(() => this.answer(call, bytes, unpacked));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async answer(
    call: keyof ParquetCodec,
    bytes: Uint8Array<ArrayBuffer>,
    unpacked: number,
  ): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(this.idle);
    const seconds = this.patience.seconds + unpacked / this.patience.bytesASecond;
    const late = setTimeout(
      () => this.broken(`no answer within ${Math.ceil(seconds)} seconds`),
      seconds * 1000,
    );
    try {
      return await new Promise((resolve, reject) => {
        this.reject = reject;
        this.running ??= this.engine.start((reason) => this.broken(reason));
        this.running.codec[call](bytes).then(resolve, reject);
      });
    } catch (error) {
      throw this.asFault(error);
    } finally {
      clearTimeout(late);
      this.reject = null;
      this.answered = this.running !== null;
      this.idle = setTimeout(() => this.stop(), IDLE_MS);
    }
  }

  private broken(reason: string): void {
    const error = this.answered
      ? new ParquetFault(`its reader broke off (${reason})`)
      : new CodecStartError(reason);
    this.stop();
    this.reject?.(error);
  }

  private asFault(error: unknown): Error {
    if (error instanceof ParquetFault || error instanceof CodecStartError) return error;
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
    if (name === START_FAILURE) {
      this.stop();
      return new CodecStartError(message, { cause: error });
    }
    if (!BROKEN.test(name)) return unpackFault(message, error);
    this.stop();
    return new ParquetFault('its reader broke off', SMALLER_OR_DAMAGED, { cause: error });
  }

  private stop(): void {
    this.running?.stop();
    this.running = null;
    this.answered = false;
  }
}

/** What arrow-rs says of a text that is not UTF-8. */
const NOT_UTF8 = /utf-?8/i;

/** What parquet-wasm refuses, in our own words: its own name the libraries that handed the message on. */
function unpackFault(message: string, cause: unknown): ParquetFault {
  return NOT_UTF8.test(message)
    ? new NotUtf8Fault({ cause })
    : new ParquetFault('its values cannot be unpacked', undefined, { cause });
}

let guard: CodecGuard | null = null;

/** Says where Parquet files are unpacked; to be called once, by whoever wires the thread together. */
export function useParquetEngine(engine: ParquetEngine): void {
  guard = new CodecGuard(engine);
}

/** The codec of this thread. */
export function parquetCodec(): CodecGuard {
  if (guard === null) throw new Error('useParquetEngine was not called');
  return guard;
}
