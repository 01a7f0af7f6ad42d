/** Where the columns of the ribbon stand. */

import type { Ribbon, RibbonColumn } from '../../experiments/stability';
import { tableOf } from '../../report/data-table';
import type { DataTable } from '../../ui/table';

/** Least distance of two columns, and the gap between two groups, in pixels. */
export const PITCH = 16;
const GAP = 18;

/** The widest distance. */
const WIDEST = 34;

export interface ColumnGroup {
  readonly name: string;
  readonly columns: readonly RibbonColumn[];
}

export interface PlacedColumns {
  /** Distance of two columns. */
  readonly pitch: number;
  /** Of all columns with their gaps. */
  readonly length: number;
  readonly groups: readonly {
    readonly name: string;
    readonly columns: readonly { readonly at: number; readonly column: RibbonColumn }[];
  }[];
}

/** Columns that vary the same thing, in their order. */
export function groupsOf(columns: readonly RibbonColumn[]): readonly ColumnGroup[] {
  return [...new Set(columns.map(({ group }) => group))].map((name) => ({
    name,
    columns: columns.filter(({ group }) => group === name),
  }));
}

/** A letter of a column's name at 12 px on average; and what lies between name and column. */
const LETTER = 6.7;
const ASIDE = 14;

/** Pixels that the longest name takes. */
export function labelRoom(names: readonly string[]): number {
  return Math.ceil(LETTER * Math.max(0, ...names.map(({ length }) => length)) + ASIDE);
}

/** @param room in pixels that the columns share; null: the least distance */
export function placedColumns(groups: readonly ColumnGroup[], room: number | null): PlacedColumns {
  const count = groups.reduce((sum, { columns }) => sum + columns.length, 0);
  const gaps = GAP * Math.max(0, groups.length - 1);
  const free = room === null ? PITCH : (room - gaps) / Math.max(1, count);
  const pitch = Math.min(WIDEST, Math.max(PITCH, free));
  let at = 0;
  const placed = groups.map(({ name, columns }, g) => {
    if (g > 0) at += GAP;
    return {
      name,
      columns: columns.map((column) => {
        at += pitch;
        return { at: at - pitch / 2, column };
      }),
    };
  });
  return { pitch, length: at, groups: placed };
}

/** The ribbon as a table: a row a variation. */
export function ribbonTable({ columns, trusted, flagged }: Ribbon): DataTable {
  return tableOf(columns, [
    ['varied', ({ group }) => group],
    ['variation', ({ name }) => name],
    ...trusted.map(
      ({ name }, place) => [`${name}, rank`, ({ ranks }: RibbonColumn) => ranks[place]] as const,
    ),
    ...flagged.map(
      ({ name }, place) =>
        [`${name}, trusted sources above it`, ({ above }: RibbonColumn) => above[place]] as const,
    ),
    ['your setting', ({ own }) => (own ? 'yes' : 'no')],
  ]);
}
