/** What the commands drive in Node. */

export { EXPERIMENT_IDS } from '../experiments/list';
export { RankCommand, UnknownSource } from './rank';
export { readFiles } from './read';
