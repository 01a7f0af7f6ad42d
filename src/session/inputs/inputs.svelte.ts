/** What a run is asked for beside files and encoder: the table's values of now, from the address, the kept session and the user. */

import type { RunSettings } from '../../engine/result';
import type { Gating } from '../../scoring/weightings';
import { INPUTS, INPUT_NAMES, ROWS, type InputName, type Values } from './table';

/** What the address says beside the table: files that the command gave, and which of them are for an evaluation. */
const OTHERS = ['given', 'evaluation'];

/** What asks for another run where it changes; plain data. */
export type AskedInputs = Readonly<Partial<Values>>;

export class Inputs {
  readonly values = $state<Values>(startsOf());
  readonly unread: readonly string[];
  /** Names of files whose queries are for an evaluation. */
  readonly evaluation: readonly string[];
  private readonly ofAddress: readonly InputName[];

  /** @param search of the page's address, or as a command writes it */
  constructor(search: string) {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- read once
    const asked = new URLSearchParams(search);
    this.evaluation = asked.getAll('evaluation');
    const read = [...asked].map(([name, text]) => ({ name, text, value: valueIn(name, text) }));
    const known = read.flatMap(({ name, value }) =>
      isInput(name) && value !== undefined ? [[name, value] as const] : [],
    );
    Object.assign(this.values, Object.fromEntries(known));
    this.ofAddress = known.map(([name]) => name);
    this.unread = read.flatMap(({ name, text, value }) =>
      value !== undefined || OTHERS.includes(name)
        ? []
        : `“${name}=${text}” was left out: ${expected(name)}.`,
    );
  }

  /** By wrong input: what is expected there. */
  get wrong(): Readonly<Partial<Record<InputName, string>>> {
    const wrong = INPUT_NAMES.filter((name) => {
      const [{ start, read, field }, value] = [ROWS[name], this.values[name]];
      return field !== undefined && value !== start && read(String(value)) === undefined;
    });
    return Object.fromEntries(wrong.map((name) => [name, `${INPUTS[name].expected}.`]));
  }

  get problems(): readonly string[] {
    return Object.entries(this.wrong).map(
      ([name, words]) => `${ROWS[name as InputName].field ?? name}: ${words}`,
    );
  }

  /** Temperature and weighting; null where the temperature is not valid. */
  get gating(): Gating | null {
    const { tau, weighting } = this.values;
    return tau !== null && this.wrong.tau === undefined ? { tau, weighting } : null;
  }

  /** The first so many negatives of each record; null for all. */
  get firstNegatives(): number | null {
    return this.wrong.negatives === undefined ? this.values.negatives : null;
  }

  get asked(): AskedInputs {
    return valuesOf(this.values, (name) => ROWS[name].changed !== undefined);
  }

  kept(): AskedInputs {
    const { tau, weighting } = this.values;
    return { ...this.asked, tau, weighting };
  }

  /** Puts kept inputs back, except for what the page's address asks for. */
  restore(kept: AskedInputs): void {
    Object.assign(
      this.values,
      valuesOf(kept, (name) => name in kept && !this.ofAddress.includes(name)),
    );
  }

  /** The settings of a run; null while an input is wrong. */
  get runSettings(): RunSettings | null {
    const { values, gating } = this;
    const { queries, group, sample, negatives, seed, batch, normalise } = values;
    if (gating === null || seed === null || batch === null || group === null) return null;
    if (this.problems.length > 0) return null;
    return {
      ...gating,
      tokenizer: 'alphanumeric',
      idf_corpus: 'pooled-documents',
      queries,
      group,
      sample,
      negatives,
      seed,
      batch_size: batch,
      normalise,
    };
  }
}

/** Changes, each to follow "You": `set the seed to 7`. */
export function inputChanges(then: AskedInputs, now: AskedInputs): string[] {
  return INPUT_NAMES.flatMap((name) => {
    const { changed } = ROWS[name];
    return changed === undefined || then[name] === now[name] ? [] : changed(now[name]);
  });
}

function startsOf(): Values {
  return Object.fromEntries(INPUT_NAMES.map((name) => [name, ROWS[name].start])) as Values;
}

function valuesOf(values: AskedInputs, takes: (name: InputName) => boolean): AskedInputs {
  return Object.fromEntries(INPUT_NAMES.filter(takes).map((name) => [name, values[name]]));
}

function isInput(name: string): name is InputName {
  return Object.hasOwn(INPUTS, name);
}

/** Undefined for a name that no row has, and for a text that is no value of its row. */
function valueIn(name: string, text: string): unknown {
  return isInput(name) ? ROWS[name].read(text) : undefined;
}

function expected(name: string): string {
  return isInput(name) ? `expected ${INPUTS[name].expected}` : 'there is no such input';
}
