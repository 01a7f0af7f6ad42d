/** config.json of a checkpoint, read key by key: what is missing, or asks for what is not built, is refused by its name. */

import { BrokenModelFileError } from '../errors';

/** How to use a model that is not built from its checkpoint. */
export const OTHER_WAY =
  'Export it with "optimum-cli export onnx --library sentence_transformers --task feature-extraction --model ID DIR", or rank ' +
  'with its vectors in your files.';

/** @param what a file asks for */
export function notBuilt(folder: string, file: string, what: string, way = OTHER_WAY): BrokenModelFileError {
  const reason = `It ${what}, which Negscope does not run: its vectors would be another encoder's. ${way}`;
  return new BrokenModelFileError(folder, file, reason);
}

type Values = Readonly<Record<string, unknown>>;

export class Config {
  /** @param file its path, for messages */
  constructor(
    private readonly folder: string,
    private readonly file: string,
    private readonly values: Values,
  ) {}

  get family(): string {
    return this.textOr('', 'model_type');
  }

  /** The error for what it asks. */
  refusal(what: string, way?: string): BrokenModelFileError {
    return notBuilt(this.folder, this.file, what, way);
  }

  /** The first of these keys that has a number. @throws BrokenModelFileError where none has */
  number(...keys: readonly string[]): number {
    const found = this.numberOr(null, ...keys);
    if (found !== null) return found;
    throw new BrokenModelFileError(this.folder, this.file, `${keys.join(' or ')}: a number is expected.`);
  }

  numberOr<T>(otherwise: T, ...keys: readonly string[]): number | T {
    return keys.map((key) => this.values[key]).find((value) => typeof value === 'number') ?? otherwise;
  }

  textOr<T>(otherwise: T, ...keys: readonly string[]): string | T {
    return keys.map((key) => this.values[key]).find((value) => typeof value === 'string') ?? otherwise;
  }

  /** True where the key says true. */
  is(key: string): boolean {
    return this.values[key] === true;
  }

  /** Texts of a list; null where there is none. */
  texts(key: string): readonly string[] | null {
    const list = this.values[key];
    return Array.isArray(list) ? list.map(String) : null;
  }

  /** An object in it; null where there is none. */
  inner(key: string): Config | null {
    const inner = this.values[key];
    const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return isObject ? new Config(this.folder, this.file, inner as Values) : null;
  }

  /** Keys that must be silent, or say one of these. @throws BrokenModelFileError */
  demand(allowed: Readonly<Record<string, readonly unknown[]>>): void {
    for (const [key, values] of Object.entries(allowed)) {
      const value = this.values[key] ?? null;
      if (value === null || values.includes(value)) continue;
      throw this.refusal(`asks for ${key}: ${JSON.stringify(value)}`);
    }
  }
}
