/** Before the deep tests: brings what the bench and `--runtime native` are tested with. Where it cannot, those tests say so. */

import { ensureOthers } from '../../bench/lib/native.mjs';

export default async function installOthers(): Promise<void> {
  await ensureOthers(true);
}
