/** What a file's plan makes of one of its entries. */

import { Fault, type JsonObject } from '../fault';
import type { Draft } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import { isPositional } from '../read/entries';
import type { LabelChoice } from '../reading';

export function draftOf({ expectsObjects, format, group }: FilePlan, value: JsonObject): Draft | Fault {
  if (expectsObjects && isPositional(Object.keys(value))) {
    const message = 'Expected a JSON object { … } as in the other records, found a list.';
    return new Fault('not-an-object', null, message);
  }
  const draft = format.read(value);
  if (group === null || draft instanceof Fault) return draft;
  const unit = plainValue(value, group);
  return unit === '' ? draft : { ...draft, group: unit };
}

/** The source label of an entry whose lists stay together; null where the whole file is one source. */
export function entryLabel(value: JsonObject, choice: LabelChoice): string | null | Fault {
  if (choice.kind !== 'column') return null;
  const text = plainValue(value, choice.column);
  if (text !== '') return text;
  const message = `\`${choice.column}\` gives the source label. Here it is missing, or not a plain value.`;
  return new Fault('no-label', choice.column, `${message} Fill it in, or choose another source label.`);
}

/** A text, number or boolean of a column, trimmed; blank for all else. */
function plainValue(value: JsonObject, column: string): string {
  const found = Object.hasOwn(value, column) ? value[column] : null;
  return typeof found === 'object' || found === undefined ? '' : String(found).trim();
}
