import type { JsonObject } from '../fault';
import type { CompanionKind, FormatId, Mapping } from '../types';
import type { CompanionFormat, Format, Hint } from './format';
import { mappedFormat as mapped } from './mapped';
import { anyCompanion, candidateFormats, jsonOrder, tableOrder } from './order';

export { labelColumns } from './labels';
export { candidateFormats, companionFormats } from './order';

/** The format that an entry fits, as its file has it; null where it fits none. */
export function recognise(value: JsonObject, hint: Hint): Format | CompanionFormat | null {
  const isTable = hint.container === 'CSV' || hint.container === 'TSV' || hint.container === 'columns';
  const found = (isTable ? tableOrder : jsonOrder).find((format) => format.matches(value, hint));
  return found === undefined ? null : fitted(found, hint);
}

/**
 * The format that the user says a file has. A companion's format reads all shapes of its kind.
 * @param hint what is known of the file: with it, its samples decide what columns hold, as for a file that is recognised
 */
export function formatById(
  id: Exclude<FormatId, 'mapped'> | CompanionKind,
  hint: Hint | null = null,
): Format | CompanionFormat {
  if (id === 'corpus' || id === 'queries' || id === 'qrels') return anyCompanion[id];
  const found = candidateFormats.find((format) => format.id === id);
  if (found === undefined) throw new Error(`no format has the id ${id}`);
  return hint === null ? found : fitted(found, hint);
}

/** The format of a file whose fields the user has named; `hint` as in {@link formatById}. */
export function mappedFormat(mapping: Mapping, hint: Hint | null = null): Format {
  const format = mapped(mapping);
  return hint === null ? format : (format.fit?.(hint) ?? format);
}

function fitted<T extends Format | CompanionFormat>(format: T, hint: Hint): T | Format {
  return 'fit' in format ? (format.fit?.(hint) ?? format) : format;
}
