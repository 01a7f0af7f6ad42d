/** How a worker offers its face: the other end of `openWorker`. */

import * as Comlink from 'comlink';

import { holdLifeline } from './lifeline';
import { answeringRollCalls } from './roll-call';

/**
 * Answers every call that comes from whoever opened this worker, or through a port.
 * @param port another one than that to the opener
 */
export function expose<Face extends object>(face: Face, port?: Comlink.Endpoint): void {
  if (!port) holdLifeline((message) => self.postMessage(message));
  Comlink.expose(releasing(face), answeringRollCalls(port ?? (self as Comlink.Endpoint)));
}

/**
 * A face that lets go of the functions it was given, such as a receiver of progress, once it has answered. Each of them
 * holds a message port on both sides, which would otherwise stay open until the garbage collector finds it.
 */
function releasing<Face extends object>(face: Face): Face {
  return new Proxy(face, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        try {
          return await (Reflect.apply(member, target, given) as unknown);
        } finally {
          for (const each of given) if (isRemote(each)) each[Comlink.releaseProxy]();
        }
      };
    },
  });
}

/** A proxy of Comlink's tells no property to `in`: it has to be asked for the one that only such proxies have. */
function isRemote(value: unknown): value is Comlink.ProxyMethods {
  return typeof value === 'function' && typeof Reflect.get(value, Comlink.releaseProxy) === 'function';
}
