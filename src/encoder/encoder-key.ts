/** What says that two encoders are one: the hashes of their files. */

/** @param encoder null where the files gave the embeddings */
export function encoderKey(
  encoder: { readonly files: readonly { readonly sha256: string }[] } | null,
): string {
  if (encoder === null) return 'given';
  return encoder.files
    .map(({ sha256 }) => sha256)
    .sort()
    .join(' ');
}
