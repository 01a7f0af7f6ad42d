import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Svelte 5 with runes everywhere; the script blocks are TypeScript. */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
};
