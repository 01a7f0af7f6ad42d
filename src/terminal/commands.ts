/** What the commands drive in Node. */

export { proxy } from 'comlink';

export { startMiningWorker } from '../app/mining-worker';
export { EXPERIMENT_IDS } from '../experiments/list';
export * as mining from '../miner/command';
export { RankCommand, UnknownSource } from './rank';
export { readFiles } from './read';
