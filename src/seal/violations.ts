/** What the browser says when a policy in force refuses something. */

/** Calls the listener for every refusal of an enforced policy; those of a policy that only reports refuse nothing. */
export function onRefusal(
  scope: EventTarget,
  listener: (violation: SecurityPolicyViolationEvent) => void,
  signal?: AbortSignal,
): void {
  const heard = (event: Event) => {
    const violation = event as SecurityPolicyViolationEvent;
    if (violation.disposition === 'enforce') listener(violation);
  };
  scope.addEventListener('securitypolicyviolation', heard, signal ? { signal } : {});
}
