/** A JSON object of a model folder, read key by key: what is of another type, or asks for what is not built, is refused by its name. */

import * as v from 'valibot';

import { BrokenModelFileError } from '../errors';
import type { ModelFolder } from '../model-folder';

/** How to use a model that is not run as it is. */
export const OTHER_WAY =
  'Export it with "optimum-cli export onnx --library sentence_transformers --task feature-extraction --model ID DIR", so that ' +
  'the ONNX file itself gives sentence_embedding, or rank with its vectors in your files.';

/** @param what a file asks for */
export function notBuilt(folder: string, file: string, what: string, way = OTHER_WAY): BrokenModelFileError {
  const reason = `It ${what}, which Negscope does not run: its vectors would be another encoder's. ${way}`;
  return new BrokenModelFileError(folder, file, reason);
}

type Values = Readonly<Record<string, unknown>>;

const Anything = v.record(v.string(), v.unknown());

/** Keys that are null say nothing. */
export class Config {
  /** @param file its path, for messages */
  private constructor(
    private readonly folder: string,
    private readonly file: string,
    private readonly values: Values,
  ) {}

  /** One without keys where the file is missing. @throws BrokenModelFileError */
  static async read(folder: ModelFolder, file: string): Promise<Config> {
    return new Config(folder.name, file, (await folder.json(file, Anything)) ?? {});
  }

  get family(): string {
    return this.textOr('', 'model_type');
  }

  /** The error for what it asks. */
  refusal(what: string, way?: string): BrokenModelFileError {
    return notBuilt(this.folder, this.file, what, way);
  }

  /** The first of these keys that says something. @throws BrokenModelFileError where none is a number */
  number(...keys: readonly string[]): number {
    return this.numberOr(null, ...keys) ?? this.expected(keys, 'a number');
  }

  /** @throws BrokenModelFileError for another type */
  numberOr<T>(otherwise: T, ...keys: readonly string[]): number | T {
    const value = this.first(keys);
    if (value === undefined) return otherwise;
    return typeof value === 'number' ? value : this.expected(keys, 'a number');
  }

  /** @throws BrokenModelFileError for another type */
  textOr<T>(otherwise: T, ...keys: readonly string[]): string | T {
    const value = this.first(keys);
    if (value === undefined) return otherwise;
    return typeof value === 'string' ? value : this.expected(keys, 'a text');
  }

  /** True where the key says true. */
  is(key: string): boolean {
    return this.values[key] === true;
  }

  /** Texts of a list, or one text; null where there is none. */
  texts(key: string): readonly string[] | null {
    const value = this.first([key]);
    return value === undefined ? null : [value].flat().map(String);
  }

  /** An object in it; null where there is none. */
  inner(key: string): Config | null {
    const { success, output } = v.safeParse(Anything, this.values[key]);
    return success ? new Config(this.folder, this.file, output as Values) : null;
  }

  keysOf(isMeant: (value: unknown) => boolean): readonly string[] {
    return Object.keys(this.values).filter((key) => isMeant(this.values[key]));
  }

  /** Keys that must be silent, or say one of these. @throws BrokenModelFileError */
  demand(allowed: Readonly<Record<string, readonly unknown[]>>): void {
    for (const [key, values] of Object.entries(allowed)) {
      const value = this.values[key] ?? null;
      if (value === null || values.includes(value)) continue;
      throw this.refusal(`asks for ${key}: ${JSON.stringify(value)}`);
    }
  }

  private first(keys: readonly string[]): unknown {
    return keys.map((key) => this.values[key] ?? undefined).find((value) => value !== undefined);
  }

  private expected(keys: readonly string[], what: string): never {
    throw new BrokenModelFileError(this.folder, this.file, `${keys.join(' or ')}: ${what} is expected.`);
  }
}
