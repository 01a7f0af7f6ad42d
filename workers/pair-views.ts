/** The worker of the audit's linked views: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import { PairViews, type PairViewsApi } from '../src/crossfilter/pair-views';
import { expose } from '../src/worker';

const views = new PairViews();

const api: PairViewsApi = {
  load: (pairs, gating, files) => views.load(pairs, gating, files),
  recompute: (gating) => views.recompute(gating),
  view: (...asked) => {
    const answer = views.view(...asked);
    const buffers = [answer.rows.buffer, ...(answer.chosen ? [answer.chosen.buffer] : [])];
    return Comlink.transfer(answer, buffers);
  },
  pairsOf: (rows) => views.pairsOf(rows),
  rowsFound: (id) => views.rowsFound(id),
};

expose(api);
