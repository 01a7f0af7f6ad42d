/** Whether a content security policy is at least as strict as ours: https://www.w3.org/TR/CSP3/. */

/** Directives that block no request, or that not every browser knows. */
const NO_REQUESTS = ['frame-ancestors', 'require-trusted-types-for', 'trusted-types', 'fenced-frame-src'];

/** Fallbacks of missing directives, in order. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-attr': ['script-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'frame-src': ['child-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
  'base-uri': [],
  'form-action': [],
};

/**
 * The directives of our policy that another policy relaxes.
 * @param theirs the policy in force, as the browser reports it
 * @param ours
 * @param origin ours: some browsers write it instead of 'self'
 * @returns their names; empty if the other policy allows nothing that ours does not
 */
export function widerDirectives(theirs: string, ours: string, origin: string): string[] {
  const given = directivesOf(theirs, origin);
  return [...directivesOf(ours, origin)]
    .filter(([name]) => !NO_REQUESTS.includes(name))
    .filter(([name, allowed]) => {
      const named = [name, ...(FALLBACKS[name] ?? ['default-src'])].find((each) => given.has(each));
      const sources = named === undefined ? null : given.get(named);
      return !sources || [...sources].some((source) => !allowed.has(source));
    })
    .map(([name]) => name);
}

/** Sources by directive; `'none'` is no source. */
function directivesOf(policy: string, origin: string): Map<string, Set<string>> {
  const directives = new Map<string, Set<string>>();
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/);
    // The first of repeated directives applies.
    if (!name || directives.has(name.toLowerCase())) continue;
    const named = sources.filter((source) => source !== "'none'");
    directives.set(
      name.toLowerCase(),
      new Set(named.map((source) => (source === origin ? "'self'" : source))),
    );
  }
  return directives;
}
