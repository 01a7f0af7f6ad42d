import type { JsonObject } from '../records/fault';
import type { CompanionKind, FormatId } from '../types';
import type { CompanionFormat, Format, Hint } from './format';
import { anyCompanion, candidateFormats, jsonOrder, tableOrder, weakFormats } from './order';

export { labelColumns } from './labels';
export { mappedFormat } from './mapped';
export { candidateFormats, companionFormats } from './order';

/** The format that an entry fits, as its file has it; null where it fits none. */
export function recognise(value: JsonObject, hint: Hint): Format | CompanionFormat | null {
  const found = orderFor(hint).find((format) => format.matches(value, hint));
  return found === undefined ? null : fitted(found, hint);
}

/**
 * The format of a file: that of the first sample that fits a telling format, or else of the first that fits any. So a
 * line about the file, which columns by order would fit, does not decide for the records under it. Null where no sample
 * fits any.
 */
export function recogniseFile(hint: Hint): Format | CompanionFormat | null {
  const telling = orderFor(hint).filter((format) => !weakFormats.has(format));
  for (const sample of hint.samples) {
    const found = telling.find((format) => format.matches(sample, hint));
    if (found !== undefined) return fitted(found, hint);
  }
  for (const sample of hint.samples) {
    const found = recognise(sample, hint);
    if (found !== null) return found;
  }
  return null;
}

function orderFor({ container }: Hint): readonly (Format | CompanionFormat)[] {
  return container === 'CSV' || container === 'TSV' || container === 'columns' ? tableOrder : jsonOrder;
}

/**
 * The format that the user says a file has. A companion's format reads all shapes of its kind.
 * @param hint what is known of the file: with it, its samples decide what columns hold, as for a file that is recognised;
 *   strings of digits are texts then, and only numbers ids
 */
export function formatById(
  id: Exclude<FormatId, 'mapped'> | CompanionKind,
  hint: Hint | null = null,
): Format | CompanionFormat {
  if (id === 'corpus' || id === 'queries' || id === 'qrels') return anyCompanion[id];
  const found = candidateFormats.find((format) => format.id === id);
  if (found === undefined) throw new Error(`no format has the id ${id}`);
  return hint === null ? found : fitted(found, { ...hint, isSaid: true });
}

function fitted<T extends Format | CompanionFormat>(format: T, hint: Hint): T | Format {
  return 'fit' in format ? (format.fit?.(hint) ?? format) : format;
}
