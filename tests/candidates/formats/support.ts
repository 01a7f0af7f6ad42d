/** What the formats make of small files and entries. */

import { hasCode } from '../../../src/candidates/errors';
import {
  planFile,
  type CompanionPlan,
  type FilePlan,
  type NoPlan,
} from '../../../src/candidates/formats/plan';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import type { CompanionReader, Draft, Format, Hint } from '../../../src/candidates/formats/format';
import { fitted } from '../../../src/candidates/formats/ids-for-texts';
import { recogniseFile } from '../../../src/candidates/formats/recognise';
import { Fault, type JsonObject } from '../../../src/candidates/fault';
import type { NamedKind } from '../../../src/candidates/formats/catalogue';

/** How a file will be read. */
export function planned(path: string, content: string): Promise<FilePlan | CompanionPlan | NoPlan> {
  const file = new File([content], path.split('/').at(-1) ?? path);
  return planFile(file, defaultLoadOptions(path), new AbortController().signal);
}

/** Items under "1", "2" … */
export function placed(items: readonly unknown[]): JsonObject {
  return Object.fromEntries(items.map((item, index) => [String(index + 1), item]));
}

/** The format of what is known of a file, fitted to its first entries. */
export function formatFor(hint: Hint): Format | CompanionReader | null {
  const found = recogniseFile(hint);
  if (found === null) return null;
  return 'kind' in found ? found : fitted(found, hint.samples).format;
}

/** What a file is recognised as: a format's id or a companion's kind. */
export async function recognised(path: string, content: string): Promise<string | null> {
  const plan = await planned(path, content).catch((error: unknown) => {
    if (hasCode(error, 'NotCandidatesError')) return null;
    throw error;
  });
  if (plan === null || 'fields' in plan) return null;
  return 'companion' in plan ? plan.companion.kind : plan.format.id;
}

/** The format of JSON entries, which must be one of candidates. */
export function jsonFormat(...entries: JsonObject[]): Format {
  const samples = entries.slice(0, 100);
  const format = formatFor({ path: 'a.jsonl', container: 'JSONL', named: true, samples });
  if (format === null || 'kind' in format) throw new Error('not recognised as candidates');
  return format;
}

/** JSON entries read by the order of their fields, as a user may ask for; null where that gives no tuples. */
export function orderFormat(...entries: JsonObject[]): Format | null {
  const hint: Hint = { path: 'a.jsonl', container: 'JSONL', named: true, samples: entries, byOrder: true };
  const format = formatFor(hint);
  return format === null || 'kind' in format ? null : format;
}

/** How companions of a kind are read whose first entries tell nothing. */
export function companionById(said: NamedKind): CompanionReader {
  const found = recogniseFile({ path: '', container: 'JSONL', named: true, samples: [{}], said });
  if (found === null || 'id' in found) throw new Error(`not read as ${said}`);
  return found;
}

/** A draft, which must be none of a fault. */
export function draftOf(format: Format, value: JsonObject): Draft {
  const draft = format.read(value);
  if (draft instanceof Fault) throw new Error(draft.message);
  return draft;
}

/** Code and field of the fault that reading an entry must give. */
export function faultOf(format: Format | CompanionReader, value: JsonObject): [string, string | null] {
  const fault = format.read(value);
  if (!(fault instanceof Fault)) throw new Error('read without a fault');
  return [fault.code, fault.field];
}
