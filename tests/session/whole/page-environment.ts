/** Node, for modules that are compiled as for the page: Svelte's effects run. */

import type { Environment } from 'vitest/runtime';

const environment: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

export default environment;
