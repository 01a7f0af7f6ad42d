/** A source of an experiment, as compared and as shown. */

import type { SourceFigures } from '../engine/result';
import { shortNames, type ShortNames } from '../ui/charts/text';

/** A source of the run as the experiments compare it. */
export interface ExperimentSource {
  readonly id: number;
  readonly name: string;
  /** Sources of one setting are compared. */
  readonly setting: string;
  readonly reference: boolean;
  /** A finding bars it from a rank: an order is one of the others. */
  readonly outside: boolean;
}

export function settingsOf(sources: readonly Pick<ExperimentSource, 'setting'>[]): string[] {
  return sources.map(({ setting }) => setting);
}

/** A source of an outcome as the page shows it. */
export interface ShownSource extends ExperimentSource {
  /** 0-based place in the palette, and the colour there as a CSS value. */
  readonly colour: number;
  readonly css: string;
  /** Null where the shown run no longer has it. */
  readonly figures: SourceFigures | null;
}

/** By name. @param of gets the source's place */
export function bySource<T>(sources: readonly Pick<ExperimentSource, 'name'>[], of: (place: number) => T) {
  // fromEntries keeps a source named `__proto__`; an assignment would lose it.
  return Object.fromEntries(sources.map(({ name }, place) => [name, of(place)])) as Record<string, T>;
}

/** Letters of a name in a card. Two of them stand in a row of a phone. */
const LETTERS = 11;

/** Sources with names that a picture has room for, told apart, and a sentence on what was left out; empty where nothing was. */
export function shortened<Source extends { readonly name: string }>(
  sources: readonly Source[],
  letters = LETTERS,
): ShortNames & { readonly sources: readonly Source[] } {
  const names = shortNames(
    sources.map(({ name }) => name),
    letters,
  );
  return { ...names, sources: sources.map((source) => ({ ...source, name: names.of(source.name) })) };
}
