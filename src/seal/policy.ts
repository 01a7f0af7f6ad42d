/** Whether a content security policy is ours: https://www.w3.org/TR/CSP3/. */

/**
 * The directives in which a policy differs from ours. Any other policy may let something out: a wider directive, a missing
 * one, or one beside ours, such as `script-src-elem`, or `report-uri`, where refused addresses are sent.
 * @param origin ours: some browsers write it instead of 'self'
 * @returns their names; empty for our policy
 */
export function differingDirectives(theirs: string, ours: string, origin: string): string[] {
  const [given, wanted] = [directivesOf(theirs, origin), directivesOf(ours, origin)];
  const names = new Set([...wanted.keys(), ...given.keys()]);
  return [...names].filter((name) => given.get(name) !== wanted.get(name));
}

/** Sources by directive, sorted. */
function directivesOf(policy: string, origin: string): Map<string, string> {
  const directives = new Map<string, string>();
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/);
    // The first of repeated directives applies.
    if (!name || directives.has(name.toLowerCase())) continue;
    const written = sources.map((source) => (source === origin ? "'self'" : source));
    directives.set(name.toLowerCase(), written.sort().join(' '));
  }
  return directives;
}
