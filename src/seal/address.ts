/** Addresses: the one that the policy must refuse, and which of those asked for lie elsewhere. */

/** A name that no name server knows (RFC 2606): nothing is reached even where the request gets out. */
export const PROBE_HOST = 'negscope-seal-probe.invalid';

/** Addresses that leave this machine; `data:` and `blob:` do not. */
const NETWORK = /^(https?|wss?):$/;

/** Addresses of the network by their origin; null for what never leaves the machine, and for the probe. */
export function originAsked(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, hostname } = new URL(address);
  return NETWORK.test(protocol) && hostname !== PROBE_HOST ? origin : null;
}

/** True for an address of the network that is not of this origin. @param base what it may be relative to */
export function isElsewhere(address: string, base: string): boolean {
  if (!URL.canParse(address, base)) return false;
  const { protocol, origin } = new URL(address, base);
  if (protocol === 'blob:' || protocol === 'data:' || protocol === 'javascript:') return false;
  return origin !== new URL(base).origin;
}
