/** SHA-256 of a stream, in WebAssembly where Node lends none: `crypto.subtle` takes no streams and is missing without https. */

import { createSHA256, sha256 } from 'hash-wasm';

import { nodeHost } from './node-host';

/** Lower-case hexadecimal. The chunks are read one after another and are not kept. */
export async function sha256OfStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = nodeHost()?.sha256() ?? (await createSHA256());
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) hash.update(part.value);
  return hash.digest('hex');
}

/** Lower-case hexadecimal, of the text in UTF-8. */
export function sha256OfText(text: string): Promise<string> {
  return sha256(text);
}
