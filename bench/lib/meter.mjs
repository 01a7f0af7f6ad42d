/** Counts what crosses the wire: a relay before a server, on the level of bytes, so that headers count too. */

import { connect, createServer } from 'node:net';

/**
 * @param {string} url of a server on localhost
 * @returns {Promise<{ url: string, received: () => number, close: () => Promise<void> }>} url: the same path behind
 *   the relay; received: bytes that the server has sent so far
 */
export async function meter(url) {
  const target = new URL(url);
  let bytes = 0;
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set();
  const relay = createServer((browser) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [socket, other] of /** @type {const} */ ([
      [browser, server],
      [server, browser],
    ])) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket));
      socket.pipe(other);
    }
    server.on('data', (part) => (bytes += part.length));
  });
  await new Promise((done) => relay.listen(0, 'localhost', () => done(undefined)));
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.');
  return {
    url: new URL(target.pathname, `http://localhost:${address.port}`).href,
    received: () => bytes,
    close: () =>
      new Promise((done) => {
        relay.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}
