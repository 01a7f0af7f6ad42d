/** The demo's stored result, as tests look for it. */

import { DEMO } from '../../src/pages/rank/opening/demo-result';

export const DEMO_HEADLINE = DEMO.result?.verdict.headline ?? '';

/** From the top down. */
export const DEMO_ROWS = DEMO.groups.flatMap(({ rows }) => rows);
