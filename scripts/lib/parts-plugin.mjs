/** Tells the page which files each of its parts consists of. */

const PAGE = /\/src\/pages\/(\w+)\/\w+Page\.svelte$/;

/**
 * Writes the files of every page's part into the built document, by the page's id: a part whose import failed once stays failed for as
 * long as the document is open, so the page fetches them before.
 *
 * @returns {import('vite').Plugin}
 */
export function listParts() {
  return {
    name: 'negscope-list-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const parts = Object.fromEntries(
          Object.values(bundle).flatMap((chunk) => {
            const id = chunk.type === 'chunk' ? PAGE.exec(chunk.facadeModuleId ?? '')?.[1] : undefined;
            return id === undefined ? [] : [[id, filesOf(chunk.fileName, bundle)]];
          }),
        );
        const content = JSON.stringify(parts);
        return [{ tag: 'meta', attrs: { name: 'negscope-parts', content }, injectTo: 'head' }];
      },
    },
  };
}

/**
 * A chunk, what it imports at once, and their styles.
 *
 * @param {string} name
 * @param {import('vite').Rollup.OutputBundle} bundle
 * @returns {string[]}
 */
function filesOf(name, bundle) {
  const files = new Set([name]);
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') continue;
    for (const each of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) files.add(each);
  }
  return [...files];
}
