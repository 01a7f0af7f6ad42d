/** Holds a static encoder's folder to the figures of the bundled one's recipe, for `npm run make:encoder -- --check`. */

import { figuresOf, type Places } from './figures';

/** What is lost at most to another order of sums, another seed, fewer levels. */
const TOLERANCE = 0.01;

/** The recipe's figures, of its table of floats; the bundled folder has fifteen levels a number. */
const RECIPE: ReadonlyMap<string, number> = new Map([
  ['QED-dev, MRR, 512 tokens', 0.704],
  ['QED-dev, rank 1, 512 tokens', 0.624],
  ['QED-dev, MRR, 128 tokens', 0.688],
  ['XQuAD, rank 1 of 240, 512 tokens', 0.803],
  ['XQuAD, rank 10 of 240, 512 tokens', 0.98],
  ['XQuAD, rank 1 of 240, 128 tokens', 0.767],
  ['XQuAD, rank 10 of 240, 128 tokens', 0.96],
  ['dl1920, positive before bm25', 0.647],
  ['dl1920, positive before tasb', 0.75],
  ['dl1920, positive before repllama', 0.732],
  ['dl1920, positive before random', 0.9997],
  ['dl1920, Spearman with potion, ρ', 0.834],
  ['dl1920, Spearman with potion, η', 0.593],
  ['XQuAD, Spearman with potion, ρ', 0.621],
  ['XQuAD, Spearman with potion, η', 0.392],
]);

/**
 * @returns the figures as a Markdown table, and the names of those that are more than .01 below the recipe's
 * @throws RecipeError where the folder is no static encoder
 */
export async function checkFolder(
  folder: string,
  places: Places,
  tell: (line: string) => void,
): Promise<{ table: string; below: string[] }> {
  const figures = await figuresOf(folder, places, tell);
  const below: string[] = [];
  const rows = [...figures].map(([name, here]) => {
    const recipe = RECIPE.get(name);
    if (recipe === undefined) return [name, '–', here.toFixed(3), ''];
    const falls = recipe - here > TOLERANCE;
    if (falls) below.push(name);
    const sign = here < recipe ? '−' : '+';
    const difference = `${sign}${Math.abs(here - recipe).toFixed(3)}`;
    return [name, recipe.toFixed(3), here.toFixed(3), falls ? `${difference}, below` : difference];
  });
  const lines = [['figure', 'recipe', 'here', 'difference'], ['---', '---', '---', '---'], ...rows];
  return { table: lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'), below };
}
