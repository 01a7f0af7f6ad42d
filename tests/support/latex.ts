/** What would keep LaTeX from setting a table: read strictly, without LaTeX. */

/** Commands that our tables use; letters of names become some of them, and a name makes no other. */
const COMMANDS = new Set(
  (
    'begin end toprule midrule bottomrule rho eta psi tau lambda delta ' +
    'textbackslash textasciitilde textasciicircum'
  ).split(' '),
);

/** Faults of a file of LaTeX with one `tabular`, each in words; none where it is sound. */
export function faultsOfLatex(latex: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let columns = 0;
  for (const [at, line] of latex.split('\n').entries()) {
    if (line.startsWith('%')) continue;
    const say = (fault: string) => faults.push(`line ${at + 1}: ${fault}: ${line}`);
    // Escaped letters are letters; what is left has its meaning.
    const bare = line.replace(/\\[{}&%$#_]/g, '.');
    for (const [, name = ''] of bare.matchAll(/\\([a-zA-Z]+)/g))
      if (!COMMANDS.has(name)) say(`a command \\${name}`);
    if (/[#_~^%]/.test(bare.replace(/\$[^$]*\$/g, ''))) say('a sign that is not escaped');
    if ((bare.match(/\$/g) ?? []).length % 2 === 1) say('mathematics that is not closed');
    if ((bare.match(/\{/g) ?? []).length !== (bare.match(/\}/g) ?? []).length)
      say('a brace without its other');
    const [, verb, environment = ''] = /\\(begin|end)\{(\w+)\}/.exec(bare) ?? [];
    if (verb === 'begin') open.push(environment);
    if (verb === 'end' && open.pop() !== environment) say('an end without its beginning');
    const spec = /\\begin\{tabular\}\{(\w+)\}/.exec(bare)?.[1];
    if (spec !== undefined) columns = spec.length;
    else if (open.includes('tabular') && verb === undefined && !/^\\(?:top|mid|bottom)rule$/.test(bare)) {
      if (!bare.endsWith(' \\\\') || bare.indexOf('\\\\') !== bare.length - 2) say('no row of its own');
      const width = bare.slice(0, -3).split('&').length;
      if (width !== columns) say(`${width} cells for ${columns} columns`);
    }
  }
  if (open.length > 0) faults.push(`${open.join(', ')} not ended`);
  if (columns === 0) faults.push('no table');
  return faults;
}
