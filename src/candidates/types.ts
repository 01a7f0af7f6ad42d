/** The types that readers, store and everyone who asks the candidates worker share, under one address. */

export type * from './candidate-record';
export type * from './reading';
export type * from './outcomes';
export type * from './faces';
export { defaultLoadOptions } from './reading';
