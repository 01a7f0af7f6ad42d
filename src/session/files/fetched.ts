/**
 * What the page's server answers at an address.
 * @param Unavailable what is thrown where it does not
 */
export async function fetched<T>(
  address: URL,
  body: (response: Response) => Promise<T>,
  Unavailable: new (address: string, detail: string) => Error,
): Promise<T> {
  try {
    const response = await fetch(address);
    if (response.ok) return await body(response);
    throw new Error(`the server answered ${response.status}.`);
  } catch (error) {
    throw new Unavailable(address.pathname, error instanceof Error ? error.message : String(error));
  }
}
