/** An encoder worker as a thread of Node: wiring only. */

import { lend, type Native } from './host';

import { parentPort, workerData, type MessagePort } from 'node:worker_threads';

import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';

import { SessionHost } from '../encoder/session';

lend((workerData as { native: Native | null }).native);

Comlink.expose(new SessionHost(), nodeEndpoint(parentPort as MessagePort));
