/// <reference types="svelte" />
/**
 * Svelte's runes as plain values, so that a state class runs in Node as it is written: its logic is tested here, what
 * is drawn of it in the browser. Import this file before the state class. `$derived` is not here: the classes tested
 * with it use getters.
 */

const value = <T>(initial: T): T => initial;

Object.assign(globalThis, { $state: Object.assign(value, { raw: value }) });
