/** What the commands drive in Node: the page's session and the classes of its workers, without a page. */

import { lend, keepIn, PAGE } from './host';

export { EXPERIMENT_IDS } from '../experiments/list';
export * as mining from '../miner/command';
export { WEIGHTING_IDS } from '../scoring/weightings';
export { reportOf } from '../shards/merge';
export * as passes from '../shards/passes';
export { RankCommand, UnknownSource } from './rank';
export { readFiles } from './read';
export { startHere, startMining } from './workers';
export { keepIn, lend, PAGE };
