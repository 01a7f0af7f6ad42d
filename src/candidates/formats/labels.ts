import type { JsonObject } from '../records/fault';
import { isIdName, isScoreName } from './column-names';
import type { Format } from './format';

/** Longest value, in characters, that may be the name of a source. */
const LONGEST_LABEL = 80;

/**
 * Fields that may hold the source label: those with plain, short values that the format does not use and that are
 * neither ids nor scores; in the order in which they come up.
 */
export function labelColumns(samples: readonly JsonObject[], format: Format): string[] {
  const seen = new Map<string, { plain: boolean; filled: boolean }>();
  for (const sample of samples) {
    const used = new Set(format.uses(sample));
    for (const [name, value] of Object.entries(sample)) {
      if (used.has(name) || isIdName(name) || isScoreName(name)) continue;
      const column = seen.get(name) ?? { plain: true, filled: false };
      column.plain &&= value === null || isPlain(value);
      column.filled ||= value !== null && value !== '';
      seen.set(name, column);
    }
  }
  return [...seen].filter(([, { plain, filled }]) => plain && filled).map(([name]) => name);
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= LONGEST_LABEL && !/[\r\n]/.test(value);
  return ['number', 'bigint', 'boolean'].includes(typeof value);
}
