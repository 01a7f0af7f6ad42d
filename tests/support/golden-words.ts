/** Words that stand in a file, which a person has read. */

import { expect } from 'vitest';

/** Whether an error is no refusal: the engine's own, or an assertion's. */
const isFault = (error: Error) => /^(Type|Range|Reference|Syntax|Eval|URI|Assertion)?Error$/.test(error.name);

/**
 * Holds what is said of each case, or how it fails, against a golden file beside the test; `npx vitest -u` writes it.
 * @param cases by what they are
 */
export async function expectWords<Case>(
  file: string,
  cases: Readonly<Record<string, Case>>,
  say: (each: Case) => unknown,
): Promise<void> {
  const lines: string[] = [];
  for (const [what, each] of Object.entries(cases)) {
    const said = await Promise.resolve(each)
      .then(say)
      .catch((error: Error) => {
        if (isFault(error)) throw error;
        return `${error.name}: ${error.message}`;
      });
    lines.push(`${what}: ${typeof said === 'string' ? said : JSON.stringify(said)}\n`);
  }
  await expect(lines.join('')).toMatchFileSnapshot(file);
}
