/** `npm run make:encoder`: makes a small static encoder from text, or measures one. See `--help`. */

import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { DEFAULT_MODEL } from './encoder/measure.mjs';
import { PROJECT, fromInvocation } from './lib/paths.mjs';
import { openSources } from './lib/source-modules.mjs';
import { wholeNumber } from './lib/whole-number.mjs';
import { SetupError, ensureDependencies, runMain } from './setup.mjs';

const USAGE = `usage: npm run make:encoder [-- --text DIR] [--out DIR] [--seed N] [--batch N] [--steps N] [--threads N]
       npm run make:encoder -- --check [DIR] [--text DIR]

Makes a static encoder of the bundled one's kind: vocabulary, co-occurrence and its singular vectors, contrastive
training, export. The same text and settings give the same bytes, whatever the number of threads. docs/MODELS.md has more.

  --text DIR   tables of text: openstax.tsv, medquad.tsv, factbook.tsv, wordnet.tsv, and for --check qed.tsv. Without it
               they are fetched from their sources, at pinned commits, into .cache/encoder
  --out DIR    the model folder, .cache/encoder/model by default
  --seed N     1 by default
  --batch N    pairs of a step, a multiple of eight, 1024 by default
  --steps N    4000 by default
  --threads N  as many as there are cores by default, four at most
  --check      measures DIR, the bundled encoder by default, on the recipe's tests and compares. Reads ../shared
  --help

Exit status: 0 done; 1 failed or wrong usage; 2 a figure is more than .01 below the recipe's.`;

const CACHE = join(PROJECT, '.cache', 'encoder');
const MOST_THREADS = 4;

await runMain(async () => {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      text,
      out: text,
      seed: text,
      batch: text,
      steps: text,
      threads: text,
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.length > (values.check ? 1 : 0)) {
    throw new SetupError(`${positionals.at(-1)}: expected nothing more.\n\n${USAGE}`);
  }
  const number = (
    /** @type {'seed' | 'batch' | 'steps' | 'threads'} */ name,
    /** @type {number} */ fallback,
  ) => wholeNumber(`--${name}`, values[name], fallback, { usage: USAGE });
  const place = (/** @type {string} */ path) => fromInvocation(path, 'make:encoder');
  const given = values.text === undefined ? null : place(values.text);
  const changes = {
    ...(values.seed === undefined ? {} : { seed: number('seed', 1) }),
    ...(values.batch === undefined ? {} : { batch: number('batch', 1) }),
    ...(values.steps === undefined ? {} : { steps: number('steps', 1) }),
  };
  if ((changes.batch ?? 0) % 8 !== 0) {
    throw new SetupError(`--batch ${values.batch}: expected a multiple of eight.\n\n${USAGE}`);
  }
  const threads = number('threads', Math.min(MOST_THREADS, availableParallelism()));
  await ensureDependencies();
  // The tests' settings: they too run this code in Node.
  const server = await openSources(join(PROJECT, 'vitest.config.ts'));
  const tell = (/** @type {string} */ line) => console.error(line);
  try {
    if (values.check) {
      const { checkFolder } = await server.ssrLoadModule('/bench/encoder/main.ts');
      const shared = resolve(PROJECT, '..', 'shared');
      const [folder] = positionals;
      const { table, below } = await checkFolder(
        folder === undefined ? DEFAULT_MODEL : place(folder),
        { text: given ?? CACHE, shared },
        tell,
      );
      console.log(table);
      return below.length === 0 ? 0 : 2;
    }
    const { make } = await server.ssrLoadModule('/scripts/encoder/make.ts');
    const out = values.out === undefined ? join(CACHE, 'model') : place(values.out);
    await make({ text: given, cache: CACHE, out, changes, threads, tell });
    console.log(`${out}: npm run make:encoder -- --check ${out} measures it.`);
    return 0;
  } catch (error) {
    // Its class is another one here: the module came through the server.
    if (error instanceof Error && error.name === 'RecipeError') throw new SetupError(error.message);
    throw error;
  } finally {
    await server.close();
  }
});
