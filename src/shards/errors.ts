/** Why shards cannot be summed or parts cannot be merged: whole sentences, with what to do. */
export class ShardError extends Error {
  override readonly name = 'ShardError';
}
