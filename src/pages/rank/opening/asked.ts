/** Which of the addresses that a page asked for lie elsewhere. */

/** Addresses that leave this machine; `data:` and `blob:` do not. */
const NETWORK = /^(https?|wss?):$/;

/** One address that was asked for. */
export interface Asked {
  readonly address: string;
  /** True where it is of another origin than the page. */
  readonly elsewhere: boolean;
}

/** @param own origin of the page */
export function askedOf(addresses: readonly string[], own: string): Asked[] {
  return addresses.flatMap((address) => {
    if (!URL.canParse(address)) return [];
    const { protocol, origin } = new URL(address);
    return NETWORK.test(protocol) ? [{ address, elsewhere: origin !== own }] : [];
  });
}
