/** What the commands drive in Node. */

export { RankCommand, UnknownSource } from './rank';
export { readFiles } from './read';
