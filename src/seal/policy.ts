/** Whether a content security policy holds at least as much as ours: https://www.w3.org/TR/CSP3/. */

/** Directives that hold back no request, or that not every browser knows. */
const NO_REQUESTS = ['frame-ancestors', 'require-trusted-types-for', 'trusted-types', 'fenced-frame-src'];

/** Where a directive that is not named is looked up, the nearest first. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-attr': ['script-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'frame-src': ['child-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
  'base-uri': [],
  'form-action': [],
};

/**
 * The directives of our policy that another one leaves wider.
 * @param theirs the policy in force, as the browser tells it
 * @param ours
 * @param origin ours: some browsers write it out in place of 'self'
 * @returns their names; empty where the other policy lets through nothing that ours would not
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
    // Of a directive that is named twice the first holds.
    if (!name || directives.has(name.toLowerCase())) continue;
    const named = sources.filter((source) => source !== "'none'");
    directives.set(
      name.toLowerCase(),
      new Set(named.map((source) => (source === origin ? "'self'" : source))),
    );
  }
  return directives;
}
