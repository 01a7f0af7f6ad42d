/** Why a worker's script did not load. The browser does not say, so the file is fetched and checked. */

/**
 * What is wrong with the file of a worker, and what to do.
 * @param script its address
 * @param isolated whether the page is isolated from other sites: then a worker has to be as well
 * @returns sentences to follow "The worker did not start:"; null if the file looks right
 */
export async function whyNotLoaded(script: string, isolated: boolean): Promise<string | null> {
  const file = new URL(script).pathname;
  let response: Response;
  try {
    response = await fetch(script, { cache: 'no-store' });
  } catch {
    return `${file} could not be fetched. Check that the server of the page still runs.`;
  }
  await response.body?.cancel();
  if (!response.ok) {
    return `the server answered ${response.status} for ${file}. Check that it sends every file of the build.`;
  }
  const type = response.headers.get('Content-Type') ?? '';
  if (!/^(text|application)\/(x-)?(java|ecma)script\b/i.test(type)) {
    const given = type === '' ? 'without a type' : `as ${type}`;
    return `the server sends ${file} ${given}. Let it send files that end in .js or .mjs as text/javascript.`;
  }
  const embedder = response.headers.get('Cross-Origin-Embedder-Policy') ?? '';
  if (isolated && !/^(require-corp|credentialless)\b/.test(embedder)) {
    return (
      `${file} comes without the header Cross-Origin-Embedder-Policy, which the page itself has, and so the browser ` +
      'refuses it. Let the server send the same headers with every file: those in the file _headers of the build.'
    );
  }
  return null;
}
