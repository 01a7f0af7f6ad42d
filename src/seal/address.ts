/** Addresses: the one that the policy must refuse, and which requests go elsewhere. */

/** A name that no name server knows (RFC 2606): nothing is reached even if the request gets out. */
export const PROBE_HOST = 'negscope-seal-probe.invalid';

/** Addresses that leave this machine; `data:` and `blob:` do not. */
const NETWORK = /^(https?|wss?):$/;

/** The origin of a network address; null for what never leaves the machine, and for the probe. */
export function originAsked(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, hostname } = new URL(address);
  return NETWORK.test(protocol) && hostname !== PROBE_HOST ? origin : null;
}

/** Whether an address is of another origin. @param base for relative addresses */
export function isElsewhere(address: string, base: string): boolean {
  if (!URL.canParse(address, base)) return false;
  const { protocol, origin } = new URL(address, base);
  if (protocol === 'blob:' || protocol === 'data:' || protocol === 'javascript:') return false;
  return origin !== new URL(base).origin;
}
