/** An encoder worker: wiring only. */

import '../src/seal/in-worker';

import { SessionHost } from '../src/encoder/session';
import { exposeToBorrower } from '../src/lent-worker';

exposeToBorrower(new SessionHost());
