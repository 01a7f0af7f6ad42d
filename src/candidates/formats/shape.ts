/**
 * What the fields of an entry are. Every format of candidate files is such a shape: names, a row of a table or the user say
 * which field is the query, which fields hold passages, and how each passage gets its grade. `read-entry.ts` reads by it.
 */

import { type Fault, type JsonObject } from '../fault';
import { idOf, readId, readText, wrongId } from './fields';
import { Ref, type Draft, type Format, type Text } from './format';
import type { ItemReader } from './passages';

/** Reads one part of an entry. */
export type Part<T> = (value: JsonObject) => T | Fault;

/** The grade of each passage of a field: a positive where it is high enough, neither where it is NaN. */
export type Grades = (value: JsonObject, items: readonly unknown[]) => readonly number[] | Fault;

/** Grades that do not depend on what the user calls relevant. */
export const POSITIVE = Infinity;
export const NEGATIVE = -Infinity;

/** A field with passages. */
export interface PassageField {
  readonly field: string;
  /** What all of them are, or how each gets its grade. */
  readonly are: 'positives' | 'negatives' | Grades;
  /** One passage, a list of them, either, or an object with a list for each system. */
  readonly holds: 'one' | 'list' | 'either' | 'systems';
  /** Reads one of them. */
  readonly item: ItemReader;
  /** The field with their title; null where there is none. */
  readonly title?: string | null;
  /** By default there are none. */
  readonly scores?: Scores | null;
  /** Fields that may hold a list with one item for each of them. */
  readonly beside?: readonly string[] | undefined;
}

/** Where the scores of passages stand: each may have one of its own, or a field holds a list of them. */
export type Scores = 'own' | { readonly list: string };

/** How the entries of one file are read, and what its {@link Format} says besides. By default all negatives are one source. */
export interface Shape extends Partial<Pick<Format, 'joins' | 'apart' | 'ofTexts' | 'byOrder'>> {
  readonly ask: Part<Text>;
  /** By default the query's id under its usual names. */
  readonly queryId?: Part<string | null> | undefined;
  /** The fields with passages that an entry has, positives first. */
  readonly passages: (value: JsonObject) => readonly PassageField[];
  /** Least grade of a positive; by default 1. */
  readonly relevant?: number;
  /** Positives may stand in other entries, or in the judgements. */
  readonly mayLackPositive?: boolean;
  /** No field holds negatives: the entries are pairs. */
  readonly mayLackNegatives?: boolean;
  /** A list is an instruction and a text. */
  readonly instructed?: boolean;
  /** The entry is a JSON list, with fields "1", "2" … */
  readonly isList?: boolean;
  /** The entry is a row of a table: its cells are texts and hold no embedding. */
  readonly ofCells?: boolean;
  /** The field with the score of the negative, or with a list of the scores of positive and negatives. */
  readonly score?: string | null;
  /** Of hits with texts: their ids. */
  readonly hitIds?: (value: JsonObject) => readonly string[];
  /** The fields that are used. */
  readonly uses: (value: JsonObject) => readonly string[];
  /** What the fields are called in messages. */
  readonly names: Draft['fields'];
}

/** A field that holds a text. */
export function text(field: string): Part<string> {
  return (value) => readText(value, field);
}

/** A field that holds a text, or a number that may be the id of a query (`ids-for-texts.ts` decides). */
export function textOrId(field: string): Part<Text> {
  return (value) => {
    const query = value[field];
    if (typeof query !== 'number' && typeof query !== 'bigint') return readText(value, field);
    const id = idOf(query);
    return id === null ? wrongId(field, query) : new Ref('queries', id);
  };
}

/** A field that holds an id. */
export function id(field: string): Part<string> {
  return (value) => readId(value, field);
}

/** A field that holds the query's own id or is missing, null or blank. */
export function optionalId(field: string | null): Part<string | null> {
  return (value) => {
    const found = field === null || !Object.hasOwn(value, field) ? null : value[field];
    if (found === null || found === '') return null;
    return idOf(found) ?? wrongId(field ?? '', found, 'a string or a number');
  };
}

/** A field that holds the id of a query in the queries file. */
export function queryRef(field: string): Part<Ref> {
  return (value) => {
    const found = readId(value, field);
    return typeof found === 'string' ? new Ref('queries', found) : found;
  };
}
