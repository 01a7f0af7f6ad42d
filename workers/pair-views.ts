/** The worker of the audit's linked views: wiring only. */

import '../src/seal/in-worker';

import * as Comlink from 'comlink';

import { PairViews, type PairViewsApi } from '../src/crossfilter/pair-views';
import { expose } from '../src/worker';

const views = new PairViews();

const api: PairViewsApi = {
  load: (pairs, gating) => views.load(pairs, gating),
  recompute: (gating, labels) => views.recompute(gating, labels),
  setLabels: (codes) => views.setLabels(codes),
  setPlane: (request) => {
    const picture = views.setPlane(request);
    return Comlink.transfer(picture, [picture.buffer]);
  },
  view: (filter, sort) => {
    const answer = views.view(filter, sort);
    const buffers = [answer.rows.buffer, ...(answer.chosen ? [answer.chosen.buffer] : [])];
    return Comlink.transfer(answer, buffers);
  },
  pairsOf: (rows) => views.pairsOf(rows),
  rowsOfQuery: (query) => views.rowsOfQuery(query),
};

expose(api);
