import type { JsonObject } from '../records/fault';
import type { CompanionKind, FormatId } from '../types';
import { hasKeys, type Format, type Joins } from './format';
import { digitsAreIds, type Digits } from './ids-for-texts';
import { readDraft, type Parts } from './read-draft';

/** What one format of records under field names is; what is not said is as most formats have it. */
export interface DraftFormat {
  readonly id: FormatId;
  readonly name: string;
  readonly shape: string;
  readonly keys: readonly string[];
  /** Fields that it uses, or has for itself, beside `keys`. */
  readonly alsoUses?: readonly string[];
  readonly joins?: Joins;
  readonly needs?: readonly CompanionKind[];
  readonly apart?: 'keys' | 'fields';
  /** Whether an entry has the format's fields: all of `keys` where nothing is said. */
  readonly matches?: (value: JsonObject) => boolean;
  readonly parts: Parts | ((value: JsonObject) => Parts);
  /** Whether passages are texts, in whose place some files have ids. */
  readonly ofTexts?: boolean;
}

/** The format that is so described. */
export function draftFormat(spec: DraftFormat): Format {
  return formatWith(spec, spec.ofTexts === true ? true : null);
}

function formatWith(spec: DraftFormat, digits: Digits | null): Format {
  const { id, name, shape, keys, alsoUses = [], joins = 'none', needs = [], apart = null, parts } = spec;
  const used = [...keys, ...alsoUses];
  const format: Format = {
    ...{ id, name, shape, keys, joins, needs, apart },
    matches: spec.matches ?? ((value) => hasKeys(value, keys)),
    uses: () => used,
    read: (value) => readDraft(value, typeof parts === 'function' ? parts(value) : parts, digits),
  };
  if (digits === null) return format;
  return { ...format, fit: (hint) => formatWith(spec, digitsAreIds(hint, format.read)) };
}
