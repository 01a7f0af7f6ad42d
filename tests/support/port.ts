/** Servers of tests, on a port that is free. */

import { createServer, type Server } from 'node:net';

/** Has a server listen on this machine alone, and answers with its port. */
export async function portOf(server: Server, host = 'localhost'): Promise<number> {
  await new Promise<void>((done) => server.listen(0, host, done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

export async function freePort(host?: string): Promise<number> {
  const server = createServer();
  const port = await portOf(server, host);
  await new Promise((done) => server.close(done));
  return port;
}
