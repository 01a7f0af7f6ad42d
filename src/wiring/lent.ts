/** Functions lent to workers, such as receivers of progress: that one of them is called is a sign of life. */

import { transferHandlers, type TransferHandler } from 'comlink';

let calls = 0;

/** How often functions that this thread lent to workers have been called. */
export function newsOfLent(): number {
  return calls;
}

/** Has Comlink count the calls of every function that is lent from now on; to be called once in a thread. */
export function countLent(): void {
  const lending = transferHandlers.get('proxy') as TransferHandler<object, MessagePort>;
  transferHandlers.set('proxy', {
    ...lending,
    serialize: (lent: object) => lending.serialize(typeof lent === 'function' ? counted(lent) : lent),
  });
}

function counted(lent: object): object {
  return new Proxy(lent, {
    apply(target, self, given: unknown[]): unknown {
      calls++;
      return Reflect.apply(target as (...given: unknown[]) => unknown, self, given);
    },
  });
}
